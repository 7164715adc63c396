import URLSerializationSession

/// A request whose response's status and media type can be validated.
public protocol ValidatingRequest: Request {}

extension ValidatingRequest {
    /// Fails the request if the status is not one of these.
    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable {
        add { _, response in
            let code = response.statusCode
            return acceptableStatusCodes.contains(code) ? .success(()) : .failure(.unacceptableStatusCode(code: code))
        }
    }

    /// Fails the request if the response has a body with none of these media types. In a media type, `*` matches any
    /// type or subtype.
    @discardableResult
    public func validate<S: Sequence>(contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S)
        -> Self
    where S.Iterator.Element == String, S: Sendable {
        add { $0.hasAcceptableContent($1, Array(acceptableContentTypes())) }
    }

    /// Fails the request unless the status is from 200 to 299 and the request's `Accept` includes the media type.
    @discardableResult
    public func validate() -> Self {
        validate(statusCode: 200..<300).add { request, response in
            let accepted = request.request?.value(forHTTPHeaderField: "Accept") ?? "*/*"
            return request.hasAcceptableContent(response, accepted.components(separatedBy: ","))
        }
    }

    /// Adds a validation. It runs after each attempt that has a response and no error.
    @discardableResult
    func add(validation validate: @escaping @Sendable (Self, HTTPURLResponse) -> ValidationResult) -> Self {
        let validator: @Sendable () -> Void = { [weak self] in
            guard let self, error == nil, let response else { return }
            let result = validate(self, response)
            if case .failure(let error) = result {
                fail(
                    with: error.asAFError(or: .responseValidationFailed(reason: .customValidationFailed(error: error))))
            }
            report(result, of: response)
        }
        return set { $0.validators.append(validator) }
    }
}

extension Request.ValidationResult {
    static func failure(_ reason: AFError.ResponseValidationFailureReason) -> Self {
        .failure(AFError.responseValidationFailed(reason: reason))
    }
}

extension URLRequest {
    /// Checks that a GET request has no body, which servers ignore or refuse.
    ///
    /// - Throws: `AFError.urlRequestValidationFailed`.
    public func validate() throws {
        if method == .get, let httpBody {
            throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(httpBody))
        }
    }
}
