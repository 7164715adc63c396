extension DownloadRequest {
    /// Calls a closure with the file when the request has ended.
    ///
    /// Closures are called in the order they were added, those for one queue one after the other; one that is added
    /// after the end is called at once. Each is called exactly once, cancelled requests' too.
    @discardableResult
    public func response(
        queue: DispatchQueue = .main, _ handler: @escaping @Sendable (DownloadResponse<URL>) -> Void
    ) -> Self {
        addReader(nil)
        whenFinished { [self] in
            let response = answer()
            queue.async { handler(response) }
        }
        return self
    }

    /// Calls a closure with what a serializer makes of the file when the request has ended.
    @discardableResult
    public func response<Serializer: ResponseSerialization>(
        queue: DispatchQueue = .main, serializer: Serializer,
        _ handler: @escaping @Sendable (DownloadResponse<Serializer.Output>) -> Void
    ) -> Self {
        addReader(serializer: serializer)
        whenFinished { [self] in
            let response = Handover(answer(serializer))
            queue.async { handler(response.content) }
        }
        return self
    }

    /// The answer, when the request has ended. A task that is cancelled meanwhile cancels the request.
    ///
    /// A request that has not been started is.
    public func response() async -> DownloadResponse<URL> {
        addReader(nil)
        await ended()
        return answer()
    }

    /// The answer and what a serializer makes of the file, when the request has ended. A task that is cancelled meanwhile
    /// cancels the request.
    public func response<Serializer: ResponseSerialization>(
        serializer: Serializer
    ) async -> sending DownloadResponse<Serializer.Output> {
        addReader(serializer: serializer)
        await ended()
        return Handover(answer(serializer)).content
    }

    /// The file, when the request has ended.
    ///
    /// Of a download without a destination the file is from now on the caller's to remove.
    ///
    /// - Throws: The request's error.
    public func file() async throws -> URL {
        addReader(nil)
        await ended()
        let response = answer()
        if let error = response.error { throw error }
        guard let url = response.fileURL else {
            throw SessionError(.noResponse, url: request?.url, reason: "Nothing was received that could be a file.")
        }
        file.giveUp()
        return url
    }

    /// Decodes the file with a serializer, when the request has ended.
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

    /// Decodes the file as a model in JSON, when the request has ended; one of an optional type may be empty.
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

    /// Decodes the file as text, when the request has ended: in `encoding`, or else in the charset of its `Content-Type`,
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
