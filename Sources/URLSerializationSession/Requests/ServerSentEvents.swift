/// An event of a `text/event-stream` (``DataRequest/events``).
public struct ServerSentEvent: Hashable, Sendable {
    /// The type in the field `event`, by default `message`.
    public let event: String
    /// The lines of data, joined by LF.
    public let data: String
    /// The last ID that the server sent with this event or an earlier one, or an empty text for none.
    public let id: String
    /// The delay in seconds before reconnecting that the server asked for last, or `nil` for none.
    public let retry: TimeInterval?
}

/// The events of a `text/event-stream` as they arrive (HTML standard, section 9.2).
///
/// The text is UTF-8, and U+FFFD replaces invalid bytes. Comments and unknown fields are skipped. An event without an
/// empty line after it is incomplete, and is discarded at the end of the stream.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// A complete event.
    public typealias Element = ServerSentEvent

    fileprivate let lines: ReceivedLines
    /// Returns the request that continues the stream after the event with an ID, or `nil` if the stream ends with its
    /// response.
    fileprivate let continuation: (@Sendable (_ lastID: String) -> DataRequest)?

    /// Creates an iterator, and starts the request if it has not been started.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: self, lines: lines.makeAsyncIterator(), parser: EventStreamParser(limit: lines.limit))
    }

    /// Reads the events in order, each when it is complete.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The error of the request.
        public typealias Failure = RequestError

        fileprivate let stream: ServerSentEvents
        fileprivate var lines: ReceivedLines.AsyncIterator
        fileprivate var parser: EventStreamParser
        /// Whether a part of the stream has arrived.
        fileprivate var hasBegun = false

        /// Returns the next event, or `nil` at the end of the stream.
        ///
        /// - Throws: The errors of ``ReceivedLines/AsyncIterator/next()``; an event that is too long has the code of a
        ///   line.
        public mutating func next() async throws(RequestError) -> ServerSentEvent? {
            while true {
                do throws(RequestError) {
                    while let line = try await lines.next() {
                        hasBegun = true
                        if let event = try parser.read(line) { return event }
                    }
                } catch {
                    guard hasBegun, stream.continuation != nil, RetryPolicy().isOfNetwork(error) else { throw error }
                }
                guard let continuation = stream.continuation, lines.segments.request.response?.statusCode != 204
                else { return nil }
                do {
                    try await Task.sleep(nanoseconds: UInt64(parser.delay * 1e9))
                } catch {
                    throw RequestError(wrapping: URLError.cancelled(nil))
                }
                lines = continuation(parser.lastID).lines(maximumBytes: parser.limit).makeAsyncIterator()
                parser = EventStreamParser(limit: parser.limit, lastID: parser.lastID, retry: parser.retry)
            }
        }
    }
}

extension DataRequest {
    /// The events of a `text/event-stream`, until the response ends.
    ///
    /// ```swift
    /// for try await event in session.request("https://example.com/prices").events {
    ///     print(event.event, event.data)
    /// }
    /// ```
    ///
    /// ``events(maximumBytes:reconnects:)`` describes the errors and can reconnect.
    public var events: ServerSentEvents { events() }

    private static let eventStatuses = HTTPResponseConfiguration(acceptableStatusCodes: [200, 204])

