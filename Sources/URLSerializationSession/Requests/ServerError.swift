/// A response with an unacceptable status whose body was decoded as the server's own description of the error
/// (`decode(_:orError:decoder:)`).
public struct ServerError<Body: Sendable>: Error, CustomStringConvertible, LocalizedError {
    /// The description of the error, as the server sent it.
    public let body: Body
    /// The response, whose status is not from 200 to 299.
    public let response: HTTPURLResponse
    /// The error that `decode(_:)` throws for the response.
    public let underlyingError: any Error

    /// The response's status, never from 200 to 299.
    public var statusCode: Int { response.statusCode }

    /// The status and the server's description.
    public var description: String { "The server answered with status \(statusCode): \(body)" }

    /// The same as ``description`` for a body that is text or describes itself, and otherwise the status.
    public var errorDescription: String? {
        body is any CustomStringConvertible ? description : "The server answered with status \(statusCode)."
    }
}

extension Request {
    /// Decodes the JSON body as a model, or after an unacceptable status as the server's description of the error.
    ///
    /// ```swift
    /// do {
    ///     order = try await session.request(url).decode(Order.self, orError: Problem.self)
    /// } catch let error as ServerError<Problem> {
    ///     print(error.statusCode, error.body.message)
    /// }
    /// ```
    ///
    /// The description may be of any media type, such as `application/problem+json` (RFC 9457).
    ///
    /// - Throws: ``ServerError`` if the status is not from 200 to 299 and the body is a `Problem`; otherwise the errors
    ///   of `decode(_:decoder:)`.
    public func decode<Value: Decodable & Sendable, Problem: Decodable & Sendable>(
        _ type: Value.Type = Value.self, orError problem: Problem.Type, decoder: JSONDecoder = JSONDecoder()
    ) async throws -> Value {
        let answer = await response(serializer: .decodable(type, format: .json(decoder)))
        let any = HTTPResponseConfiguration(acceptableStatusCodes: nil, acceptableContentTypes: nil)
        let serializer = DecodableResponseSerializer(problem, format: .json(decoder), configuration: any)
        guard let error = answer.error, record.withLock({ $0.machine.isAnswered }), let response = answer.response,
            !(200..<300).contains(response.statusCode), let data = try? readBody(),
            let body = try? serializer.decode(data, from: response)
        else { return try answer.get() }
        throw ServerError(body: body, response: response, underlyingError: error)
    }
}
