import URLSerialization

/// A serializer of parameters into a request.
///
/// Conforming classes usually inherit from ``AFHTTPRequestSerializer``, and are stored as
/// `AFHTTPRequestSerializer & AFURLRequestSerialization`.
public protocol AFURLRequestSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Returns the request with the parameters in its URL or its body
    /// (`requestBySerializingRequest:withParameters:error:`).
    ///
    /// - Parameters:
    ///   - request: The original request, which is not changed.
    ///   - parameters: The parameters, or `nil` for none.
    ///   - error: A pointer that receives the error, or `nil`.
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

/// The style of the queries of an ``AFHTTPRequestSerializer``.
public enum AFHTTPRequestQueryStringSerializationStyle: UInt, Sendable {
    /// AFNetworking's style (`AFHTTPRequestQueryStringDefaultStyle`), the only one.
    case defaultStyle = 0
}

/// Returns a string percent-encoded for a query: each UTF-8 byte except ASCII letters, digits, `-._~/?`, in upper-case
/// hexadecimal.
///
/// - Complexity: Linear in the string's length, which has no limit.
public func AFPercentEscapedStringFromString(_ string: String) -> String {
    PercentEscaper.afNetworking.escape(string)
}

/// Returns the query string of parameters: keys sorted at every level, arrays as `k[]`, sets as the bare `k`, nulls
/// without `=`.
///
/// The function cannot report an error. For parameters without a query string, such as bytes, values that Objective-C
/// cannot represent, or more than 512 levels, it returns an empty string and logs the reason. `QueryStringSerializer`
/// of the module URLSerialization throws the error.
///
/// - Parameter parameters: A dictionary whose keys may be of any type with a stable text.
public func AFQueryStringFromParameters(_ parameters: [AnyHashable: Any]) -> String {
    do {
        return try QueryStringSerializer().string(from: parameters)
    } catch {
        NSLog("%@", "AFQueryStringFromParameters: \(error)" as NSString)
        return ""
    }
}
