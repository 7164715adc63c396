import URLSerialization

/// The comparison of the parts of two bodies by the rules for a vector.
struct MultipartPartList {
    let rules: ComparisonRules
    /// For each of the caller's parts, which are the last ones, whether its media type was derived from a file's
    /// extension.
    let derivedMediaTypes: [Bool]

    /// Returns the differences of the parts.
    func mismatches(expected: [MultipartPart], actual: [MultipartPart]) -> [Mismatch] {
        let (expected, actual) = (settled(expected), settled(actual))
        guard expected.count == actual.count else {
            return [Mismatch.ofTexts("parts", expected: "\(expected.count) parts", actual: "\(actual.count) parts")]
                .compactMap { $0 }
        }
        for (index, (expected, actual)) in zip(expected, actual).enumerated() {
            let mismatches = [
                Mismatch.ofBytes(
                    "headers of part \(index + 1)", expected: expected.lines.joined(separator: Self.lineEnd),
                    actual: actual.lines.joined(separator: Self.lineEnd)),
                Mismatch.ofBytes("body of part \(index + 1)", expected: expected.body, actual: actual.body),
            ].compactMap { $0 }
            // One part too many or too few would make all parts after it differ.
            if !mismatches.isEmpty { return mismatches }
        }
        return []
    }

    private static var lineEnd: Data { MultipartBodyParser.lineEnd }

    /// Returns the parts in a normal form for everything that is open: the order of headers, the order of the
    /// parameters' fields, and media types.
    private func settled(_ parts: [MultipartPart]) -> [MultipartPart] {
        let parts = parts.map(\.withSortedLines)
        let fieldCount = max(0, parts.count - derivedMediaTypes.count)
        let others = zip(parts[fieldCount...], derivedMediaTypes).map { part, isDerived in
            rules.ignoresMediaType && isDerived ? part.withoutMediaType : part
        }
        guard rules.isAnyOrderRight else { return parts[..<fieldCount] + others }
        var fields = parts[..<fieldCount].map { (part: $0, bytes: $0.bytes) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        if rules.mergesEqualPairs {
            fields = fields.reduce(into: []) { if $0.last?.bytes != $1.bytes { $0.append($1) } }
        }
        return fields.map(\.part) + others
    }
}
