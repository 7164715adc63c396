import URLSerialization

/// A serializer of a response and its body into an object.
///
/// Conforming classes usually inherit from ``AFHTTPResponseSerializer``, and are held as `AFHTTPResponseSerializer &
/// AFURLResponseSerialization`.
public protocol AFURLResponseSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Returns the object of a response (`responseObjectForResponse:data:error:`).
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: The place for an error, or `nil`.
    /// - Returns: The object, or `nil`. There may be an object and an error, as for the JSON body of a status 500.
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
