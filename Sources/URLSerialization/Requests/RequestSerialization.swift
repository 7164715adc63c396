/// A serializer that puts parameters into a request (`AFURLRequestSerialization`).
public protocol RequestSerialization: Sendable {
    /// Returns the request with the parameters in its URL or its body.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: The parameters to send: a ``ParameterValue``, native Swift values such as `[String: Any]`,
    ///     Foundation objects, or `nil` for none.
    /// - Throws: ``RequestSerializationError`` naming the offending key path or field; errors of the caller's closures,
    ///   unchanged.
    func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest

    /// Returns the request with an `Encodable` model as its parameters, with the same bytes as for the equivalent
    /// dictionary.
    ///
    /// The default converts the model with ``ParameterValue/init(encoding:maximumDepth:)`` and serializes the result.
    ///
    /// - Throws: The errors of ``serialize(_:with:)``, and the error of the model's `encode(to:)`.
    func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest
}

extension RequestSerialization {
    /// Returns the request with an `Encodable` model as its parameters, as a ``ParameterValue``.
    ///
    /// - Throws: The errors of ``serialize(_:with:)``, and the error of the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, with: ParameterValue(encoding: model))
    }
}
