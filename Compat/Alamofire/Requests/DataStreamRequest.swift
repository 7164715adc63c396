import URLSerializationSession

/// A request that delivers the body of its response as it arrives, and does not keep it.
public final class DataStreamRequest: Request, ValidatingRequest, HeadReceivingRequest, @unchecked Sendable {
    /// A closure that is called with each part of the body, and with the end.
    public typealias Handler<Success, Failure: Error> = @Sendable (Stream<Success, Failure>) throws -> Void
    /// A closure that validates a response.
    public typealias Validation = @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse) -> ValidationResult

    /// A part of the body, or the end.
    public struct Stream<Success, Failure: Error>: Sendable where Success: Sendable, Failure: Sendable {
        /// The part of the body that was received, or the end of the stream.
        public let event: Event<Success, Failure>
        /// The token that cancels the request.
        public let token: CancellationToken

        /// Cancels the request. The stream then ends with `AFError.explicitlyCancelled`.
        public func cancel() { token.cancel() }

        /// The result of a part, or `nil` at the end.
        public var result: Result<Success, Failure>? { if case .stream(let result) = event { result } else { nil } }
        /// The value of a part, or `nil` for an error and at the end.
        public var value: Success? { try? result?.get() }
        /// The error of a part, or `nil` for a value and at the end.
        public var error: Failure? { if case .failure(let error) = result { error } else { nil } }
        /// The end, or `nil` before it.
        public var completion: Completion? { if case .complete(let end) = event { end } else { nil } }
    }

    /// The content of a ``Stream``: a serialized part of the body, or the end.
    public enum Event<Success, Failure: Error>: Sendable where Success: Sendable, Failure: Sendable {
        /// A serialized part of the body, or the serializer's error.
        case stream(Result<Success, Failure>)
        /// The end of the stream, which is its last event.
        case complete(Completion)
    }

    /// The end of a stream: the last request and response, and the error if there was one.
    public struct Completion: Sendable {
        /// The request as it was sent last.
        public let request: URLRequest?
        /// The server's response, or `nil` if none was received.
        public let response: HTTPURLResponse?
        /// The metrics of the last task. Always `nil`, because programs cannot create `URLSessionTaskMetrics`.
        public let metrics: URLSessionTaskMetrics?
        /// The error, or `nil` for none.
        public let error: AFError?
    }

    /// A token that cancels a request.
    public struct CancellationToken: Sendable {
        let request: DataStreamRequest

        /// Cancels the request. Its streams then end with `AFError.explicitlyCancelled`.
        public func cancel() { request.cancel() }
    }

    /// The value that makes the request.
    public let convertible: any URLRequestConvertible
    /// Whether an error of a serializer cancels the request.
    public let automaticallyCancelOnStreamError: Bool
    /// The parts that are being handled. The request ends after them, so that their handlers can still cancel it.
    private let parts = DispatchGroup()

    init(
        _ convertible: any URLRequestConvertible, _ session: Session, _ options: RequestOptions, _ cancelsOnError: Bool
    ) {
        self.convertible = convertible
        automaticallyCancelOnStreamError = cancelsOnError
        let core = session.engine.unmadeRequest()
        core.discardReceivedBody()
        super.init(convertible, core, session, options)
        makeEarly()
    }

    /// Adds a closure that validates the response. Its error becomes the request's, and the retriers decide about it.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self { add { validation($0.request, $1) } }

    // MARK: - For the base class

    override func report(_ result: ValidationResult, of response: HTTPURLResponse) {
        let request = request
        notify { $0.request($1, didValidateRequest: request, response: response, withResult: result) }
    }

    // MARK: - Streams

    /// Calls a closure with each part of the body, and with the end.
    @discardableResult
    public func responseStream(on queue: DispatchQueue = .main, stream: @escaping Handler<Data, Never>) -> Self {
        add(stream, on: queue) { .success($1) }
    }

    /// Calls a closure with the serialized value of each part of the body, and with the end.
    @discardableResult
    public func responseStream<Serializer: DataStreamSerializer>(
        using serializer: Serializer, on queue: DispatchQueue = .main,
        stream: @escaping Handler<Serializer.SerializedObject, AFError>
    ) -> Self {
        add(stream, on: queue) { request, data in
            let result = Result { try serializer.serialize(data) }.mapError(\.asSerializationError)
            request.notify { $0.request($1, didParseStream: result) }
            if case .failure = result, request.automaticallyCancelOnStreamError { request.cancel() }
            return result
        }
    }

    /// Calls a closure with each part of the body as text in UTF-8, and with the end. A character that is split
    /// between two parts is replaced.
    @discardableResult
    public func responseStreamString(
        on queue: DispatchQueue = .main, stream: @escaping Handler<String, Never>
    ) -> Self {
        add(stream, on: queue) { request, data in
            let text = String(decoding: data, as: UTF8.self)
            request.notify { $0.request($1, didParseStream: AFResult<String>.success(text)) }
            return .success(text)
        }
    }

    /// Calls a closure with each part of the body as a model, and with the end.
    @discardableResult
    public func responseStreamDecodable<T: Decodable>(
        of type: T.Type = T.self, on queue: DispatchQueue = .main, using decoder: any DataDecoder = JSONDecoder(),
        preprocessor: any DataPreprocessor = PassthroughPreprocessor(), stream: @escaping Handler<T, AFError>
    ) -> Self where T: Sendable {
        let serializer = DecodableStreamSerializer<T>(decoder: decoder, dataPreprocessor: preprocessor)
        return responseStream(using: serializer, on: queue, stream: stream)
    }

    private func add<Success: Sendable, Failure: Error>(
        _ handler: @escaping Handler<Success, Failure>, on queue: DispatchQueue,
        _ serialize: @escaping @Sendable (DataStreamRequest, Data) -> Result<Success, Failure>
    ) -> Self {
        let stream: @Sendable (Data) -> Void = { [weak self] data in
            guard let self else { return }
            parts.enter()
            serializationQueue.async { [self] in
                let result = serialize(self, data)
                queue.async { [self] in
                    do {
                        try handler(Stream(event: .stream(result), token: CancellationToken(request: self)))
                    } catch {
                        fail(with: error.asSerializationError)
                        cancel()
                    }
                    parts.leave()
                }
            }
        }
        return set { $0.streams.append(stream) }.add { [self] done in
            parts.notify(queue: underlyingQueue) {
                let call = { @Sendable [self] in
                    let end = Completion(request: request, response: response, metrics: nil, error: error)
                    // At the end there is nothing to cancel, and no one to report an error to.
                    queue.async { [self] in
                        try? handler(Stream(event: .complete(end), token: CancellationToken(request: self)))
                    }
                }
                done(call, nil)
            }
        }
    }
}

