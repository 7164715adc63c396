import URLSerialization

/// A serializer of parameters into a request.
///
/// Conforming classes usually inherit from ``AFHTTPRequestSerializer``, and are held as `AFHTTPRequestSerializer &
/// AFURLRequestSerialization`.
public protocol AFURLRequestSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Returns the request with the parameters in its URL or its body
    /// (`requestBySerializingRequest:withParameters:error:`).
    ///
    /// - Parameters:
    ///   - request: The original request, which is not changed.
    ///   - parameters: The parameters, or `nil` for none.
    ///   - error: The place for an error, or `nil`.
    /// - Returns: The request, or `nil` with an error.
    func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest?
}

// MARK: - Errors

/// The domain of errors of request serialization. The codes are those of `NSURLErrorDomain`: −1016 for refused
/// parameters, −1000 for an unusable URL or file, −1021 for a stream that has been read.
public let AFURLRequestSerializationErrorDomain = RequestSerializationError.errorDomain

/// The key of the failed request in the user info. Like AFNetworking, this module never sets it.
public let AFNetworkingOperationFailingURLRequestErrorKey = "com.alamofire.serialization.request.error.response"
