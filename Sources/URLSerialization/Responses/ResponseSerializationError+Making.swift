extension ResponseSerializationError {
    /// Returns the error of a body that its decoder refused.
    ///
    /// Its domain, code and `userInfo` are those of the decoder's error, as in AFNetworking. If that error has an
    /// underlying error itself, AFNetworking loses `cause`; here both are kept.
    ///
    /// - Parameters:
    ///   - error: The decoder's error.
    ///   - response: The response, or `nil` if there was none.
    ///   - data: The body, or `nil` if there was none.
    ///   - cause: The error of the response's status, or `nil` if it is acceptable.
    public static func undecodable(
        _ error: any Error, response: URLResponse?, data: Data?, over cause: ResponseSerializationError? = nil
    ) -> ResponseSerializationError {
        let original = error as NSError
        var userInfo = original.userInfo
        userInfo.merge(descriptions(of: error)) { own, _ in own }
        if case let error as DecodingError = error {
            // Foundation's description says that the data is invalid, but not where.
            userInfo[NSLocalizedDescriptionKey] = error.reason
        }
        if let cause {
            add(userInfo[NSUnderlyingErrorKey].map { [$0] } ?? [], to: &userInfo)
            userInfo[NSUnderlyingErrorKey] = cause
        }
        return ResponseSerializationError(
            .undecodable, domain: original.domain, code: original.code, userInfo: userInfo, response: response,
            data: data, causes: cause.map { [$0] + $0.causes } ?? [], decodingError: error)
    }

    /// Returns the descriptions of an error, which bridging to `NSError` does not put into `userInfo` on every
    /// platform.
    private static func descriptions(of error: any Error) -> [String: Any] {
        guard let error = error as? any LocalizedError else { return [:] }
        var descriptions: [String: Any] = [:]
        descriptions[NSLocalizedDescriptionKey] = error.errorDescription
        descriptions[NSLocalizedFailureReasonErrorKey] = error.failureReason
        descriptions[NSLocalizedRecoverySuggestionErrorKey] = error.recoverySuggestion
        return descriptions
    }

    /// Adds errors to those under Foundation's `NSMultipleUnderlyingErrorsKey`, which Linux does not declare.
    private static func add(_ errors: [Any], to userInfo: inout [String: Any]) {
        guard !errors.isEmpty else { return }
        let key = "NSMultipleUnderlyingErrorsKey"
        userInfo[key] = (userInfo[key] as? [Any] ?? []) + errors
    }

    package static func unacceptableContentType(
        _ contentType: String?, response: HTTPURLResponse, data: Data?
    ) -> ResponseSerializationError {
        failure(
            .unacceptableContentType, code: NSURLErrorCannotDecodeContentData,
            description: contentType.map { "Request failed: unacceptable content-type: \($0.printable)" }
                ?? "Request failed: the response has no Content-Type",
            response: response, data: data)
    }

    /// Returns the same error with other descriptions, its own and those beneath it, where the closure returns one.
    package func described(
        by sentence: (ResponseSerializationError) -> String?
    ) -> ResponseSerializationError {
        var userInfo = userInfo
        let beneath = (userInfo[NSUnderlyingErrorKey] as? ResponseSerializationError)?.described(by: sentence)
        if let beneath { userInfo[NSUnderlyingErrorKey] = beneath }
        if let sentence = sentence(self) { userInfo[NSLocalizedDescriptionKey] = sentence }
        return copy(userInfo: userInfo, causes: causes.map { $0.described(by: sentence) })
    }

    static func unacceptableStatusCode(
        response: HTTPURLResponse, data: Data?, over cause: ResponseSerializationError?
    ) -> ResponseSerializationError {
        let status = HTTPURLResponse.localizedString(forStatusCode: response.statusCode)
        return failure(
            .unacceptableStatusCode, code: NSURLErrorBadServerResponse,
            description: "Request failed: \(status) (\(response.statusCode))",
            response: response, data: data, over: cause)
    }

    static func tooLarge(
        response: URLResponse?, data: Data?, maximumBytes: Int
    ) -> ResponseSerializationError {
        let excess =
            data.map { "\($0.count) bytes, more than the \(maximumBytes)" } ?? "more than the \(maximumBytes) bytes"
        return failure(
            .tooLarge, code: -1103,
            description: "The response has \(excess) of maximumBytes. "
                + "Raise maximumBytes if so much is expected.",
            response: response, data: data)
    }

    package static func noObject(response: URLResponse?, data: Data?) -> ResponseSerializationError {
        failure(
            .noObject, code: -1014,
            description: "The response holds nothing to decode. Decode an optional model, or use "
                + "the serializer's decodeIfPresent(_:from:), where that is expected.",
            response: response, data: data)
    }

    private static func failure(
        _ kind: Kind, code: Int, description: String, response: URLResponse?, data: Data?,
        over cause: ResponseSerializationError? = nil
    ) -> ResponseSerializationError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let url = response?.url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        if let response { userInfo[responseKey] = response }
        if let data { userInfo[dataKey] = data }
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        return ResponseSerializationError(
            kind, code: code, userInfo: userInfo, response: response, data: data,
            causes: cause.map { [$0] + $0.causes } ?? [])
    }

    /// Returns the same error with the decoded object.
    func carrying(
        _ decoded: DecodedObject, for response: URLResponse?, data: Data?
    ) -> ResponseSerializationError {
        copy(response: response, data: data, decoded: decoded)
    }

    /// Returns the same error with those of serializers that were tried before.
    func adding(causes others: [ResponseSerializationError]) -> ResponseSerializationError {
        guard !others.isEmpty else { return self }
        var userInfo = userInfo
        Self.add(others, to: &userInfo)
        return copy(userInfo: userInfo, causes: causes + others)
    }

    /// Returns the error with some fields replaced, and with a response and data if it has none.
    private func copy(
        userInfo: [String: Any]? = nil, response: URLResponse? = nil, data: Data? = nil,
        causes: [ResponseSerializationError]? = nil, decoded: DecodedObject? = nil
    ) -> ResponseSerializationError {
        ResponseSerializationError(
            kind, domain: domain, code: code, userInfo: userInfo ?? self.userInfo, response: self.response ?? response,
            data: self.data ?? data, causes: causes ?? self.causes, decodingError: decodingError,
            decoded: decoded ?? self.decoded)
    }
}
