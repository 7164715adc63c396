/// The form of infinity and NaN in JSON, which cannot represent them as numbers.
public enum NonConformingFloatStrategy: Sendable, Hashable, Codable {
    /// An error naming the key path.
    case refused
    /// Strings in their place, as with `JSONEncoder.NonConformingFloatEncodingStrategy.convertToString`.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}
