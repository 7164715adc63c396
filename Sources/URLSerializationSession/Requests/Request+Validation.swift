extension Request {
    /// A closure that validates a response and throws an error if the response is not acceptable. That error is then
    /// the underlying error of the request's.
    ///
    /// Its arguments are the request as it was sent, the response, and the received body, or `nil` if the body is in a
    /// file or is handed out.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) throws -> Void

    /// Adds a closure that validates the response before the request ends. If it throws an error, the request fails
    /// with that error.
    ///
    /// Validations run on the request's own queue in the order they were added, up to the first that throws. The
    /// retriers decide about its error. A validation that is added after the answer is complete can fail the request
    /// only for handlers added after it: the request is not sent again, and a file stays at its destination.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(to: \.validations, validation)
        return self
    }

    /// Adds a validation to those of the response or of the file.
    func add(to validations: WritableKeyPath<RequestSettings, [Validation]>, _ validation: @escaping Validation) {
        let isLate = record.withLock { record in
            let isLate = record.machine.isAnswered || record.machine.isFinished
            if !isLate { record.settings[keyPath: validations].append(validation) }
            return isLate
        }
        if isLate { whenFinished { [self] in validateLate(validation) } }
    }

    /// Validates the answer and places its file. Called on the request's own queue.
    func validateAndPlace(_ number: Int) -> Machine.LegReport {
        let settings = record.withLock { $0.settings }
        var isValid = false
        do {
            try check(settings.validations + settings.fileValidations)
            isValid = true
            if let destination = settings.destination { try download?.place(at: destination, number) }
            return .validated
        } catch {
            // A file that cannot be placed is not received again.
            return .concluded(.failed(error, mayBeRetried: !isValid && error.asksRetriers))
        }
    }

    /// Validates the answer by its status, if a throwing call awaits it, and by closures.
    ///
    /// - Throws: ``RequestError`` with the part of the body that was kept.
    func check(_ validations: [Validation] = []) throws(RequestError) {
        let (head, message, status) = record.withLock { record in
            let head = record.machine.answer
            return (head, record.message, record.accepts(head?.statusCode) ? nil : record.requiredStatus)
        }
        guard status != nil || !validations.isEmpty, let response = head?.http else { return }
        let data = sink.data
        do {
            try status?.validate(response, data: data)
            for validation in validations { try validation(message, response, data) }
        } catch {
            let excerpt = sink.excerpt
            throw record.withLock { $0.wrapped(error, excerpt) }
        }
    }

    /// Validates a request that has succeeded; an error fails it for handlers that are added later.
    func validateLate(_ validation: Validation) {
        let record = record.value
        guard record.machine.isAnswered, record.error == nil, let response = record.response else { return }
        do {
            try validation(record.message, response, sink.data)
        } catch {
            self.record.withLock { $0.error = $0.wrapped(error, sink.data) }
        }
    }

    /// Fails the request if the status is not one of these, with an error of kind ``RequestError/Kind/status``.
    ///
    /// These replace the statuses from 200 to 299, which calls that throw accept otherwise.
    @discardableResult
    public func validate(statusCode acceptable: some Sequence<Int>) -> Self {
        let codes = IndexSet(acceptable.filter { (0..<1000).contains($0) })
        let configuration = HTTPResponseConfiguration(acceptableStatusCodes: codes)
        record.withLock { $0.validatesStatus = true }
        return validate { _, response, data in try configuration.validate(response, data: data) }
    }

    /// Fails the request if the status is below this one: `validate(statusCode: 200...)`.
    @discardableResult
    public func validate(statusCode acceptable: PartialRangeFrom<Int>) -> Self {
        validate(statusCode: min(max(acceptable.lowerBound, 0), 1000)..<1000)
    }

    /// Fails the request if the status is not one of these: `validate(statusCode: 200, 404)`.
    @discardableResult
    public func validate(statusCode acceptable: Int...) -> Self { validate(statusCode: acceptable) }

    /// Fails the request if it has received a body whose media type is not one of these; `*` stands for any type or
    /// subtype.
    ///
    /// The error is of kind ``RequestError/Kind/contentType``.
    @discardableResult
    public func validate(contentType acceptable: some Sequence<String>) -> Self {
        let ranges = acceptable.map(MediaRange.init)
        return validate { _, response, data in try MediaRange.validate(response, data: data, ranges) }
    }

    /// Fails the request if it has received a body whose media type is not one of these:
    /// `validate(contentType: "application/json")`.
    @discardableResult
    public func validate(contentType acceptable: String...) -> Self { validate(contentType: acceptable) }

    /// Fails the request if the status is not from 200 to 299, or the media type is not in the request's
    /// `Accept`.
    @discardableResult
    public func validate() -> Self {
        validate(statusCode: 200..<300).validate { request, response, data in
            let accept = request?.value(forHTTPHeaderField: "Accept") ?? "*/*"
            try MediaRange.validate(response, data: data, accept.split(separator: ",").map { MediaRange(String($0)) })
        }
    }
}

/// A media type with wildcards, as in `Accept` (RFC 9110, section 12.5.1), without its parameters.
package struct MediaRange: Sendable {
    private let type: Substring
    private let subtype: Substring

    package init(_ text: String) {
        let bare = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)[0]
        let halves = bare.trimmingCharacters(in: .whitespaces).split(separator: "/", maxSplits: 1)
        type = halves.first ?? ""
        subtype = halves.count > 1 ? halves[1] : ""
    }

    package func contains(_ other: MediaRange) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// Checks a response's media type against the acceptable ranges.
    ///
    /// An empty body passes with any type. A body without a type passes only where a range accepts all types.
    ///
    /// - Throws: `ResponseSerializationError` for a type in none of the ranges.
    static func validate(_ response: HTTPURLResponse, data: Data?, _ acceptable: [MediaRange]) throws {
        if let data, data.isEmpty { return }
        // Even if the data is not available: these statuses have no body (RFC 9110, sections 15.3.5, 15.3.6 and
        // 15.4.5).
        if [204, 205, 304].contains(response.statusCode) || response.expectedContentLength == 0 { return }
        let range = MediaRange(response.mediaType ?? "")
        guard !acceptable.contains(where: { $0.contains(range) }) else { return }
        throw ResponseSerializationError.unacceptableContentType(response.mimeType, response: response, data: data)
    }
}
