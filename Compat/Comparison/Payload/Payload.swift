import URLSerialization

/// The content of one file in any of the formats.
public struct Payload {
    /// The name of the file.
    public let name: String
    /// The format of the file.
    package let format: PayloadFormat
    /// The parameters as the library's serializers take them.
    public let parameters: Any
    /// The same as a value that Foundation's encoders accept, or why there is none: a dictionary whose keys are
    /// collections has no such form.
    package let value: Result<ParameterValue, any Error>
    /// Notes on content that reading could not keep: repeated keys, unpaired surrogates.
    public let notices: [String]
    /// Numbers that reading rounded, because no number of Foundation's holds them exactly, a sentence each.
    package let roundings: [String]

    /// A payload.
    package init(
        name: String, format: PayloadFormat, parameters: Any, notices: [String] = [], roundings: [String] = []
    ) {
        (self.name, self.format, self.parameters) = (name, format, parameters)
        (self.notices, self.roundings) = (notices, roundings)
        value = Result { try parameters as? ParameterValue ?? ParameterValue(bridging: parameters) }
    }

    /// The payload as a program that uses `[String: Any]` holds it: typed JSON in Swift's own types, other files in
    /// those that Foundation's readers make of them.
    var untyped: Any { UntypedParameters(numbers: format == .typedJSON ? .swift : .nsNumber).value(parameters) }

    /// The leaves, and the collections without any, in the order of the payload.
    var leaves: [PayloadLeaf] { (try? value.get()).map(PayloadLeaf.all) ?? [] }
}

/// The format of a payload.
package enum PayloadFormat: String, Sendable, Codable {
    /// JSON (RFC 8259).
    case json = "JSON"
    /// JSON whose objects with one key that begins with `$` stand for sets, dates, bytes and numbers of a given width.
    case typedJSON = "typed JSON"
    /// An XML property list.
    case xmlPropertyList = "XML property list"
    /// A binary property list.
    case binaryPropertyList = "binary property list"
}
