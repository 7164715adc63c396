extension DataRequest {
    /// Calls a closure with the body when the request has ended.
    ///
    /// Closures are called in the order they were added, those for one queue one after the other; one that is added
    /// after the end is called at once. Each is called exactly once, cancelled requests' too.
    ///
    /// - Parameters:
    ///   - queue: Where to call it. On Linux the main queue runs only in a program that calls `dispatchMain()` or runs the
    ///     main run loop; one whose main function is asynchronous does.
    ///   - handler: What to do with the answer.
    @discardableResult
    public func response(
        queue: DispatchQueue = .main, _ handler: @escaping @Sendable (DataResponse<Data>) -> Void
    ) -> Self {
        addReader(nil)
        whenFinished { [self] in
            let response = answer()
            queue.async { handler(response) }
        }
        return self
    }

    /// Calls a closure with what a serializer makes of the body when the request has ended.
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
        queue: DispatchQueue = .main, serializer: Serializer,
        _ handler: @escaping @Sendable (DataResponse<Serializer.Output>) -> Void
    ) -> Self {
        addReader(serializer: serializer)
        whenFinished { [self] in
            // Made here for the handler alone: nobody else has it.
            let response = Handover(answer(serializer))
            queue.async { handler(response.content) }
        }
        return self
    }

    /// The answer, when the request has ended. A task that is cancelled meanwhile cancels the request.
    ///
    /// A request that has not been started is.
    public func response() async -> DataResponse<Data> {
        addReader(nil)
        await ended()
        return answer()
    }

    /// The answer and what a serializer makes of it, when the request has ended. A task that is cancelled meanwhile cancels
    /// the request.
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer
    ) async -> sending DataResponse<Serializer.Output> {
        addReader(serializer: serializer)
        await ended()
        return Handover(answer(serializer)).content
    }

    /// The body, when the request has ended.
    ///
    /// - Throws: The request's error.
    public func receivedData() async throws -> Data {
        let response = await response()
        if let error = response.error { throw error }
        return response.data ?? Data()
    }

    /// Decodes the body with a serializer, when the request has ended.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").decode(with: .json)
    /// ```
    ///
    /// - Throws: The request's error or the serializer's; `ResponseSerializationError` of kind `noObject` where there was
    ///   nothing to decode.
    public func decode<Serializer: ResponseSerialization>(
        with serializer: Serializer
    ) async throws -> sending Serializer.Output {
        addReader(serializer: serializer)
        await ended()
        return Handover(try answer(serializer).get()).content
    }

    /// Decodes the body as a model in JSON, when the request has ended; one of an optional type may be empty.
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

    /// Decodes the body as text, when the request has ended: in `encoding`, or else in the charset of its `Content-Type`,
    /// or else in UTF-8.
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

extension Request {
    /// Waits for the end; starts the request if nobody has.
    func ended() async {
        if state == .initialized { resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                resumeWhenFinished(continuation)
            }
        } onCancel: {
            cancel()
        }
    }
}

/// Carries a value that is made for its receiver alone to where the receiver is.
///
/// `@unchecked Sendable`: whoever makes it keeps no reference to the content.
struct Handover<Content>: @unchecked Sendable {
    nonisolated(unsafe) let content: Content

    init(_ content: Content) { self.content = content }
}
