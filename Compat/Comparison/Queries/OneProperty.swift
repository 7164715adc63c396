/// A model with one property, by which an encoder's change of its key is seen.
struct OneProperty: Encodable, CodingKey {
    let key: String

    var stringValue: String { key }
    var intValue: Int? { nil }

    init(key: String) {
        self.key = key
    }

    init?(stringValue: String) {
        key = stringValue
    }

    init?(intValue: Int) { nil }

    /// Writes an empty text under the key.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: OneProperty.self)
        try container.encode("", forKey: self)
    }
}