/// Serializes each part of a stream into a value.
public protocol DataStreamSerializer: Sendable {
    /// The value that the serializer makes of each part of a stream.
    associatedtype SerializedObject: Sendable
    /// Returns the value of a part.
    func serialize(_ data: Data) throws -> SerializedObject
}

/// Decodes a model from each part of a stream.
public struct DecodableStreamSerializer<T: Decodable>: DataStreamSerializer where T: Sendable {
    /// The decoder, by default of JSON.
    public let decoder: any DataDecoder
    /// The preprocessor that changes a part before it is decoded.
    public let dataPreprocessor: any DataPreprocessor

    /// Creates a serializer, by default one that decodes JSON without preprocessing.
    public init(
        decoder: any DataDecoder = JSONDecoder(), dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) {
        self.decoder = decoder
        self.dataPreprocessor = dataPreprocessor
    }

    /// Returns the model of a part.
    public func serialize(_ data: Data) throws -> T { try decoder.model(of: dataPreprocessor.preprocess(data)) }
}

/// Returns each part of a stream as it is.
public struct PassthroughStreamSerializer: DataStreamSerializer {
    /// Creates a serializer that leaves every part unchanged.
    public init() {}
    /// Returns the part of the body unchanged.
    public func serialize(_ data: Data) throws -> Data { data }
}

/// Decodes each part of a stream as text in UTF-8.
public struct StringStreamSerializer: DataStreamSerializer {
    /// Creates a serializer. It decodes each part by itself, even if a character is split between two.
    public init() {}
    /// Returns the text of a part.
    public func serialize(_ data: Data) throws -> String { String(decoding: data, as: UTF8.self) }
}

extension DataStreamSerializer {
    /// Returns a serializer that decodes models.
    public static func decodable<T: Decodable>(
        of type: T.Type, decoder: any DataDecoder = JSONDecoder(),
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) -> Self where Self == DecodableStreamSerializer<T> {
        DecodableStreamSerializer(decoder: decoder, dataPreprocessor: dataPreprocessor)
    }
}

extension DataStreamSerializer where Self == PassthroughStreamSerializer {
    /// The serializer that returns parts as they are.
    public static var passthrough: PassthroughStreamSerializer { PassthroughStreamSerializer() }
}

extension DataStreamSerializer where Self == StringStreamSerializer {
    /// The serializer that decodes each part as UTF-8, with U+FFFD for invalid bytes.
    public static var string: StringStreamSerializer { StringStreamSerializer() }
}
