/// Puts parameters into a request (`AFURLRequestSerialization`).
public protocol RequestSerialization: Sendable {
    /// The request with the parameters in its URL or its body.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: What to send: a ``ParameterValue``, native Swift values such as `[String: Any]`, Foundation
    ///     objects, or `nil` for nothing.
    /// - Throws: ``RequestSerializationError`` naming the key path or the field at fault; errors of the caller's own
    ///   closures as they are.
    func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest

    /// The request with an `Encodable` model as its parameters: the bytes of the equivalent dictionary.
    ///
    /// The default converts the model with ``ParameterValue/init(encoding:maximumDepth:)`` and serializes the result.
    ///
    /// - Throws: Like ``serialize(_:with:)``, and what the model's own `encode(to:)` throws.
    func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest
}

extension RequestSerialization {
    /// The request with an `Encodable` model as its parameters, as a ``ParameterValue``.
    ///
    /// - Throws: Like ``serialize(_:with:)``, and what the model's own `encode(to:)` throws.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, with: ParameterValue(encoding: model))
    }
}
