/// A model that encodes itself with a closure.
struct ClosureModel: Encodable {
    struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral value: String) { stringValue = value }
        init?(intValue: Int) { nil }
    }

    let encoding: @Sendable (any Encoder) throws -> Void

    init(_ encoding: @escaping @Sendable (any Encoder) throws -> Void) {
        self.encoding = encoding
    }

    func encode(to encoder: any Encoder) throws { try encoding(encoder) }
}
