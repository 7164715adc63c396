/// The awaitable answer of a data or upload request.
public typealias DataTask<Value> = SerializingTask<Value>
/// The awaitable answer of a download.
public typealias DownloadTask<Value> = SerializingTask<Value>

/// The awaitable answer of a request.
public struct SerializingTask<Value>: Sendable {
    /// The response when the request has ended. If the awaiting task is cancelled before then, it cancels the request,
    /// unless the value was made with `automaticallyCancelling: false`.
    public var response: AFDataResponse<Value> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in answer.whenSet { waiter.resume(returning: $0) } }
            } onCancel: {
                if cancelsAutomatically { cancel() }
            }.value
        }
    }

    /// The serialized value or the error, once the request has ended.
    public var result: AFResult<Value> { get async { await response.result } }

    /// The serialized value, once the request has ended.
    ///
    /// - Throws: The response's `AFError`.
    public var value: Value { get async throws { try await result.get() } }

    private let request: Request
    /// If a `Task` waited for the end of each request, each would take a thread.
    private let answer = Promise<UncheckedSendable<AFDataResponse<Value>>>()
    private let cancelsAutomatically: Bool

    /// - Parameter serialize: Makes the value on the queue of serializers.
    fileprivate init(
        _ request: Request, _ cancelsAutomatically: Bool, _ serialize: @escaping @Sendable () throws -> Value
    ) {
        self.request = request
        self.cancelsAutomatically = cancelsAutomatically
        _ = request.respond(on: request.underlyingQueue, startsAtOnce: true, serialize) { [answer] response in
            answer.set(UncheckedSendable(response))
        }
        if cancelsAutomatically, Task.isCancelled { cancel() }
    }

    /// Ends the request with `AFError.explicitlyCancelled`, which the awaiting tasks receive.
    public func cancel() { request.cancel() }
    /// Starts the request, or continues it after ``suspend()``.
    public func resume() { request.resume() }
    /// Pauses the request: nothing more is sent or delivered until ``resume()``.
    public func suspend() { request.suspend() }
}

extension RespondingRequest {
    /// Returns the response with the body as it is.
    public func serializingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = .passthrough, emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> DataTask<Data> {
        let serializer = DataResponseSerializer(dataPreprocessor, emptyResponseCodes, emptyRequestMethods)
        return DataTask(self, shouldAutomaticallyCancel) { [self] in try value(by: serializer) }
    }

    /// Returns the response with the body as a model.
    public func serializingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = .passthrough, decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> DataTask<Value> {
        let serializer = DecodableResponseSerializer<Value>(
            dataPreprocessor, decoder, emptyResponseCodes, emptyRequestMethods)
        return DataTask(self, shouldAutomaticallyCancel) { [self] in try value(by: serializer) }
    }

    /// Returns the response with the body as text.
    public func serializingString(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = .passthrough, encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> DataTask<String> {
        let serializer = StringResponseSerializer(dataPreprocessor, encoding, emptyResponseCodes, emptyRequestMethods)
        return DataTask(self, shouldAutomaticallyCancel) { [self] in try value(by: serializer) }
    }
}

extension DataRequest {
    /// Returns the answer with the serialized value of the body.
    public func serializingResponse<Serializer: DataResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DataTask<Serializer.SerializedObject> {
        DataTask(self, shouldAutomaticallyCancel) { [self] in try value(by: serializer) }
    }
}

extension DownloadRequest {
    /// Returns the answer with the serialized value of the file.
    public func serializingDownload<Serializer: ResponseSerializer>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        DownloadTask(self, shouldAutomaticallyCancel) { [self] in try value(by: serializer) }
    }

    /// Returns the answer with the serialized value of the file.
    public func serializingDownload<Serializer: DownloadResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        DownloadTask(self, shouldAutomaticallyCancel) { [self] in try fileValue(by: serializer) }
    }

    /// Returns the answer with the file's URL.
    public func serializingDownloadedFileURL(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<URL> {
        serializingDownload(using: URLResponseSerializer(), automaticallyCancelling: shouldAutomaticallyCancel)
    }
}
