/// What came of a request: its answer, and what a serializer made of it (`DataResponse` of Alamofire 4).
public struct DataResponse<Output> {
    /// The request as it was sent last; nil if it could not be built.
    public let request: URLRequest?
    /// The response; nil if none came.
    public let response: HTTPURLResponse?
    /// The body; nil if none came, or it was handed out.
    public let data: Data?
    /// What the serializer made of the body; also beside an error, as AFNetworking has it: the JSON body of a status 422
    /// is decoded and the status reported. Nil where there was nothing to decode, as with status 204.
    public let value: Output?
    /// What was wrong: with the transfer, in a validation, or in the serializer. Nil if nothing was.
    public let error: (any Error)?
    /// How long the request took, in seconds.
    public let duration: TimeInterval

    /// The value, or the error.
    ///
    /// - Throws: ``error``; `ResponseSerializationError` of kind `noObject` where there is neither a value nor an error.
    public func get() throws -> Output {
        if let error { throw error }
        guard let value else { throw ResponseSerializationError.noObject(response: response, data: data) }
        return value
    }

    /// The value, or the error, as ``get()`` has them.
    public var result: Result<Output, any Error> { Result { try get() } }
}

extension DataResponse: Sendable where Output: Sendable {}
