import URLSerialization

/// Writes a comparison as JSON, complete: bodies with all their bytes, every pair, difference and loss.
public struct JSONRenderer: Sendable {
    /// A renderer.
    public init() {}

    /// The document, its keys sorted, with a line feed at its end.
    public func text(for comparison: Comparison) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(ComparisonDocument(comparison)), as: UTF8.self) + "\n"
    }
}
