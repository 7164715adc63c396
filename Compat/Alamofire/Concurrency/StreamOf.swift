/// An asynchronous sequence of a request's values, which ends with the request.
public typealias StreamOf<Element> = AsyncStream<Element>

extension AsyncStream {
    /// The limit on the values that wait for a reader.
    public typealias BufferingPolicy = Continuation.BufferingPolicy
}

extension Request {
    /// Returns the progress of sending the body.
    public func uploadProgress(bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded) -> StreamOf<Progress> {
        stream(bufferingPolicy) { uploadProgress(queue: underlyingQueue, closure: $0) }
    }

    /// Returns the progress of receiving the body.
    public func downloadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> { stream(bufferingPolicy) { downloadProgress(queue: underlyingQueue, closure: $0) } }

    /// Returns the requests that are sent.
    public func urlRequests(bufferingPolicy: StreamOf<URLRequest>.BufferingPolicy = .unbounded) -> StreamOf<URLRequest>
    { stream(bufferingPolicy) { onURLRequestCreation(on: underlyingQueue, perform: $0) } }

    /// Returns the tasks, one for each attempt, beginning with the current attempt's.
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
        StreamOf(bufferingPolicy: policy) { values in
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