    /// Returns the events of a `text/event-stream` as they arrive, read from ``receivedBody()``.
    ///
    /// The request asks for this type with `Accept`, unless it has this header. A status other than 200 and 204, unless
    /// `validate(statusCode:)` accepts it, or another media type ends the sequence with an error. A task that
    /// is cancelled, or a reader that stops, cancels the request. The idle timeout counts the seconds without an event
    /// or comment.
    ///
    /// With `reconnects`, the sequence makes the same request with the same settings again when the response ends or,
    /// after the stream has begun, the connection is lost. It waits for as long as the server asks (`retry`, at least
    /// 0.1 seconds), or 3 seconds, and sends the last event's ID as `Last-Event-ID`. It ends with status 204, a
    /// response that is not acceptable, or an error of any other kind. To cancel a request that was made again, cancel
    /// the task that reads the events.
    ///
    /// - Parameters:
    ///   - maximumBytes: The limit of a line and of the data of an event. Beyond it, the sequence ends with an
    ///     error of kind ``RequestError/Kind/tooLarge``.
    ///   - reconnects: Whether the stream continues after the end of a response.
    public func events(
        maximumBytes: Int = ReceivedLines.standardMaximumBytes, reconnects: Bool = false
    ) -> ServerSentEvents {
        requireStatus(Self.eventStatuses)
        validate(contentType: "text/event-stream").adapt(with: EventStreamAdapter(lastID: ""))
        let lines = lines(maximumBytes: maximumBytes)
        guard reconnects else { return ServerSentEvents(lines: lines, continuation: nil) }
        var former = record.withLock { ($0.settings, $0.credential, $0.bodyLimit, $0.validatesStatus) }
        (former.0.handlers, former.0.tasks, former.0.job) = ([], [], nil)
        return ServerSentEvents(lines: lines) { [made, body, session, former] lastID in
            let next = DataRequest(made, body: body, session: session)
            next.record.withLock { ($0.settings, $0.credential, $0.bodyLimit, $0.validatesStatus) = former }
            next.requireStatus(Self.eventStatuses)
            return session.begin(next.adapt(with: EventStreamAdapter(lastID: lastID)))
        }
    }
}

/// Asks for a stream of events, and for those after an ID.
private struct EventStreamAdapter: RequestAdapter {
    let lastID: String

    func adapt(_ request: URLRequest) throws -> URLRequest {
        var request = request.mutableCopy
        try request.addHeaders(["Accept": "text/event-stream", "Cache-Control": "no-cache"])
        if !lastID.isEmpty { try request.setHeaders(["Last-Event-ID": lastID]) }
        return request
    }
}

/// A parser of a `text/event-stream` (HTML standard, section 9.2.6).
///
/// | lines | event |
/// | --- | --- |
/// | `data: a`, `data:b`, an empty line | `a` LF `b` of type `message` |
/// | `event: x`, `id: 1`, `data`, an empty line | an empty text of type `x` with ID `1` |
/// | `: comment`, `retry: 500`, `event: x`, an empty line | none |
struct EventStreamParser {
    /// The limit of an event's data in bytes.
    let limit: Int
    private var isAtStart = true
    private var (type, data) = ("message", "")
    /// The last ID, of an event that may not be complete.
    private var id: String
    /// The last ID of a complete event, and the delay that the server asked for last.
    private(set) var (lastID, retry): (String, TimeInterval?)

    init(limit: Int, lastID: String = "", retry: TimeInterval? = nil) {
        (self.limit, id, self.lastID, self.retry) = (limit, lastID, lastID, retry)
    }

    /// The delay before reconnecting in seconds.
    var delay: TimeInterval { max(0.1, RetryDecision.retryAfter(retry ?? 3).delay ?? 0) }

    /// Reads a line. Returns the event that it completes, or `nil`.
    mutating func read(_ line: String) throws(RequestError) -> ServerSentEvent? {
        let hasMark = isAtStart && line.unicodeScalars.first == "\u{FEFF}"
        isAtStart = false
        let text = Substring(line).utf8.dropFirst(hasMark ? 3 : 0)
        if text.isEmpty {
            lastID = id
            defer { (type, data) = ("message", "") }
            return data.isEmpty
                ? nil : ServerSentEvent(event: type, data: String(data.dropLast()), id: id, retry: retry)
        }
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let rest = text.dropFirst(name.count + 1)
        let value = String(Substring(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest))
        switch String(Substring(name)) {
        case "data": data += value + "\n"
        case "event": type = value.isEmpty ? "message" : value
        case "id" where !value.utf8.contains(0): id = value
        case "retry" where value.isDigits: retry = Double(value).map { $0 / 1000 } ?? retry
        default: break
        }
        if data.utf8.count - 1 > limit { throw LineSplitter.excess(of: limit) }
        return nil
    }
}
