import Testing
import URLSerialization

extension URLRequest {
    /// A request to a fixed URL.
    init(_ method: String, url: String = "https://example.com/p", headers: [String: String] = [:]) throws {
        self.init(url: try url.asURL())
        httpMethod = method
        allHTTPHeaderFields = headers
    }

    /// The body as text; nil without a body.
    var bodyText: String? { httpBody.map { String(decoding: $0, as: UTF8.self) } }

    /// The value of the Content-Type header.
    var contentType: String? { value(forHTTPHeaderField: "Content-Type") }

    /// Everything about the request that a serializer could change, as text.
    var snapshot: String {
        let headers = (allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        let url = url?.absoluteString ?? "no URL"
        return "\(httpMethod ?? "no method") \(url) \(headers) \(bodyText ?? "no body") \(timeoutInterval)"
    }
}

extension HTTPRequestSerialization {
    /// The serializer after a change to its configuration.
    func configured(_ change: (inout HTTPRequestConfiguration) -> Void) -> Self {
        var copy = self
        change(&copy.configuration)
        return copy
    }
}

/// A value made where it is used, because `Any` may not cross to the task that a test runs in.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Any

    init(_ description: String, _ make: @escaping @Sendable () -> Any) {
        testDescription = description
        self.make = make
    }
}

/// Expects a refusal with a code, a key path, a field and a part, as far as they are given. Returns the error.
@discardableResult
func expectRefusal<Result>(
    _ code: RequestSerializationError.Code? = nil, at keyPath: String?? = .none, field: String? = nil,
    part: String?? = .none, sourceLocation: SourceLocation = #_sourceLocation, of make: () throws -> Result
) -> RequestSerializationError? {
    let error = #expect(throws: RequestSerializationError.self, sourceLocation: sourceLocation) { try make() }
    if let code { #expect(error?.code == code, sourceLocation: sourceLocation) }
    if let keyPath { #expect(error?.keyPath == keyPath, sourceLocation: sourceLocation) }
    if let field { #expect(error?.field == field, sourceLocation: sourceLocation) }
    if let part { #expect(error?.part == part, sourceLocation: sourceLocation) }
    return error
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
