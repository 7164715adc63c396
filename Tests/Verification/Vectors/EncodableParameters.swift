import SerializerComparison
import URLSerialization

/// Parameters as a program with `Codable` models has them. A dictionary is encoded like the properties of a model, in
/// its order and under keys that are not integers; Swift's own dictionaries encode themselves.
struct EncodableParameters: Encodable {
    private let value: Any

    /// Wraps parameters.
    ///
    /// - Parameter value: The value of a ``TypedValueReader``.
    init(_ value: Any) { self.value = value }

    /// Encodes a dictionary as a model's properties, an array or set as its elements, a leaf as it encodes itself, and
    /// null as nil.
    ///
    /// - Throws: The encoder's error; `EncodingError` for a value that is not encodable.
    func encode(to encoder: any Encoder) throws {
        switch value {
        case let entries as OrderedEntries:
            var container = encoder.container(keyedBy: ModelKey.self)
            for entry in entries.all {
                let key = ModelKey(stringValue: entry.key as? String ?? "\(entry.key)")
                let value = EncodableParameters(entry.value)
                try value.isNull ? container.encodeNil(forKey: key) : container.encode(value, forKey: key)
            }
        case let elements as [Any]: try encode(elements, to: encoder)
        case let elements as Set<TypedSetElement>:
            guard case .set(let values) = try ParameterValue(bridging: elements) else { return }
            try encode(values.inQueryOrder, to: encoder)
        default:
            var container = encoder.singleValueContainer()
            if isNull { return try container.encodeNil() }
            if let value = value as? any Encodable { return try container.encode(value) }
            let text = "\(type(of: value)) is not encodable."
            throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: text))
        }
    }

    private func encode(_ elements: [Any], to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in elements {
            let value = EncodableParameters(element)
            try value.isNull ? container.encodeNil() : container.encode(value)
        }
    }

    private var isNull: Bool {
        if case .leaf(.null)? = try? ParameterNode(classifying: value) { true } else { false }
    }
}
