import URLSerialization

/// Puts parameters into a request.
///
/// Classes that conform are usually subclasses of ``AFHTTPRequestSerializer``, and held as
/// `AFHTTPRequestSerializer & AFURLRequestSerialization`.
public protocol AFURLRequestSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// The request with the parameters in its URL or its body (`requestBySerializingRequest:withParameters:error:`).
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: What to send, or nil for nothing.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The request; nil if there is an error.
    func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest?
}

// MARK: - Errors

/// The domain of errors of request serialization, whose codes are those of `NSURLErrorDomain`: −1016 for parameters that
/// were refused, −1000 for a URL or a file that cannot be used, −1021 for a stream that has been read.
public let AFURLRequestSerializationErrorDomain = RequestSerializationError.errorDomain

/// The key in `userInfo` of the request that failed. AFNetworking declares it and sets it nowhere; nor does this.
public let AFNetworkingOperationFailingURLRequestErrorKey = "com.alamofire.serialization.request.error.response"
