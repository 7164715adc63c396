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
