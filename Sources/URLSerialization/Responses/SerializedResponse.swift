/// The result of serializing a response: an object, an error, both or neither.
///
/// As in AFNetworking there may be both: a JSON body with status 500 is decoded and the status reported. Neither means
/// that there was nothing to decode and no error, as with an empty body of status 204.
public struct SerializedResponse<Output> {
    /// The decoded body, or `nil`.
    public let object: Output?
    /// The error, or `nil`.
    public let error: ResponseSerializationError?
    /// The errors of serializers that were tried and skipped, in order. Only a ``CompoundResponseSerializer`` has any.
    /// They are kept when there is an object as well, whereas AFNetworking drops them.
    public let skippedErrors: [ResponseSerializationError]

    /// Creates a result with an object, an error, both or neither.
    public init(
        object: Output?, error: ResponseSerializationError?, skippedErrors: [ResponseSerializationError] = []
    ) {
        self.object = object
        self.error = error
        self.skippedErrors = skippedErrors
    }

    /// The same result with an object of type `Any`.
    public var erased: SerializedResponse<Any> {
        SerializedResponse<Any>(object: object, error: error, skippedErrors: skippedErrors)
    }
}

extension SerializedResponse: Sendable where Output: Sendable {}
