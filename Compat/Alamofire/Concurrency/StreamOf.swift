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

    /// The object whose release shows that the reader stops.
    fileprivate final class Reading: Sendable {
        private let onEnd: @Sendable () -> Void
        init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
        deinit { onEnd() }
    }
}

extension Request {
    /// Returns the progress of sending the body.
    public func uploadProgress(bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded) -> StreamOf<Progress> {
        stream(bufferingPolicy) { uploadProgress(queue: underlyingQueue, closure: $0) }
    }

    /// Returns the progress of receiving the body.
    public func downloadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { downloadProgress(queue: underlyingQueue, closure: $0) }
    }

    /// Returns the requests that are sent.
    public func urlRequests(bufferingPolicy: StreamOf<URLRequest>.BufferingPolicy = .unbounded) -> StreamOf<URLRequest>
    {
        stream(bufferingPolicy) { onURLRequestCreation(on: underlyingQueue, perform: $0) }
    }

    /// Returns the tasks.
    public func urlSessionTasks(
        bufferingPolicy: StreamOf<URLSessionTask>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLSessionTask> {
        stream(bufferingPolicy) { onURLSessionTaskCreation(on: underlyingQueue, perform: $0) }
    }

    /// Returns the `curl` command of the request.
    public func cURLDescriptions(bufferingPolicy: StreamOf<String>.BufferingPolicy = .unbounded) -> StreamOf<String> {
        stream(bufferingPolicy) { cURLDescription(on: underlyingQueue, calling: $0) }
    }

    fileprivate func stream<Value: Sendable>(
        _ policy: StreamOf<Value>.BufferingPolicy, _ add: (@escaping @Sendable (Value) -> Void) -> Request
    ) -> StreamOf<Value> {
        StreamOf(policy) { values in
            _ = add { values.yield($0) }
            whenFinished { values.finish() }
        }
    }
}

extension HeadReceivingRequest {
    /// Returns the heads of the responses, one for each attempt.
    public func httpResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        stream(bufferingPolicy) { handler in onHTTPResponse(on: underlyingQueue) { handler($0) } }
    }
}
