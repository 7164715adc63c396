/// What a response became: an object and/or an error.
///
/// AFNetworking's contract hands over both: a JSON body that came with status 500 is decoded and the status reported.
/// Neither means that there was nothing to decode and nothing wrong, as with an empty body of status 204.
public struct SerializedResponse<Output> {
    /// What the body became, if it was decoded.
    public let object: Output?
    /// What was wrong, if anything.
    public let error: ResponseSerializationError?
    /// The errors of serializers that were tried and passed over, in order. Only a ``CompoundResponseSerializer`` has
    /// any; they are kept beside an object, with which AFNetworking drops them.
    public let skippedErrors: [ResponseSerializationError]

    /// An object, an error, both or neither.
    public init(
        object: Output?, error: ResponseSerializationError?, skippedErrors: [ResponseSerializationError] = []
    ) {
        self.object = object
        self.error = error
        self.skippedErrors = skippedErrors
    }

    /// Renamed to ``skippedErrors``.
    @available(*, deprecated, renamed: "skippedErrors")
    public var passedOver: [ResponseSerializationError] { skippedErrors }

    /// The same with the type of the object forgotten.
    public var erased: SerializedResponse<Any> {
        SerializedResponse<Any>(object: object, error: error, skippedErrors: skippedErrors)
    }
}

extension SerializedResponse: Sendable where Output: Sendable {}
