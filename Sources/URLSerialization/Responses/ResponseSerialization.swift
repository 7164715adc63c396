/// A serializer that makes an object from a response and its body (`AFURLResponseSerialization`).
public protocol ResponseSerialization<Output>: Sendable {
    /// The type of a decoded body.
    associatedtype Output

    /// Returns the object, the error, or both: the body of an unacceptable status is decoded *and* reported.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there was none. Only an `HTTPURLResponse` has a status to validate.
    ///   - data: The body, or `nil` if there was none.
    func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Output>
}

extension ResponseSerialization {
    /// Returns the result of ``serialize(_:data:)`` with an object of type `Any`, so that serializers of different
    /// outputs work in one array.
    public func serializeErased(_ response: URLResponse?, data: Data?) -> SerializedResponse<Any> {
        serialize(response, data: data).erased
    }

    /// Decodes a response's body. An empty body is an error.
    ///
    /// ```swift
    /// let order = try DecodableResponseSerializer(Order.self).decode(data, from: response)
    /// ```
    ///
    /// The error carries the decoded object: ``ResponseSerializationError/object``. Without a response only the body is
    /// checked.
    ///
    /// - Throws: ``ResponseSerializationError`` with the response, the data, the decoded object and the causes; of kind
    ///   ``ResponseSerializationError/Kind/noObject`` if there is neither an object nor an error.
    public func decode(_ data: Data?, from response: URLResponse? = nil) throws(ResponseSerializationError) -> Output {
        let result = serialize(response, data: data)
        guard let object = try thrown(result, for: response, data: data) else {
            throw ResponseSerializationError.noObject(response: response, data: data)
                .adding(causes: result.skippedErrors)
        }
        return object
    }

    /// Decodes a response's body, or returns `nil` if there is nothing to decode, as in an empty body.
    ///
    /// - Throws: The errors of ``decode(_:from:)``, except for an empty body.
    public func decodeIfPresent(
        _ data: Data?, from response: URLResponse? = nil
    ) throws(ResponseSerializationError) -> Output? {
        try thrown(serialize(response, data: data), for: response, data: data)
    }

    private func thrown(
        _ result: SerializedResponse<Output>, for response: URLResponse?, data: Data?
    ) throws(ResponseSerializationError) -> Output? {
        guard let error = result.error else { return result.object }
        guard let object = result.object else { throw error }
        let carried = DecodedObject(object) { serialize(response, data: data).object }
        throw error.carrying(carried, for: response, data: data)
    }
}
