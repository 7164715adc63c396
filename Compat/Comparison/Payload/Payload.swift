import URLSerialization

/// The content of a file in any supported format.
public struct Payload {
    /// The name of the file.
    public let name: String
    /// The format of the file.
    package let format: PayloadFormat
    /// The parameters as the library's serializers accept them.
    public let parameters: Any
    /// The parameters as a value that Foundation's encoders accept, or the error of a dictionary whose keys are
    /// collections, which has no such form.
    package let value: Result<ParameterValue, any Error>
    /// Notes about content that reading could not keep, such as repeated keys and unpaired surrogates.
    public let notices: [String]
    /// The numbers that reading rounded because Foundation cannot represent them exactly, a sentence each.
    package let roundings: [String]

    package init(
        name: String, format: PayloadFormat, parameters: Any, notices: [String] = [], roundings: [String] = []
    ) {
        (self.name, self.format, self.parameters) = (name, format, parameters)
        (self.notices, self.roundings) = (notices, roundings)
        value = Result { try parameters as? ParameterValue ?? ParameterValue(bridging: parameters) }
    }

    /// The payload as a program with `[String: Any]` holds it: typed JSON in Swift's own types, other files in the
    /// types that Foundation's readers return.
    var untyped: Any { UntypedParameters(numbers: format == .typedJSON ? .swift : .nsNumber).value(parameters) }

    /// The leaves and the empty collections, in the payload's order.
    var leaves: [PayloadLeaf] { (try? value.get()).map(PayloadLeaf.all) ?? [] }
}

/// The format of a payload.
package enum PayloadFormat: String, Sendable, Codable {
    /// JSON (RFC 8259).
    case json = "JSON"
    /// JSON in which objects with a single key that begins with `$` represent sets, dates, bytes and numbers of a given
    /// width.
    case typedJSON = "typed JSON"
    case xmlPropertyList = "XML property list"
    case binaryPropertyList = "binary property list"
}
