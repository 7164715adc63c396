/// In an archive, a value has the form that the equivalent property of a model would have.
///
/// Decoding can only distinguish what the format distinguishes:
///
/// - JSON has one kind of number, no dates and no bytes. An integral ``double(_:)`` comes back as `int(_:)`, and a
///   number in a response with more digits than a double has as a ``decimal(_:)``. A
///   ``date(_:)`` as a number, and ``data(_:)`` and ``url(_:)`` as text, as the encoder's strategies wrote them.
/// - Property lists keep dates and bytes. `PropertyListEncoder` writes a ``decimal(_:)`` and a ``url(_:)`` as
///   dictionaries of their parts, which come back as dictionaries, and null as the text `$null`, which comes back as
///   ``null``.
/// - A ``set(_:)`` always comes back as an ``array(_:)``, in the order of its elements' texts.
/// - Dictionaries come back in the order of a response, and from other decoders, which keep no order, in that of their
///   keys.
extension ParameterValue: Codable {
    /// Decodes a value of any kind.
    ///
    /// - Throws: `DecodingError` for a value that is of none of the kinds.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: ModelKey.self) {
            let keys = container.allKeys.sorted { KeyOrder.precedes($0.stringValue, $1.stringValue) }
            self = .dictionary(
                ParameterDictionary(
                    try keys.map { ($0.stringValue, try container.decode(ParameterValue.self, forKey: $0)) }))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [ParameterValue] = []
            while !container.isAtEnd { elements.append(try container.decode(ParameterValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.leaf(in: decoder.singleValueContainer())
        }
    }

    private static func leaf(in container: any SingleValueDecodingContainer) throws -> ParameterValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .int(value) }
        if let value = try? container.decode(UInt64.self) { return .uint(value) }
        if let value = try? container.decode(Double.self) { return .double(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Date.self) { return .date(value) }
        if let value = try? container.decode(Data.self) { return .data(value) }
        throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "The value is not null, a Boolean, number, string, date, data or collection.")
    }

    /// Encodes the value in the same way as the equivalent property of a model.
    ///
    /// - Throws: The encoder's error; ``RequestSerializationError`` for a set nested deeper than 512.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .set(let values): try ParameterValue.array(values.sorted(style: .total)).encode(to: encoder)
        case .dictionary(let values):
            var container = encoder.container(keyedBy: ModelKey.self)
            for (key, value) in values { try container.encode(value, forKey: ModelKey(stringValue: key)) }
        default:
            var container = encoder.singleValueContainer()
            try encodeLeaf(into: &container)
        }
    }

    private func encodeLeaf(into container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .null, .array, .set, .dictionary: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        }
    }
}

extension Set<ParameterValue> {
    /// The elements in the order of a query of the set or, if the query refuses it, in the order of other texts.
    package var inQueryOrder: [ParameterValue] {
        (try? sorted(style: .afNetworking)) ?? (try? sorted(style: .total)) ?? Array(self)
    }

    /// Returns the elements in the order in which a style writes them.
    fileprivate func sorted(style: QueryStyle) throws -> [ParameterValue] {
        let tree = try ParameterFiller.tree(of: ParameterValue.set(self))
        try SetOrder.sort(ParameterTree.root, of: tree, style: style)
        return try withExtendedLifetime(tree) {
            try tree.nodes.children(of: ParameterTree.root).map { try ParameterValue(tree.nodes, $0) }
        }
    }
}
