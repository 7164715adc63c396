/// Tries serializers in order (`AFCompoundResponseSerializer`).
///
/// The first that yields an object answers, with its error. Where none does, the data is the object, with the
/// compound's own error. What those that were tried before answered is kept in ``SerializedResponse/skippedErrors``, and
/// among the error's causes. All serializers are tried; AFNetworking passes over those that are not subclasses of its
/// own.
///
/// So a response of a type that none of them accepts is no error: its data is the object, as in AFNetworking. Set
/// ``configuration``'s content types to have it refused. A compound cannot be archived.
public struct CompoundResponseSerializer: HTTPResponseSerialization {
    /// The serializers, in the order in which they are tried.
    public var serializers: [any ResponseSerialization]
    /// Which responses are acceptable where no serializer yields an object. At first all content types.
    ///
    /// Its ``HTTPResponseConfiguration/maximumBytes`` holds for all: of a larger body no serializer sees anything.
    public var configuration: HTTPResponseConfiguration

    /// A compound of serializers.
    public init(
        _ serializers: [any ResponseSerialization],
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()
    ) {
        self.serializers = serializers
        self.configuration = configuration
    }

    /// The first object, or the data.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Any> {
        let fault = configuration.fault(in: response, data: data)
        if let fault, fault.isTooLarge { return SerializedResponse(object: data, error: fault) }
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
            object: data, error: fault?.adding(causes: skippedErrors), skippedErrors: skippedErrors)
    }

    /// The first object, or the data, whatever is wrong with it.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> Any? {
        serialize(response, data: data).object
    }
}

extension ResponseSerialization where Self == CompoundResponseSerializer {
    /// Serializers tried in order; the data where none yields an object.
    public static func compound(_ serializers: any ResponseSerialization...) -> CompoundResponseSerializer {
        CompoundResponseSerializer(serializers)
    }

    /// Serializers tried in order; the data where none yields an object.
    public static func compound(_ serializers: [any ResponseSerialization]) -> CompoundResponseSerializer {
        CompoundResponseSerializer(serializers)
    }
}
