/// Makes an object of a response and its body (`AFURLResponseSerialization`).
public protocol ResponseSerialization<Output>: Sendable {
    /// What a body becomes.
    associatedtype Output

    /// The object, the error, or both: the body of an unacceptable status is decoded *and* reported.
    ///
    /// - Parameters:
    ///   - response: The response as it came, or nil if none did. Only an `HTTPURLResponse` has a status to validate.
    ///   - data: The body, or nil if none came.
    func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Output>
}

extension ResponseSerialization {
    /// The same as ``serialize(_:data:)`` with the type of the object forgotten, which is how serializers of different
    /// outputs work in one array.
    public func serializeErased(_ response: URLResponse?, data: Data?) -> SerializedResponse<Any> {
        serialize(response, data: data).erased
    }

    /// The object, or the error thrown; nil where the response has nothing to decode, as an empty body has not.
    ///
    /// The error carries what was decoded beside it: ``ResponseSerializationError/object``.
    ///
    /// - Throws: ``ResponseSerializationError`` with the response, the data, the decoded object and what caused it.
    public func object(for response: URLResponse?, data: Data?) throws(ResponseSerializationError) -> Output? {
        try thrown(serialize(response, data: data), for: response, data: data)
    }

    /// The object, or the error thrown; an error also where the response has nothing to decode.
    ///
    /// - Throws: ``ResponseSerializationError``, of kind ``ResponseSerializationError/Kind/noObject`` where there is
    ///   neither an object nor an error.
    public func value(for response: URLResponse?, data: Data?) throws(ResponseSerializationError) -> Output {
        let result = serialize(response, data: data)
        guard let object = try thrown(result, for: response, data: data) else {
            throw ResponseSerializationError.noObject(response: response, data: data)
                .adding(causes: result.passedOver)
        }
        return object
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
