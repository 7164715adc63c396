/// The streams of a request as asynchronous sequences.
public struct DataStreamTask: Sendable {
    /// A sequence of a stream's parts, with the end as its last element.
    public typealias Stream<Success, Failure: Error> = StreamOf<DataStreamRequest.Stream<Success, Failure>>

    fileprivate let request: DataStreamRequest

    /// Returns the parts of the body.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the reader stops before the end.
    ///   - bufferingPolicy: The limit on the parts that wait for the reader.
    public func streamingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<Data, Never>.BufferingPolicy = .unbounded
    ) -> Stream<Data, Never> {
        stream(shouldAutomaticallyCancel, bufferingPolicy) { request.responseStream(on: $0, stream: $1) }
    }

    /// Returns the parts of the body as text in UTF-8.
    public func streamingStrings(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<String, Never>.BufferingPolicy = .unbounded
    ) -> Stream<String, Never> {
        stream(shouldAutomaticallyCancel, bufferingPolicy) { request.responseStreamString(on: $0, stream: $1) }
    }

    /// Returns the parts of the body as models in JSON.
    public func streamingDecodables<T>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<T, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<T, AFError> where T: Decodable & Sendable {
        streamingResponses(
            serializedUsing: DecodableStreamSerializer<T>(), automaticallyCancelling: shouldAutomaticallyCancel,
            bufferingPolicy: bufferingPolicy)
    }

    /// Returns the serialized values of the parts of the body.
    public func streamingResponses<Serializer: DataStreamSerializer>(
        serializedUsing serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<Serializer.SerializedObject, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<Serializer.SerializedObject, AFError> {
        stream(shouldAutomaticallyCancel, bufferingPolicy) {
            request.responseStream(using: serializer, on: $0, stream: $1)
        }
    }

    private func stream<Success: Sendable, Failure: Error>(
        _ cancelsAutomatically: Bool, _ policy: Stream<Success, Failure>.BufferingPolicy,
        _ add: (DispatchQueue, @escaping DataStreamRequest.Handler<Success, Failure>) -> Void
    ) -> Stream<Success, Failure> {
        let queue = DispatchQueue(label: "AlamofireCompat.stream", target: .global())
        return StreamOf(bufferingPolicy: policy) { [request] parts in
            if cancelsAutomatically { parts.onTermination = { if case .cancelled = $0 { request.cancel() } } }
            add(queue) { part in
                parts.yield(part)
                if case .complete = part.event { parts.finish() }
            }
        }
    }

    /// Cancels the request. The streams then end with `AFError.explicitlyCancelled`.
    public func cancel() { request.cancel() }
    /// Starts the request, or continues it after ``suspend()``.
    public func resume() { request.resume() }
    /// Pauses the request: nothing more is sent or delivered until ``resume()``.
    public func suspend() { request.suspend() }
}

extension DataStreamRequest {
    /// Returns the streams of the request as asynchronous sequences.
    public func streamTask() -> DataStreamTask { DataStreamTask(request: self) }
}

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
