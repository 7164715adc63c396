/// A serializer that tries others in order (`AFCompoundResponseSerializer`).
///
/// The first serializer that yields an object decides the result, including its error. If none does, the object is the
/// data, with the compound's own error. The errors of serializers that yield no object are kept in
/// ``SerializedResponse/skippedErrors``, and among the error's causes. All serializers are tried; AFNetworking ignores
/// those that do not subclass its own.
///
/// As in AFNetworking, a response of a type that no serializer accepts is therefore not an error: its data is the
/// object. To refuse it, set the content types of ``configuration``. A compound cannot be archived.
public struct CompoundResponseSerializer: HTTPResponseSerialization {
    /// The serializers, in the order in which they are tried.
    public var serializers: [any ResponseSerialization]
    /// The acceptable responses if no serializer yields an object. By default all content types are acceptable.
    ///
    /// Its ``HTTPResponseConfiguration/maximumBytes`` applies to all: no serializer receives a larger body.
    public var configuration: HTTPResponseConfiguration

    /// Creates a compound of serializers, which are tried in this order.
    public init(
        _ serializers: [any ResponseSerialization],
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()
    ) {
        self.serializers = serializers
        self.configuration = configuration
    }

    /// Returns the first object, or the data.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Any> {
        let problem = configuration.problem(in: response, data: data)
        if let problem, problem.includes(.tooLarge) { return SerializedResponse(object: data, error: problem) }
        var skippedErrors: [ResponseSerializationError] = []
        for serializer in serializers {
            let result = serializer.serializeErased(response, data: data)
            if result.object != nil {
                return SerializedResponse(
                    object: result.object, error: result.error?.adding(causes: skippedErrors),
                    skippedErrors: skippedErrors + result.skippedErrors)
            }
            skippedErrors += result.skippedErrors
            if let error = result.error { skippedErrors.append(error) }
        }
        return SerializedResponse(
            object: data, error: problem?.adding(causes: skippedErrors), skippedErrors: skippedErrors)
    }

    /// Returns the first object, or the data, regardless of errors.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> Any? { serialize(response, data: data).object }
}

extension HTTPResponseSerialization {
    /// The serializer, and the serializers in it, without a condition on the status.
    package var acceptingEveryStatus: any HTTPResponseSerialization {
        var result: any HTTPResponseSerialization = self
        result.configuration.acceptableStatusCodes = nil
        guard var compound = result as? CompoundResponseSerializer else { return result }
        compound.serializers = compound.serializers.map {
            ($0 as? any HTTPResponseSerialization)?.acceptingEveryStatus ?? $0
        }
        return compound
    }
}

extension ResponseSerialization where Self == CompoundResponseSerializer {
    /// Serializers tried in order; the data if none yields an object.
    public static func compound(_ serializers: any ResponseSerialization...) -> CompoundResponseSerializer {
        CompoundResponseSerializer(serializers)
    }

    /// Serializers tried in order; the data if none yields an object.
    public static func compound(_ serializers: [any ResponseSerialization]) -> CompoundResponseSerializer {
        CompoundResponseSerializer(serializers)
    }
}
