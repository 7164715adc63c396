/// The form of infinity and NaN in JSON, which cannot represent them as numbers.
public enum NonConformingFloatStrategy: Sendable, Hashable {
    /// An error naming the key path.
    case refused
    /// Strings in their place, as with `JSONEncoder.NonConformingFloatEncodingStrategy.convertToString`.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloatStrategy: Codable {
    /// Decodes a strategy: the list of its strings, which is empty for ``refused``.
    ///
    /// - Throws: `DecodingError` for other content.
    public init(from decoder: any Decoder) throws {
        let texts = try [String](from: decoder)
        guard texts.isEmpty || texts.count == 3 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(texts.count) texts are not a strategy."))
        }
        self =
            texts.isEmpty ? .refused : .text(positiveInfinity: texts[0], negativeInfinity: texts[1], nan: texts[2])
    }

    /// Encodes the list of the strings.
    public func encode(to encoder: any Encoder) throws {
        var texts: [String] = []
        if case .text(let positiveInfinity, let negativeInfinity, let nan) = self {
            texts = [positiveInfinity, negativeInfinity, nan]
        }
        try texts.encode(to: encoder)
    }
}
