/// The result of a request: its answer, and the value that a serializer decoded (`DataResponse` of Alamofire 4).
public struct DataResponse<Output> {
    /// The request as it was sent last, or `nil` if it could not be built.
    public let request: URLRequest?
    /// The response, or `nil` if none was received.
    public let response: HTTPURLResponse?
    /// The body, or `nil` if none was received or it was handed out.
    public let data: Data?
    /// The value that the serializer decoded, or `nil` where it had nothing to decode, as with status 204.
    ///
    /// As in AFNetworking a value can accompany an error: the JSON body of a status 422 is decoded and the status
    /// reported.
    public let value: Output?
    /// The error of the transfer, of a validation or of the serializer, or `nil` for none.
    public let error: (any Error)?
    /// The duration of the request in seconds.
    public let duration: TimeInterval

    /// Returns the value, or throws the error.
    ///
    /// - Throws: ``error``, or `ResponseSerializationError` of kind `noObject` if there is neither a value nor an
    ///   error.
    public func get() throws -> Output {
        if let error { throw error }
        guard let value else { throw ResponseSerializationError.noObject(response: response, data: data) }
        return value
    }

    /// The outcome of ``get()``.
    public var result: Result<Output, any Error> { Result { try get() } }
}

extension DataResponse: Sendable where Output: Sendable {}
