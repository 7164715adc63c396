import Testing
import URLSerialization

extension URLResponse {
    /// A response from a fixed URL.
    static func with(
        status: Int = 200, contentType: String? = "application/json", url: String = "https://example.com/r"
    ) throws -> HTTPURLResponse {
        let response = HTTPURLResponse(
            url: try url.asURL(), statusCode: status, httpVersion: "HTTP/1.1",
            headerFields: contentType.map { ["Content-Type": $0] })
        return try #require(response)
    }
}

extension HTTPResponseSerialization {
    /// The serializer after a change to its configuration.
    func accepting(_ change: (inout HTTPResponseConfiguration) -> Void) -> Self {
        var copy = self
        change(&copy.configuration)
        return copy
    }
}

extension ResponseSerializationError {
    /// The last words of the domains and the codes, outermost first: `response -1011 < response -1016`.
    var chain: String {
        let own = "\(domain.split(separator: ".").last ?? "") \(code)"
        let beneath = userInfo[NSUnderlyingErrorKey] as? ResponseSerializationError
        return own + (beneath.map { " < \($0.chain)" } ?? "")
    }
}

/// Returns a result as text: the object, then the error's chain.
func summary(_ result: SerializedResponse<some Any>) -> String {
    let object = result.object.map { object in
        if let object = object as? Data { return String(decoding: object, as: UTF8.self) }
        return canonicalText(object)
    }
    return [object, result.error?.chain].compactMap { $0 }.joined(separator: " | ")
}

/// Returns a tree as text in one order, with nulls and Booleans distinguished from texts and numbers.
func canonicalText(_ value: Any) -> String {
    switch value {
    case is NSNull: "null"
    case let value as NSNumber where value === NSNumber(value: true): "true"
    case let value as NSNumber where value === NSNumber(value: false): "false"
    case let text as String: "'\(text)'"
    case let dictionary as [String: Any]:
        "{"
            + dictionary.sorted { $0.key < $1.key }.map { "\($0.key):\(canonicalText($0.value))" }
            .joined(separator: ",") + "}"
    case let array as [Any]: "[" + array.map(canonicalText).joined(separator: ",") + "]"
    default: "\(value)"
    }
}
