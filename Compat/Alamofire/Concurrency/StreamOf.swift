/// An asynchronous sequence of a request's values, which ends with the request.
public struct StreamOf<Element>: AsyncSequence {
    /// The limit of the values that wait for a reader.
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

    private let stream: AsyncStream<Element>
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - onEnd: Called when the reader stops.
    ///   - build: Calls the continuation with each value, and at the end.
    init(
        _ policy: BufferingPolicy, onEnd: @escaping @Sendable () -> Void = {},
        build: (AsyncStream<Element>.Continuation) -> Void
    ) {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
        self.stream = stream
        self.onEnd = {
            continuation.finish()
            onEnd()
        }
        build(continuation)
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(iterator: stream.makeAsyncIterator(), reading: Reading(onEnd: onEnd))
    }

    /// Reads the values in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var iterator: AsyncStream<Element>.AsyncIterator
        fileprivate let reading: Reading

        /// Returns the next value, or `nil` at the end.
        public mutating func next() async -> Element? { await iterator.next() }
    }

    /// Notices that the reader stops.
    fileprivate final class Reading: Sendable {
        private let onEnd: @Sendable () -> Void
        init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
        deinit { onEnd() }
    }
}

extension Request {
    /// Returns the progress of sending the body.
    public func uploadProgress(bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded) -> StreamOf<Progress> {
        stream(bufferingPolicy) { request, values in
            request.uploadProgress(queue: request.underlyingQueue) { _ = values.yield($0) }
        }
    }

    /// Returns the progress of receiving the body.
    public func downloadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { request, values in
            request.downloadProgress(queue: request.underlyingQueue) { _ = values.yield($0) }
        }
    }

    /// Returns the requests that are sent.
    public func urlRequests(bufferingPolicy: StreamOf<URLRequest>.BufferingPolicy = .unbounded) -> StreamOf<URLRequest>
    {
        stream(bufferingPolicy) { request, values in
            request.onURLRequestCreation(on: request.underlyingQueue) { _ = values.yield($0) }
        }
    }

    /// Returns the tasks.
    public func urlSessionTasks(
        bufferingPolicy: StreamOf<URLSessionTask>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLSessionTask> {
        stream(bufferingPolicy) { request, values in
            request.onURLSessionTaskCreation(on: request.underlyingQueue) { _ = values.yield($0) }
        }
    }

    /// Returns the `curl` command of the request.
    public func cURLDescriptions(bufferingPolicy: StreamOf<String>.BufferingPolicy = .unbounded) -> StreamOf<String> {
        stream(bufferingPolicy) { request, values in
            request.cURLDescription(on: request.underlyingQueue) { _ = values.yield($0) }
        }
    }

    fileprivate func stream<Value>(
        _ policy: StreamOf<Value>.BufferingPolicy, _ build: (Request, AsyncStream<Value>.Continuation) -> Void
    ) -> StreamOf<Value> {
        StreamOf(policy) { values in
            build(self, values)
            whenFinished { values.finish() }
        }
    }
}

extension HeadReceivingRequest {
    /// Returns the heads of the responses, one for each attempt.
    public func httpResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        StreamOf(bufferingPolicy) { values in
            onHTTPResponse(on: underlyingQueue) { response in _ = values.yield(response) }
            whenFinished { values.finish() }
        }
    }
}
