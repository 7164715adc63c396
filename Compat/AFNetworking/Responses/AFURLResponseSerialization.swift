import URLSerialization

/// Makes an object of a response and its body.
///
/// Classes that conform are usually subclasses of ``AFHTTPResponseSerializer``, and held as
/// `AFHTTPResponseSerializer & AFURLResponseSerialization`.
public protocol AFURLResponseSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// The object that a response stands for (`responseObjectForResponse:data:error:`).
    ///
    /// - Parameters:
    ///   - response: The response, or nil if none came.
    ///   - data: The body, or nil if none came.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The object, or nil. There may be an object and an error: the JSON body of a status 500.
    func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any?
}

// MARK: - Errors

/// The domain of errors of response serialization, whose codes are those of `NSURLErrorDomain`: −1011 for an unacceptable
/// status, −1016 for an unacceptable content type.
public let AFURLResponseSerializationErrorDomain = ResponseSerializationError.serializationDomain

/// The key in `userInfo` of the response, a `URLResponse`.
public let AFNetworkingOperationFailingURLResponseErrorKey = ResponseSerializationError.responseKey

/// The key in `userInfo` of the body that came with an error, a `Data`.
public let AFNetworkingOperationFailingURLResponseDataErrorKey = ResponseSerializationError.dataKey
