/// A response's body as it comes (``DataRequest/receivedBody()``).
///
/// It is read once, by one task. Whoever stops before the end cancels the request. Up to a mebibyte that nobody has read
/// yet waits in memory, the rest in a private temporary file without a name: URLSession on Linux cannot be slowed down.
public struct ReceivedBody: AsyncSequence, Sendable {
    /// A piece of the body, never empty.
    public typealias Element = Data

    private let request: DataRequest
    /// Nil if the body is somebody else's.
    private let pipe: BodyPipe?

    init(_ request: DataRequest, _ pipe: BodyPipe?) {
        self.request = request
        self.pipe = pipe
    }

    /// Starts the request if nobody has.
    public func makeAsyncIterator() -> AsyncIterator {
        request.perform(.resume, from: .initialized)
        return AsyncIterator(reading: Reading(request, pipe))
    }

    /// Reads the body's pieces in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// The next piece, or nil at the body's end.
        ///
        /// - Throws: The request's error, after what came before it; `CancellationError` in a task that is cancelled, which
        ///   cancels the request; ``SessionError`` with code ``SessionError/Code/bodyConsumed`` where another reads the body.
        public mutating func next() async throws -> Data? {
            try await reading.next()
        }
    }

    /// Cancels the request when nobody reads it any more.
    fileprivate final class Reading: Sendable {
        private let request: DataRequest
        private let pipe: BodyPipe?

        init(_ request: DataRequest, _ pipe: BodyPipe?) {
            self.request = request
            self.pipe = pipe
        }

        deinit {
            if let pipe, !pipe.hasEnded { request.cancel() }
        }

        func next() async throws -> Data? {
            guard let pipe else { throw SessionError.bodyConsumed(request.request?.url) }
            return try await withTaskCancellationHandler {
                try await pipe.next()
            } onCancel: {
                request.cancel()
            }
        }
    }
}

extension DataRequest {
    /// The body of the response as it comes, in bounded memory.
    ///
    /// ```swift
    /// for try await piece in session.request("https://example.com/log").validate().receivedBody() {
    ///     parser.feed(piece)
    /// }
    /// ```
    ///
    /// The body is then not kept: ``data`` is nil, and serializers get none. Validations see the response before its
    /// body, without it; of a response that is not acceptable nothing is handed out, and the sequence throws what was
    /// wrong. A request of which something was handed out is not sent again, because that would come twice.
    ///
    /// Only the first call gets the body.
    public func receivedBody() -> ReceivedBody {
        addReader(nil)
        return ReceivedBody(self, bytes.takePipe())
    }
}

extension DataRequest: BodyReviewer {
    func review(_ head: URLResponse, _ accept: @escaping @Sendable () -> Void) {
        callbacks.async { [self] in
            guard accepts(head: head) else {
                // The rest will not be read.
                return host.queue.async { self.execution.endTransfer(of: head) }
            }
            guard credential != nil else { return accept() }
            host.queue.async { if !self.execution.answersChallenge(of: head) { accept() } }
        }
    }

    /// Whether the validations accept the head of the response. Once the request has ended they are gone, and its error
    /// says it.
    private func accepts(head response: URLResponse) -> Bool {
        let record = record.value
        guard !record.isFinished else { return false }
        guard let response = response as? HTTPURLResponse else { return true }
        return record.validations.allSatisfy { (try? $0(record.request, response, nil)) != nil }
    }
}
