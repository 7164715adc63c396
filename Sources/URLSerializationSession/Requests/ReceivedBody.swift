/// A response's body as it arrives (``DataRequest/receivedBody()``).
///
/// It can be read once, by one task. A reader that stops before the end cancels the request. On Linux, a slow reader
/// slows the server down once 64 KiB are unread, in addition to at most 1 MiB in transit. With URLSession on
/// Linux, or if another task awaits the end of the request, nothing slows the server down: up to 1 MiB of unread bytes
/// stays in memory, and the rest goes to a private temporary file without a name.
public struct ReceivedBody: AsyncSequence, Sendable {
    /// A segment of the body, never empty.
    public typealias Element = Data

    private let request: DataRequest
    /// Whether this sequence, and not another one, reads the body.
    private let isReader: Bool

    init(_ request: DataRequest) {
        self.request = request
        isReader = request.content.beginReading()
        if isReader { request.review() }
    }

    /// Creates an iterator, and starts the request if it has not been started.
    public func makeAsyncIterator() -> AsyncIterator {
        request.startIfNew()
        return AsyncIterator(request: request, reading: isReader ? Reading(request) : nil)
    }

    /// Reads the body's segments in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The error of the request.
        public typealias Failure = RequestError

        let request: DataRequest
        /// Ends the reading, or `nil` if the body has another reader.
        fileprivate let reading: Reading?
        /// Whether the status was checked, which is acceptable where a part of the body has been returned.
        fileprivate var isChecked = false

        /// Returns the next segment, or `nil` at the body's end.
        ///
        /// - Throws: The request's error, after the segments before it. In a cancelled task, which cancels the request,
        ///   its kind is ``RequestError/Kind/cancelled``; if the body has another reader,
        ///   ``RequestError/Kind/bodyConsumed``.
        public mutating func next() async throws(RequestError) -> Data? {
            guard reading != nil else { throw RequestError(.bodyConsumed, request.request?.url) }
            // The call may have come after the end, when nothing reviews the head any more.
            if !isChecked, request.isFinished, request.error == nil { try request.check() }
            let result = await withTaskCancellationHandler { [request] in
                await request.content.next()
            } onCancel: { [request] in
                request.content.cancelReading()
                request.cancel()
            }
            let next = try result.get()
            if !isChecked { try request.check() }
            isChecked = true
            if next.freesRoom { request.proceed() }
            return next.data
        }
    }

    /// Cancels the request when the iterator is released before the end.
    fileprivate final class Reading: Sendable {
        private let request: DataRequest

        init(_ request: DataRequest) { self.request = request }

        deinit { if !request.content.hasEnded { request.cancel() } }
    }
}

extension DataRequest {
    /// Returns the body of the response as a sequence that is read while it arrives, in bounded memory.
    ///
    /// ```swift
    /// for try await segment in session.request("https://example.com/log").validate().receivedBody() {
    ///     parser.feed(segment)
    /// }
    /// ```
    ///
    /// The body is not kept: ``data`` is `nil`, and serializers get no data. The status, which must be from 200 to 299
    /// unless `validate(statusCode:)` accepts others, and validations are checked before the body arrives, without
    /// its data. If one fails, the sequence hands out nothing and throws an error with at most 64 KiB of the body. Once
    /// bytes have been handed out, the request is not sent again, because the reader would receive them twice.
    ///
    /// Only the sequence from the first call gets the body.
    public func receivedBody() -> ReceivedBody {
        requireStatus()
        return ReceivedBody(self)
    }

    /// Releases the body for reading if the response's head is acceptable, and ends the transfer otherwise. Called on
    /// the request's own queue.
    func review(_ head: ResponseHead) {
        let record = record.value
        // After the end the validations have been released, and the request's error is final.
        let isChallenge = record.credential != nil && record.leg(of: head)?.unanswered == .answerable
        let isRefused =
            !record.accepts(head.statusCode)
            || record.settings.validations.contains { validate in
                head.http.map { (try? validate(record.message, $0, nil)) == nil } ?? false
            }
        if !isChallenge, !record.machine.isFinished {
            guard isRefused else { return content.release(head) }
            content.refuse(head)
            // The rest of the error's body still arrives, unless the server holds it back.
            if !content.isFull {
                session.queue.asyncAfter(deadline: .now() + 10) { [weak self] in self?.conclude(head) }
                return proceed()
            }
        }
        conclude(head)
    }

    /// Ends the transfer of a body that is not handed out.
    private func conclude(_ head: ResponseHead) {
        change { record in
            guard record.transfer != nil, let leg = record.leg(of: head), case .answer = leg.consequence else { return }
            record.handle(.report(leg: record.machine.number, .concluded(.answered)))
        }
    }
}
