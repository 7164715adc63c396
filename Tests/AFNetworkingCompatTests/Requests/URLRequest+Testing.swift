import AFNetworkingCompat
import Testing

extension URLRequest {
    /// A request to a fixed URL.
    init(_ method: String, url: String = "https://example.com/p", headers: [String: String] = [:]) throws {
        self.init(url: try #require(URL(string: url)))
        httpMethod = method
        allHTTPHeaderFields = headers
    }

    var urlText: String? { url?.absoluteString }

    /// The body as text; nil without a body.
    var bodyText: String? { httpBody.map { String(decoding: $0, as: UTF8.self) } }

    /// The value of the Content-Type header.
    var contentType: String? { value(forHTTPHeaderField: "Content-Type") }

    /// The properties that a serializer sets, as text.
    var snapshot: String {
        let headers = (allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(httpMethod ?? "-") \(urlText ?? "-") \(headers) \(bodyText ?? "-") \(timeoutInterval)"
    }
}

extension NSMutableURLRequest {
    var value: URLRequest { self as URLRequest }
}

extension AFHTTPRequestSerializer {
    /// Returns the serialized form of another request.
    ///
    /// - Throws: The error that is set; a failed requirement if there is neither.
    func serialized(_ request: URLRequest, _ parameters: Any?) throws -> URLRequest {
        var error: NSError?
        let result = self.request(bySerializingRequest: request, withParameters: parameters, error: &error)
        if let error { throw error }
        return try #require(result)
    }

    /// The query of a GET with these parameters.
    func query(_ parameters: Any?) throws -> String? {
        try serialized(URLRequest("GET"), parameters).url.flatMap {
            URLComponents(url: $0, resolvingAgainstBaseURL: false)
        }?
        .percentEncodedQuery
    }
}

/// Parameters made where they are used, because `Any` may not cross to the task that a test runs in.
struct ParametersSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Any

    init(_ description: String, _ make: @escaping @Sendable () -> Any) {
        testDescription = description
        self.make = make
    }
}
