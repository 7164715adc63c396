import URLSerialization

/// A value that encodes itself through the containers that its kinds ask for.
struct WrittenModel: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let value: ParameterValue

    init(_ value: ParameterValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entries { try container.encode(WrittenModel(value), forKey: Key(stringValue: key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(WrittenModel(element)) }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .uint(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .float(let value): try container.encode(value)
            case .decimal(let value): try container.encode(value)
            case .date(let value): try container.encode(value)
            case .data(let value): try container.encode(value)
            case .url(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}
