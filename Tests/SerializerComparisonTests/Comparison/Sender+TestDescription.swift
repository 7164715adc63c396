import SerializerComparison
import Testing

// As arguments of tests these are named, since a dump of a serializer with all its settings is unreadable.

extension LibrarySender: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { name }
}

extension JSONEncoderSender: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { name }
}

extension PropertyListEncoderSender: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { name }
}

extension URLComponentsSender: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { name }
}

extension FixedSender: CustomTestStringConvertible {
    var testDescription: String { "FixedSender of \(body)" }
}
