import URLSerialization

/// A serializer of a response and its body into an object.
///
/// Conforming classes usually inherit from ``AFHTTPResponseSerializer``, and are stored as
/// `AFHTTPResponseSerializer & AFURLResponseSerialization`.
public protocol AFURLResponseSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Returns the object of a response (`responseObjectForResponse:data:error:`).
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: A pointer that receives the error, or `nil`.
    /// - Returns: The object, or `nil`. There may be both an object and an error, for example for a JSON body with
    ///   status 500.
    func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any?
}

// MARK: - Errors

/// The domain of errors of response serialization. The codes are those of `NSURLErrorDomain`: −1011 for an unacceptable
/// status, −1016 for an unacceptable content type.
public let AFURLResponseSerializationErrorDomain = ResponseSerializationError.serializationDomain

/// The key of the response, a `URLResponse`, in the user info.
public let AFNetworkingOperationFailingURLResponseErrorKey = ResponseSerializationError.responseKey

/// The key of the body, a `Data`, in the user info.
public let AFNetworkingOperationFailingURLResponseDataErrorKey = ResponseSerializationError.dataKey

/// The settings of a response serializer: its core serializer, and the settings that no core serializer has.
struct ResponseSerializerSettings: CoreSettings {
    var core: any CoreResponseSerializer
    var stringEncoding = String.Encoding.utf8.rawValue
    /// A compound's serializers. The list never changes, and the serializers in use inherit from
    /// ``AFHTTPResponseSerializer``, which many threads may use.
    var responseSerializers = UncheckedSendable<[any AFURLResponseSerialization]>([])

    var configuration: HTTPResponseConfiguration {
        get { core.configuration }
        set { core.configuration = newValue }
    }
}

/// The core serializer behind a class of this module.
typealias CoreResponseSerializer = HTTPResponseSerialization & Codable
