/// The lines of a response's body as they arrive (``DataRequest/lines``).
///
/// CR, LF and CRLF end a line. Empty lines are included, because they separate the events of a `text/event-stream`. The
/// text is UTF-8, and U+FFFD replaces invalid bytes.
public struct ReceivedLines: AsyncSequence, Sendable {
    /// A line without the CR, LF or CRLF at its end.
    public typealias Element = String

    /// The default limit of a line: 1 MiB.
    public static let standardMaximumBytes = 1 << 20

    fileprivate let body: ReceivedBody
    let limit: Int

    /// Creates an iterator, and starts the request if it has not been started.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(segments: body.makeAsyncIterator(), splitter: LineSplitter(limit: limit))
    }

    /// Reads the lines in order, each when it is complete.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The error of the request.
        public typealias Failure = RequestError

        fileprivate(set) var segments: ReceivedBody.AsyncIterator
        fileprivate var splitter: LineSplitter

        /// Returns the next line, or `nil` at the body's end.
        ///
        /// - Throws: The errors of ``ReceivedBody/AsyncIterator/next()``, and one of kind
        ///   ``RequestError/Kind/tooLarge``.
        public mutating func next() async throws(RequestError) -> String? {
            while true {
                if let line = try splitter.next() { return line }
                guard let segment = try await segments.next() else { return splitter.finish() }
                splitter.append(segment)
            }
        }
    }
}

extension DataRequest {
    /// The lines of the response's body as they arrive, read from ``receivedBody()``. A status that is not from 200 to
    /// 299 is an error, unless `validate(statusCode:)` accepts it.
    ///
    /// ```swift
    /// for try await line in session.request("https://example.com/log").validate().lines {
    ///     print(line)
    /// }
    /// ```
    public var lines: ReceivedLines { lines() }

    /// Returns the lines of the response's body as ``lines`` does. A longer line than the limit ends the sequence with
    /// an error and cancels the request.
    public func lines(maximumBytes: Int = ReceivedLines.standardMaximumBytes) -> ReceivedLines {
        ReceivedLines(body: receivedBody(), limit: maximumBytes)
    }
}

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
    mutating func next() throws(RequestError) -> String? {
        guard let first = segment.first else { return nil }
        if followsCarriageReturn, first == UInt8(ascii: "\n") { segment.removeFirst() }
        followsCarriageReturn = false
        let end = segment.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let part = segment[..<(end ?? segment.endIndex)]
        guard part.count <= limit - line.count else { throw Self.excess(of: limit) }
        line.append(part)
        guard let end else {
            segment = Data()
            return nil
        }
        followsCarriageReturn = segment[end] == UInt8(ascii: "\r")
        segment = segment[segment.index(after: end)...]
        return takeLine()
    }

    /// Returns the error of a text that is longer than a limit.
    static func excess(of limit: Int) -> RequestError {
        RequestError(
            .tooLarge,
            reason: "A line of the body or an event's data is longer than \(limit) bytes. Call lines(maximumBytes:) or "
                + "events(maximumBytes:) with a larger limit.")
    }

    /// Returns the last line if it has no end, or `nil` for none.
    mutating func finish() -> String? { line.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }
}
