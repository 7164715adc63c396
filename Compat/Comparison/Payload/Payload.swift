import URLSerialization

/// The content of a file in any supported format.
public struct Payload {
    /// The name of the file, for reports and errors.
    public let name: String
    package let format: PayloadFormat
    /// The parameters as the library's serializers accept them.
    public let parameters: Any
    /// The parameters as a value that Foundation's encoders accept, or the error of parameters that have no such form.
    package let value: Result<ParameterValue, any Error>
    /// Notes about content that reading could not keep, such as repeated keys and unpaired surrogates.
    public var notices: [String] { notes.notices }
    /// The numbers that reading rounded because Foundation cannot represent them exactly, a sentence each.
    package var roundings: [String] { notes.roundings }
    let notes: PayloadNotes

    package init(name: String, format: PayloadFormat, parameters: Any, notes: PayloadNotes = PayloadNotes()) {
        (self.name, self.format, self.notes) = (name, format, notes)
        value = Result { try parameters as? ParameterValue ?? ParameterValue(bridging: parameters) }
        let value = notes.types.isEmpty ? nil : try? value.get()
        self.parameters = value.map { UntypedParameters(isSwift: true, types: notes.types).value($0) } ?? parameters
    }

    /// Returns the payload with another value of the same structure.
    func with(_ value: ParameterValue) -> Payload {
        Payload(name: name, format: format, parameters: value, notes: PayloadNotes(types: notes.types))
    }

    /// The payload as a program with `[String: Any]` holds it: typed JSON in Swift's own types, other files in the
    /// types that Foundation's readers return.
    var untyped: Any {
        guard let value = parameters as? ParameterValue else { return parameters }
        return UntypedParameters(isSwift: format == .typedJSON, types: notes.types).value(value)
    }

    /// The payload as a program with `Codable` models has it.
    func model() throws -> TypedModel { TypedModel(value: try value.get(), types: notes.types) }

    /// The number of leaves and of empty collections.
    var leafCount: Int { (try? value.get().leafCount) ?? 0 }

    /// The leaves and the empty collections, in the payload's order.
    var leaves: [PayloadLeaf] { (try? value.get()).map(PayloadLeaf.all) ?? [] }
}

package enum PayloadFormat: String, Sendable, Codable {
    case json = "JSON"
    /// JSON in which objects with a single key that begins with `$` represent sets, dates, bytes and numbers of a given
    /// width.
    case typedJSON = "typed JSON"
    case xmlPropertyList = "XML property list"
    case binaryPropertyList = "binary property list"
}
