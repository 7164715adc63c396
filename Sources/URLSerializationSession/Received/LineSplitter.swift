/// A splitter that divides a body into lines as its segments arrive.
///
/// | segments | lines |
/// | --- | --- |
/// | `a\nb\r\nc` | `a`, `b`, `c` |
/// | `a\r`, `\nb\n` | `a`, `b` |
/// | `a\n\nb\n` | `a`, an empty line, `b` |
struct LineSplitter {
    /// The limit of a line in bytes.
    let limit: Int
    private var segment = Data()
    /// The beginning of a line whose end has not arrived.
    private var line = Data()
    private var followsCarriageReturn = false

    init(limit: Int) { self.limit = limit }

    /// Adds a segment. Call it after ``next()`` has returned `nil`.
    mutating func append(_ segment: Data) { self.segment = segment }

    /// Returns the next line without its end, or `nil` if more bytes are needed.
    mutating func next() throws -> String? {
        guard let first = segment.first else { return nil }
        if followsCarriageReturn, first == UInt8(ascii: "\n") { segment.removeFirst() }
        followsCarriageReturn = false
        let end = segment.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let part = segment[..<(end ?? segment.endIndex)]
        guard part.count <= limit - line.count else {
            throw SessionError(
                .lineTooLong,
                reason: "A line of the body is longer than \(limit) bytes. Call lines(maximumBytes:) with a larger "
                    + "limit.")
        }
        line.append(part)
        guard let end else {
            segment = Data()
            return nil
        }
        followsCarriageReturn = segment[end] == UInt8(ascii: "\r")
        segment = segment[segment.index(after: end)...]
        return takeLine()
    }

    /// Returns the last line if it has no end, or `nil` for none.
    mutating func finish() -> String? { line.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }
}
