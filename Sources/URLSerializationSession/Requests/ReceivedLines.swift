/// The lines of a response's body as they arrive (``ReceivedBody/lines``).
///
/// CR, LF and CRLF end a line. Empty lines are included, because they separate the events of a `text/event-stream`. The
/// text is UTF-8, and U+FFFD replaces invalid bytes.
public struct ReceivedLines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String

    /// The default limit of a line: 1 MiB.
    public static let standardMaximumBytes = 1 << 20

    fileprivate let body: ReceivedBody
    fileprivate let limit: Int

    /// Creates an iterator, and starts the request if it has not been started.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(segments: body.makeAsyncIterator(), splitter: LineSplitter(limit: limit))
    }

    /// Reads the lines in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var segments: ReceivedBody.AsyncIterator
        fileprivate var splitter: LineSplitter

        /// Returns the next line, or `nil` at the body's end.
        ///
        /// - Throws: The errors of ``ReceivedBody/AsyncIterator/next()``, and ``SessionError`` with code
        ///   ``SessionError/Code/lineTooLong``.
        public mutating func next() async throws -> String? {
            while true {
                if let line = try splitter.next() { return line }
                guard let segment = try await segments.next() else { return splitter.finish() }
                splitter.append(segment)
            }
        }
    }
}

extension ReceivedBody {
    /// The lines of the body, each at most ``ReceivedLines/standardMaximumBytes`` long.
    public var lines: ReceivedLines { lines(maximumBytes: ReceivedLines.standardMaximumBytes) }

    /// Returns the lines of the body. A longer line ends the sequence with an error and cancels the request.
    public func lines(maximumBytes: Int) -> ReceivedLines { ReceivedLines(body: self, limit: maximumBytes) }
}

extension DataRequest {
    /// The lines of the response's body as they arrive, read from ``receivedBody()``.
    ///
    /// ```swift
    /// for try await line in session.request("https://example.com/log").validate().lines {
    ///     print(line)
    /// }
    /// ```
    public var lines: ReceivedLines { receivedBody().lines }
}
