extension DownloadRequest {
    /// Calls a closure on the main actor with the file when the request has ended.
    ///
    /// Closures are called in the order they were added, those for one queue one after the other; one that is added
    /// after the end is called at once. Each is called exactly once, also for a cancelled request. The first starts the
    /// request if the session's ``Session/start`` is ``RequestStart/withFirstHandler``.
    ///
    /// The main queue delivers the call: a program whose main thread is blocked, or runs neither `dispatchMain()` nor a
    /// run loop, uses ``response(queue:_:)`` or ``response()``.
    @discardableResult
    public func response(_ handler: @escaping @MainActor (DownloadResponse<URL>) -> Void) -> Self {
        response(queue: .main) { response in MainActor.assumeIsolated { handler(response) } }
    }

    /// Calls a closure on a queue with the file when the request has ended, as ``response(_:)`` does on the main actor.
    @discardableResult
    public func response(
        queue: DispatchQueue, _ handler: @escaping @Sendable (DownloadResponse<URL>) -> Void
    ) -> Self {
        addReader(nil)
        whenFinished { [self] in
            let response = answer()
            queue.async { handler(response) }
        }
        startWithHandler()
        return self
    }

    /// Calls a closure on the main actor with the value that a serializer decodes from the file when the request has
    /// ended, as ``response(_:)`` does with the file itself.
    ///
    /// ```swift
    /// session.download("https://example.com/orders/1").validate().response(serializer: .json) { response in
    ///     print(response.value ?? "", response.error ?? "")
    /// }
    /// ```
    ///
    /// The file of a response that a validation refused is serialized too; that of a transfer that failed is not.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer, _ handler: @escaping @MainActor (DownloadResponse<Serializer.Output>) -> Void
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

    /// Calls a closure on a queue with the value that a serializer decodes from the file, as
    /// ``response(serializer:_:)`` does on the main actor.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        queue: DispatchQueue, serializer: Serializer,
        _ handler: @escaping @Sendable (DownloadResponse<Serializer.Output>) -> Void
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
    public func response() async -> DownloadResponse<URL> {
        addReader(nil)
        await ended()
        return answer()
    }

    /// Returns the answer, with the value that a serializer decodes from the file, when the request has ended. A task
    /// that is cancelled before then cancels the request.
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer
    ) async -> sending DownloadResponse<Serializer.Output> {
        addReader(serializer: serializer)
        await ended()
        return UncheckedSendable(answer(serializer)).value
    }

    /// Returns the URL of the file when the request has ended.
    ///
    /// The caller then removes the file of a download without a destination.
    ///
    /// - Throws: The request's error.
    public func file() async throws -> URL {
        addReader(nil)
        await ended()
        let response = answer()
        if let error = response.error { throw error }
        guard let url = response.fileURL else {
            throw SessionError(.noResponse, url: request?.url, reason: "The transfer left no file.")
        }
        file.release()
        return url
    }

    /// Decodes the file with a serializer when the request has ended.
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

    /// Decodes the file as a model in JSON when the request has ended. The file of an optional model may be empty.
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

    /// Decodes the file as JSON of any structure when the request has ended: `try await request.json()["id"]?.int`.
    ///
    /// - Throws: As ``decode(with:)``.
    public func json() async throws -> ParameterValue { try await decode() }

    /// Decodes the file as text when the request has ended: in `encoding`, or else in the charset of its
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

    private func answer() -> DownloadResponse<URL> {
        DownloadResponse(self, value: fileURL, error: error)
    }

    private func answer<Serializer: ResponseSerialization>(
        _ serializer: Serializer
    ) -> DownloadResponse<Serializer.Output> {
        guard record.value.isAnswered, let fileURL else { return DownloadResponse(self, value: nil, error: error) }
        do {
            let made = serializer.serialize(response, data: try Data(contentsOf: fileURL, options: .mappedIfSafe))
            return DownloadResponse(self, value: made.object, error: error ?? made.error)
        } catch {
            return DownloadResponse(self, value: nil, error: self.error ?? error)
        }
    }
}
