extension Request {
    /// Calls a closure on the main actor with the value that a serializer decodes from the body when the request has
    /// ended.
    ///
    /// ```swift
    /// session.request("https://example.com/orders/1").validate().response(serializer: .json) { response in
    ///     print(response.value ?? "", response.error ?? "")
    /// }
    /// session.download("https://example.com/orders", to: file).validate().response(serializer: .json) { response in
    ///     print(response.value ?? "", response.fileURL ?? "")
    /// }
    /// ```
    ///
    /// The serializer also gets the body of a response that a validation refused, but not the body of a failed
    /// transfer. The body of a download is read from its file.
    ///
    /// Closures are called in the order they were added, and those for the same queue one after the other. A closure
    /// that is added after the end is called at once. Each is called exactly once, even if the request is cancelled.
    /// The first starts the request if the session's ``Session/start`` is ``RequestStart/withFirstHandler``.
    ///
    /// The call comes from the main queue. If your main thread is blocked, or runs neither `dispatchMain()` nor a run
    /// loop, use ``response(queue:serializer:_:)`` or ``response(serializer:)``.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer, _ handler: @escaping @MainActor (Answer<Serializer.Output>) -> Void
    ) -> Self {
        respond(on: .main, serializer, { [self] in answer(by: serializer) }) { answer in
            MainActor.assumeIsolated { handler(answer.value) }
        }
    }

    /// Calls a closure on a queue with the value that a serializer decodes from the body, as
    /// ``response(serializer:_:)`` does on the main actor.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        queue: DispatchQueue, serializer: Serializer,
        _ handler: @escaping @Sendable (Answer<Serializer.Output>) -> Void
    ) -> Self {
        respond(on: queue, serializer, { [self] in answer(by: serializer) }) { handler($0.value) }
    }

    /// Calls a closure on a queue with the answer when the request has ended.
    func respond<Output>(
        on queue: DispatchQueue, _ serializer: (any ResponseSerialization)?,
        _ makeAnswer: @escaping @Sendable () -> Answer<Output>,
        _ handler: @escaping @Sendable (UncheckedSendable<Answer<Output>>) -> Void
    ) -> Self {
        let finalAnswer =
            serializer == nil ? { @Sendable in UncheckedSendable(makeAnswer()) } : serialized(by: makeAnswer)
        whenFinished {
            // Created here only for the handler: no other reference exists.
            let answer = finalAnswer()
            queue.async { handler(answer) }
        }
        startWithHandler()
        return self
    }

    /// Makes the answer before the request ends if there are retriers, which decide about its error.
    ///
    /// - Returns: A closure that returns the answer after the end.
    private func serialized<Output>(
        by makeAnswer: @escaping @Sendable () -> Answer<Output>
    ) -> @Sendable () -> UncheckedSendable<Answer<Output>> {
        typealias Early = (attempt: Int, value: UncheckedSendable<Output?>, error: RequestError?)
        let early = Locked<Early?>(nil)
        let serializer = EarlySerializer(
            run: { [self] in
                let answer = makeAnswer()
                early.withLock { $0 = (retryCount, UncheckedSendable(answer.value), answer.error) }
                return answer.error
            },
            replace: { error in early.withLock { $0?.error = error } })
        record.withLock { if !$0.machine.isFinished { $0.settings.serializers.append(serializer) } }
        return { [self] in
            guard let early = early.value, early.attempt == retryCount, error == nil else {
                return UncheckedSendable(makeAnswer())
            }
            // The duration is known now.
            return UncheckedSendable(answer(early.value.value, early.error))
        }
    }

    /// Returns the answer, with the value that a serializer decodes from its body, when the request has ended. If the
    /// task is cancelled first, so is the request.
    ///
    /// The call starts the request if it has not been started.
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer
    ) async -> sending Answer<Serializer.Output> {
        let finalAnswer = serialized { [self] in answer(by: serializer) }
        await ended()
        return finalAnswer().value
    }

    /// Returns the answer, with a model in JSON as its value, when the request has ended.
    ///
    /// ```swift
    /// let answer = await session.request(url).response(of: Order.self)
    /// print(answer.statusCode ?? 0, answer.headers["ETag"] ?? "", answer.value?.id ?? 0)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - decoder: The decoder, or `nil` for the session's.
    public func response<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: JSONDecoder? = nil
    ) async -> Answer<Value> { await response(serializer: .decodable(type, decoder: decoder ?? session.decoder)) }

    /// Returns the model or the error when the request has ended, as ``decode(_:decoder:)`` returns or throws it.
    public func result<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self, decoder: JSONDecoder? = nil
    ) async -> Result<Value, RequestError> {
        do { return .success(try await decode(type, decoder: decoder)) } catch { return .failure(error) }
    }

    /// Decodes the body with a serializer when the request has ended.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").decode(with: .json)
    /// let all = try await session.download("https://example.com/orders", to: file).decode(with: .json)
    /// ```
    ///
    /// - Throws: The request's error or the serializer's, also for a status that the serializer does not accept, unless
    ///   `validate(statusCode:)` does, or one of kind ``RequestError/Kind/noBody`` if there is nothing to decode.
    public func decode<Serializer: ResponseSerialization>(
        with serializer: Serializer
    ) async throws(RequestError) -> sending Serializer.Output {
        var serializer = serializer
        // The status is checked before the retriers are asked, and before a file is placed.
        if let checking = serializer as? any HTTPResponseSerialization,
            let codes = checking.configuration.acceptableStatusCodes,
            requireStatus(HTTPResponseConfiguration(acceptableStatusCodes: codes))
        {
            serializer = checking.acceptingEveryStatus as? Serializer ?? serializer
        }
        let answer = await response(serializer: serializer)
        return try answer.get()
    }

    /// Decodes the body as a model in JSON when the request has ended. The body of an optional model may be empty.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").decode(Order.self)
    /// let all = try await session.download("https://example.com/orders", to: file).decode([Order].self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - decoder: The decoder, or `nil` for the session's.
    /// - Throws: The errors of ``decode(with:)``, also for a status that is not from 200 to 299, unless
    ///   `validate(statusCode:)` accepts it.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder? = nil
    ) async throws(RequestError) -> Value {
        try await decode(with: DecodableResponseSerializer(type, format: .json(decoder ?? session.decoder)))
    }

    /// Decodes the JSON body as a model, or after an unacceptable status as the server's description of the error.
    ///
    /// ```swift
    /// do {
    ///     order = try await session.request(url).decode(Order.self, orError: Problem.self)
    /// } catch {
    ///     print(error.statusCode ?? 0, (error.body as? Problem)?.message ?? "")
    /// }
    /// ```
    ///
    /// The description may be of any media type, such as `application/problem+json` (RFC 9457).
    ///
    /// - Throws: The errors of ``decode(_:decoder:)``, of kind ``RequestError/Kind/status`` with a `Problem` as the
    ///   ``RequestError/body`` if the body is one.
    public func decode<Value: Decodable & Sendable, Problem: Decodable & Sendable>(
        _ type: Value.Type = Value.self, orError problem: Problem.Type, decoder: JSONDecoder? = nil
    ) async throws(RequestError) -> Value {
        do {
            return try await decode(type, decoder: decoder)
        } catch {
            guard error.kind == .status, let body = try? error.decode(problem, decoder: decoder ?? session.decoder)
            else { throw error }
            throw error.adding(body: body)
        }
    }

    /// Decodes the body as JSON of any structure when the request has ended: `try await request.json()["id"]?.int`. The
    /// keys stay as they are, also if the session's decoder converts them.
    ///
    /// - Throws: The errors of ``decode(_:decoder:)``.
    public func json(decoder: JSONDecoder = JSONDecoder()) async throws(RequestError) -> ParameterValue {
        try await decode(decoder: decoder)
    }

    /// Decodes the body as text when the request has ended: in `encoding`, or else in the charset of its
    /// `Content-Type`, or else in UTF-8.
    ///
    /// - Throws: The errors of ``decode(_:decoder:)``.
    public func string(encoding: String.Encoding? = nil) async throws(RequestError) -> String {
        try await decode(with: StringResponseSerializer(encoding: encoding))
    }

    /// Requires an acceptable status, unless an earlier call required others or a validation of the caller checks it.
    /// Returns whether one does.
    @discardableResult
    func requireStatus(_ acceptable: HTTPResponseConfiguration = RequestRecord.successes) -> Bool {
        record.withLock { record in
            record.requiredStatus = record.requiredStatus ?? acceptable
            sink.dropRefused()
            return record.validatesStatus
        }
    }

    /// Returns the error that the caller gets, with the response and the body in memory.
    func wrapped(_ error: any Error) -> RequestError { record.withLock { $0.wrapped(error, sink.data) } }

    private func answer<Serializer: ResponseSerialization>(by serializer: Serializer) -> Answer<Serializer.Output> {
        let (isAnswered, response, error) = record.withLock { ($0.machine.isAnswered, $0.response, $0.error) }
        guard isAnswered else { return answer(nil, error) }
        do {
            let made = serializer.serialize(response, data: try readBody())
            return answer(made.object, error ?? made.error.map(wrapped))
        } catch let failure {
            return answer(nil, error ?? wrapped(failure))
        }
    }
}
