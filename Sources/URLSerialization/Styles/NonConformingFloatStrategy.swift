/// The form of infinity and NaN in JSON, which cannot represent them as numbers.
public enum NonConformingFloatStrategy: Sendable, Hashable {
    /// An error naming the key path.
    case refused
    /// These strings, as with `JSONEncoder.NonConformingFloatEncodingStrategy.convertToString`.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloatStrategy: Codable {
    private enum CodingKeys: String, CodingKey {
        case positiveInfinity, negativeInfinity, nan
    }

    private static let refusedName = "refused"

    /// Decodes a strategy: `refused`, or a dictionary of the three strings.
    ///
    /// - Throws: `DecodingError` for other content.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .text(
                positiveInfinity: try container.decode(String.self, forKey: .positiveInfinity),
                negativeInfinity: try container.decode(String.self, forKey: .negativeInfinity),
                nan: try container.decode(String.self, forKey: .nan))
            return
        }
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard name == Self.refusedName else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(name)' is not a NonConformingFloatStrategy.")
        }
        self = .refused
    }

    /// Encodes `refused`, or a dictionary of the three strings.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .refused:
            var container = encoder.singleValueContainer()
            try container.encode(Self.refusedName)
        case .text(let positiveInfinity, let negativeInfinity, let nan):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(positiveInfinity, forKey: .positiveInfinity)
            try container.encode(negativeInfinity, forKey: .negativeInfinity)
            try container.encode(nan, forKey: .nan)
        }
    }
}
