import URLSerialization

/// A dictionary of parameters (Alamofire's `Parameters`).
public typealias Parameters = [String: any Any & Sendable]

/// A way to put a dictionary of parameters into a request (Alamofire's `ParameterEncoding`).
public protocol ParameterEncoding: Sendable {
    /// A request with the parameters encoded into it.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to begin with, or what makes one.
    ///   - parameters: The parameters; nil leaves the request as it is.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; what `urlRequest` throws.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

extension ParameterEncoding {
    /// A request with the parameters encoded into it, for a dictionary typed as in Alamofire before 5.10.
    ///
    /// - Throws: As ``encode(_:with:)-(URLRequestConvertible,Parameters?)``.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
        // `Sendable` is a marker without a witness: at run time the two dictionary types are one and the same. Nothing
        // here hands the dictionary to another thread.
        try encode(urlRequest, with: unsafeBitCast(parameters, to: Parameters?.self))
    }
}

extension URLRequest {
    /// The request with a body, and with a `Content-Type` where it has none; an empty one counts.
    func with(body: Data, contentType: String) -> URLRequest {
        var request = changeable
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        request.httpBody = body
        return request
    }
}
