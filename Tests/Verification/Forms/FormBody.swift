import URLSerialization

/// A multipart body (RFC 2046, section 5.1.1) and its parts. It has only the form that serializers write: nothing
/// before the first boundary and after the last, and no white space after a boundary.
struct FormBody {
    /// A part: the lines of its headers, without their ends, and its content.
    struct Part {
        let lines: [Data]
        let body: Data
    }

    private static let lineEnd = Data("\r\n".utf8)
    /// The bytes after the last boundary.
    private static let end = Data("--\r\n".utf8)

    let bytes: Data
    let parts: [Part]
    private let boundary: String

    /// Separates a body into its parts, or returns `nil` if it is not a multipart body with that boundary.
    init?(_ bytes: Data, boundary: String) {
        let delimiter = Self.lineEnd + Data("--\(boundary)".utf8)
        var (sections, rest) = ([Data](), Self.lineEnd + bytes)
        while let place = rest.range(of: delimiter) {
            sections.append(rest[..<place.lowerBound])
            rest = Data(rest[place.upperBound...])
        }
        guard rest == Self.end, sections.first?.isEmpty == true else { return nil }
        var contents: [Data] = []
        for section in sections.dropFirst() {
            if section.starts(with: Self.lineEnd) {
                contents.append(section.dropFirst(2))
            } else if !contents.isEmpty {
                // A boundary in the content of a part.
                contents[contents.count - 1] += delimiter + section
            } else {
                return nil
            }
        }
        parts = contents.compactMap(Part.init)
        guard !parts.isEmpty, parts.count == contents.count else { return nil }
        (self.bytes, self.boundary) = (bytes, boundary)
    }

    init(parts: [Part], boundary: String) {
        (self.parts, self.boundary) = (parts, boundary)
        let delimiter = Data("--\(boundary)".utf8)
        let sections = parts.reduce(Data()) { $0 + delimiter + Self.lineEnd + $1.bytes + Self.lineEnd }
        bytes = sections + delimiter + Self.end
    }

    /// Returns the length of the body with another boundary.
    func length(ofBoundary other: String) -> Int {
        bytes.count + (parts.count + 1) * (other.utf8.count - boundary.utf8.count)
    }
}

extension FormBody.Part {
    fileprivate init?(_ content: Data) {
        var (lines, rest) = ([Data](), Data(content))
        while let end = rest.range(of: FormBody.lineEnd) {
            let line = Data(rest[..<end.lowerBound])
            rest = Data(rest[end.upperBound...])
            if line.isEmpty {
                (self.lines, body) = (lines, rest)
                return
            }
            lines.append(line)
        }
        return nil
    }

    /// The part's bytes between the boundaries.
    fileprivate var bytes: Data {
        lines.reduce(Data()) { $0 + $1 + FormBody.lineEnd } + FormBody.lineEnd + body
    }

    /// The part without additional white space around its headers' values.
    var withPlainSpaces: FormBody.Part {
        withLines { name, value in Data("\(name): \(value.trimmingCharacters(in: .whitespaces))".utf8) }
    }

    /// The part with an asterisk as its media type.
    private var withoutMediaType: FormBody.Part {
        withLines { name, _ in name.lowercased() == "content-type" ? Data("Content-Type: *".utf8) : nil }
    }

    private func withLines(_ replacement: (_ name: String, _ value: String) -> Data?) -> FormBody.Part {
        FormBody.Part(
            lines: lines.map { line in
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line }
                let name = String(decoding: line[..<colon], as: UTF8.self)
                return replacement(name, String(decoding: line[(colon + 1)...], as: UTF8.self)) ?? line
            }, body: body)
    }

    fileprivate func normalized(withMediaType: Bool) -> FormBody.Part {
        let part = withMediaType ? self : withoutMediaType
        return FormBody.Part(lines: part.lines.sorted { $0.lexicographicallyPrecedes($1) }, body: body)
    }
}

extension FormBody {
    /// Returns the differences of parts, except for what is open: the order of headers, and by a vector's rules the
    /// order of the parameters' fields and media types.
    ///
    /// - Parameter derivedMediaTypes: For each of the caller's parts, which are the last ones, whether its media type
    ///   was derived from a file's extension.
    static func mismatches(
        expected: [Part], actual: [Part], _ rules: ComparisonRules, _ derivedMediaTypes: [Bool]
    ) -> [Mismatch] {
        func normalized(_ parts: [Part]) -> [Part] {
            let fieldCount = max(0, parts.count - derivedMediaTypes.count)
            var fields = parts[..<fieldCount].map { $0.normalized(withMediaType: true) }
            let others = zip(parts[fieldCount...], derivedMediaTypes).map { part, isDerived in
                part.normalized(withMediaType: !(isDerived && rules.contains(.mediaType)))
            }
            if rules.isAnyOrderRight { fields.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
            if rules.contains(.setOfEqualNumbers) {
                fields = fields.reduce(into: []) { if $0.last?.bytes != $1.bytes { $0.append($1) } }
            }
            return fields + others
        }
        let (expected, actual) = (normalized(expected), normalized(actual))
        guard expected.count == actual.count else {
            return Mismatch.ofTexts("parts", expected: "\(expected.count) parts", actual: "\(actual.count) parts")
        }
        // One part too many or too few would make all parts after it differ.
        for (index, (expected, actual)) in zip(expected, actual).enumerated() {
            let mismatches =
                Mismatch.ofBytes(
                    "headers of part \(index + 1)", expected: expected.lines.joined(separator: lineEnd),
                    actual: actual.lines.joined(separator: lineEnd))
                + Mismatch.ofBytes("body of part \(index + 1)", expected: expected.body, actual: actual.body)
            if !mismatches.isEmpty { return mismatches }
        }
        return []
    }
}
