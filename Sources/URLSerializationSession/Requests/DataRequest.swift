/// A request whose answer is kept in memory, or read as it arrives (`DataRequest` of Alamofire 4).
public class DataRequest: Request, @unchecked Sendable {
    let bytes: ReceivedBytes

    init(_ made: Result<URLRequest, any Error>, body: RequestBody, host: any RequestHost) {
        bytes = ReceivedBytes()
        super.init(made, body: body, sink: bytes, host: host)
        bytes.reviewer = self
    }

    /// The body received so far, or `nil` before the response and where ``receivedBody()`` hands it out.
    public var data: Data? { bytes.data }

    override var receivedData: Data? { bytes.data }
}

extension DataRequest {
    /// Calls a closure on the main actor with the body when the request has ended.
    ///
    /// Closures are called in the order they were added, those for one queue one after the other; one that is added
    /// after the end is called at once. Each is called exactly once, also for a cancelled request. The first starts the
    /// request if the session's ``Session/start`` is ``RequestStart/withFirstHandler``.
    ///
    /// The main queue delivers the call: a program whose main thread is blocked, or runs neither `dispatchMain()` nor a
    /// run loop, uses ``response(queue:_:)`` or ``response()``.
    @discardableResult
    public func response(_ handler: @escaping @MainActor (DataResponse<Data>) -> Void) -> Self {
        response(queue: .main) { response in MainActor.assumeIsolated { handler(response) } }
    }

    /// Calls a closure on a queue with the body when the request has ended, as ``response(_:)`` does on the main actor.
    @discardableResult
    public func response(
        queue: DispatchQueue, _ handler: @escaping @Sendable (DataResponse<Data>) -> Void
    ) -> Self {
        addReader(nil)
        whenFinished { [self] in
            let response = answer()
            queue.async { handler(response) }
        }
        startWithHandler()
        return self
    }

    /// Calls a closure on the main actor with the value that a serializer decodes from the body when the request has
    /// ended, as ``response(_:)`` does with the body itself.
    ///
    /// ```swift
    /// session.request("https://example.com/orders/1").validate().response(serializer: .json) { response in
    ///     print(response.value ?? "", response.error ?? "")
    /// }
    /// ```
    ///
    /// The body of a response that a validation refused is serialized too; that of a transfer that failed is not.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer, _ handler: @escaping @MainActor (DataResponse<Serializer.Output>) -> Void
    ) -> Self {
        addReader(serializer: serializer)
        whenFinished { [self] in
            // Created here for the handler alone: no other reference exists.
            let response = UncheckedSendable(answer(serializer))
            DispatchQueue.main.async { MainActor.assumeIsolated { handler(response.value) } }
        }
        startWithHandler()
        return self
    }

    /// Calls a closure on a queue with the value that a serializer decodes from the body, as
    /// ``response(serializer:_:)`` does on the main actor.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        queue: DispatchQueue, serializer: Serializer,
        _ handler: @escaping @Sendable (DataResponse<Serializer.Output>) -> Void
    ) -> Self {
        addReader(serializer: serializer)
        whenFinished { [self] in
            // Created here for the handler alone: no other reference exists.
            let response = UncheckedSendable(answer(serializer))
            queue.async { handler(response.value) }
        }
        startWithHandler()
        return self
    }

    /// Returns the answer when the request has ended. A task that is cancelled before then cancels the request.
    ///
    /// The call starts a request that has not been started.
    public func response() async -> DataResponse<Data> {
        addReader(nil)
        await ended()
        return answer()
    }

    /// Returns the answer, with the value that a serializer decodes from it, when the request has ended. A task that is
    /// cancelled before then cancels the request.
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer
    ) async -> sending DataResponse<Serializer.Output> {
        addReader(serializer: serializer)
        await ended()
        return UncheckedSendable(answer(serializer)).value
    }

    /// Returns the body when the request has ended.
    ///
    /// - Throws: The request's error.
    public func data() async throws -> Data {
        let response = await response()
        if let error = response.error { throw error }
        return response.data ?? Data()
    }

    /// Renamed to ``data()``.
    @available(*, deprecated, renamed: "data()")
    public func receivedData() async throws -> Data { try await data() }

    /// Decodes the body with a serializer when the request has ended.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").decode(with: .json)
    /// ```
    ///
    /// - Throws: The request's error or the serializer's; `ResponseSerializationError` of kind `noObject` where the
    ///   serializer had nothing to decode.
    public func decode<Serializer: ResponseSerialization>(
        with serializer: Serializer
    ) async throws -> sending Serializer.Output {
        addReader(serializer: serializer)
        await ended()
        return UncheckedSendable(try answer(serializer).get()).value
    }

    /// Decodes the body as a model in JSON when the request has ended. The body of an optional model may be empty.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").decode(Order.self)
    /// ```
    ///
    /// - Throws: As ``decode(with:)``.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) async throws -> Value {
        try await decode(with: .decodable(type, format: .json(decoder)))
    }

    /// Decodes the body as JSON of any structure when the request has ended: `try await request.json()["id"]?.int`.
    ///
    /// - Throws: As ``decode(with:)``.
    public func json() async throws -> ParameterValue { try await decode() }

    /// Decodes the body as text when the request has ended: in `encoding`, or else in the charset of its
    /// `Content-Type`, or else in UTF-8.
    ///
    /// - Throws: As ``decode(with:)``.
    public func string(encoding: String.Encoding? = nil) async throws -> String {
        try await decode(with: .string(encoding: encoding))
    }

    /// Renamed to ``decode(with:)``.
    @available(*, deprecated, renamed: "decode(with:)")
    public func value<Serializer: ResponseSerialization>(
        of serializer: Serializer
    ) async throws -> sending Serializer.Output {
        try await decode(with: serializer)
    }

    private func answer() -> DataResponse<Data> {
        let record = record.value
        let data = data
        return DataResponse(
            request: record.request, response: record.response, data: data, value: data, error: record.error,
            duration: duration ?? 0)
    }

    private func answer<Serializer: ResponseSerialization>(_ serializer: Serializer) -> DataResponse<Serializer.Output>
    {
        let record = record.value
        let data = data
        let made = record.isAnswered ? serializer.serialize(record.response, data: data) : nil
        return DataResponse(
            request: record.request, response: record.response, data: data, value: made?.object,
            error: record.error ?? made?.error, duration: duration ?? 0)
    }
}
