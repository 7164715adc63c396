extension Request {
    /// Looks at a response and throws what is wrong with it.
    ///
    /// It is given the request as it was sent, the response, and the received body, nil where that is in a file or was
    /// handed out already.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) throws -> Void

    /// Has a closure look at the response before the request ends; what it throws is the request's error.
    ///
    /// It runs on a queue of the request's own. Validations run in the order they were added, up to the first that throws,
    /// and the retriers are asked about its error. One that is added after the end makes the request fail for the handlers
    /// that are added after it; the request is not sent again then, and a file stays at its destination.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        record.withLock { record in
            guard record.isFinished else { return record.validations.append(validation) }
            // Within the lock, so that a handler that is added next comes after it.
            callbacks.async { [self] in validateLate(validation) }
        }
        return self
    }

    /// Has a request that has ended well fail after all, for those who ask from now on.
    func validateLate(_ validation: Validation) {
        let record = record.value
        guard record.isAnswered, record.error == nil, let response = record.response else { return }
        do {
            try validation(record.request, response, receivedData)
        } catch {
            self.record.withLock { $0.error = error }
        }
    }

    /// Fails the request where the status is none of these.
    ///
    /// The error is a `ResponseSerializationError`, as that of a serializer.
    @discardableResult
    public func validate(statusCode acceptable: some Sequence<Int>) -> Self {
        var configuration = HTTPResponseConfiguration()
        configuration.acceptableStatusCodes = IndexSet(acceptable.filter { (0..<1000).contains($0) })
        return validate { [configuration] _, response, data in try configuration.validate(response, data: data) }
    }

    /// Fails the request where the status is below this one: `validate(statusCode: 200...)`.
    @discardableResult
    public func validate(statusCode acceptable: PartialRangeFrom<Int>) -> Self {
        validate(statusCode: min(max(acceptable.lowerBound, 0), 1000)..<1000)
    }

    /// Fails the request where a body has come whose media type is none of these; `*` stands for any type or subtype.
    ///
    /// The error is a `ResponseSerializationError`, as that of a serializer.
    @discardableResult
    public func validate(contentType acceptable: some Sequence<String>) -> Self {
        let ranges = acceptable.map(MediaRange.init)
        return validate { _, response, data in try MediaRange.validate(response, data: data, ranges) }
    }

    /// Fails the request where the status is not one from 200 to 299, or the media type none that the request's `Accept`
    /// asks for.
    @discardableResult
    public func validate() -> Self {
        validate(statusCode: 200..<300).validate { request, response, data in
            let accept = request?.value(forHTTPHeaderField: "Accept") ?? "*/*"
            try MediaRange.validate(response, data: data, accept.split(separator: ",").map { MediaRange(String($0)) })
        }
    }
}
