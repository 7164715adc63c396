import URLSerialization

/// The parser of a multipart body (RFC 2046, section 5.1.1). It accepts only the form that serializers write: nothing
/// before the first boundary and after the last, and no white space after a boundary.
struct MultipartBodyParser {
    static let lineEnd = Data("\r\n".utf8)

    private let body: Data
    private let delimiter: Data
    private var position = 0

    private init(_ body: Data, boundary: String) {
        // A copy, so that indices begin at 0.
        self.body = Data(body)
        delimiter = Data("--\(boundary)".utf8)
    }

    /// Returns a body's parts, or `nil` if it is not a multipart body with that boundary.
    static func parts(of body: Data, boundary: String) -> [MultipartPart]? {
        var parser = MultipartBodyParser(body, boundary: boundary)
        guard parser.skip(parser.delimiter + lineEnd) else { return nil }
        var parts: [MultipartPart] = []
        while let part = parser.part() {
            parts.append(part)
            if parser.isAtEnd { return parts }
        }
        return nil
    }

    /// Returns the body of the given parts.
    static func body(of parts: [MultipartPart], boundary: String) -> Data {
        let delimiter = Data("--\(boundary)".utf8)
        var body = Data()
        for part in parts { body += (body.isEmpty ? Data() : lineEnd) + delimiter + lineEnd + part.bytes }
        return body + lineEnd + delimiter + Data("--\r\n".utf8)
    }

    private var isAtEnd: Bool { position == body.count }

    private mutating func skip(_ bytes: Data) -> Bool {
        guard body[position...].starts(with: bytes) else { return false }
        position += bytes.count
        return true
    }

    /// Returns a part, after moving past the boundary that follows it.
    private mutating func part() -> MultipartPart? {
        var lines: [Data] = []
        while true {
            guard let end = body.range(of: Self.lineEnd, in: position..<body.count) else { return nil }
            let line = Data(body[position..<end.lowerBound])
            position = end.upperBound
            if line.isEmpty { break }
            lines.append(line)
        }
        let start = position
        while let end = body.range(of: Self.lineEnd + delimiter, in: position..<body.count) {
            position = end.upperBound
            let content = Data(body[start..<end.lowerBound])
            if skip(Self.lineEnd) { return MultipartPart(lines: lines, body: content) }
            if body[position...] == Data("--\r\n".utf8) {
                position = body.count
                return MultipartPart(lines: lines, body: content)
            }
        }
        return nil
    }
}
