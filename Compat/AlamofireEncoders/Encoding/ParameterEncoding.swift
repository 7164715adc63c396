import URLSerialization

/// A way to put a dictionary of parameters into a request (Alamofire's `ParameterEncoding`).
public protocol ParameterEncoding: Sendable {
    /// Returns a request with the parameters encoded into it.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to start from, or a value that makes one.
    ///   - parameters: The parameters; `nil` leaves the request unchanged.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; the error of `urlRequest`.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

extension ParameterEncoding {
    /// Returns a request with the parameters encoded into it, for a dictionary typed as in Alamofire before 5.10.
    ///
    /// - Throws: The errors of ``encode(_:with:)-(URLRequestConvertible,Parameters?)``.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
        // `Sendable` is a marker protocol without a witness table, so both dictionary types are the same at run time.
        // This code does not pass the dictionary to another thread.
        try encode(urlRequest, with: unsafeBitCast(parameters, to: Parameters?.self))
    }
}

extension URLRequest {
    /// Returns the request with a body, and with a `Content-Type` if it has none, not even an empty one.
    package func with(body: Data, contentType: String) -> URLRequest {
        var request = mutableCopy
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        request.httpBody = body
        return request
    }
}
