import URLSerialization

/// A request as it was recorded, or as a program makes it.
public struct RecordedRequest: Sendable, Hashable {
    /// The method, in upper case.
    public let method: String
    /// The URL as it was recorded, or its path and query if the host is not known.
    public let url: String
    /// The path, `/` for an empty one.
    public let path: String
    /// The query as it was sent, without its question mark; empty for none.
    public let query: String
    /// The header fields in their order. A name may be repeated.
    public private(set) var headers: [HTTPHeader]
    /// The body, or `nil` if there is none or it was not recorded.
    public internal(set) var body: Data?
    /// The place in the recording: `entry 3`, `line 7`; empty for a request of a program.
    public internal(set) var place = ""

    /// - Parameter contentType: The media type of the body, unless the fields have one.
    package init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: Data? = nil, contentType: String? = nil
    ) {
        (self.method, self.url, self.body) = (method.uppercased(), url, body)
        // HTTP/2's pseudo-headers repeat the method and the URL.
        self.headers = headers.filter { !$0.name.hasPrefix(":") }
        let target = Self.target(of: url)
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        self.path = path.isEmpty ? "/" : String(path) ?? ""
        query = String(target.dropFirst(path.count + 1)) ?? ""
        if let contentType, body != nil, self[header: "Content-Type"] == nil {
            self.headers.append(HTTPHeader(name: "Content-Type", value: contentType))
        }
    }

    /// Creates the request that a program makes.
    ///
    /// - Parameters:
    ///   - request: The request. Its stream is not read.
    ///   - body: The body, or `nil` for the request's `httpBody`.
    public init(_ request: URLRequest, body: Data? = nil) {
        self.init(
            request.httpMethod ?? "GET", request.url?.absoluteString ?? "", headers: Array(request.headers),
            body: body ?? request.httpBody)
    }

    /// The value of the first header field with a name, in any case; `nil` for none.
    public subscript(header name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Returns a URL without its scheme, host and fragment.
    private static func target(of url: String) -> Substring.UTF8View {
        let whole = url.utf8.prefix { $0 != UInt8(ascii: "#") }
        let rest = whole.drop { ![UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
        guard rest.startIndex > whole.startIndex, rest.starts(with: "://".utf8) else { return whole }
        return rest.dropFirst(3).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }

    /// Returns a URL with a scheme, which commands may omit.
    static func absolute(_ url: String) -> String { url.contains("://") ? url : "http://\(url)" }

    /// The method and the path.
    package var endpoint: String { "\(method) \(path)" }

    /// The endpoint and the place: `POST /p (entry 4)`.
    var title: String { place.isEmpty ? endpoint : "\(endpoint) (\(place))" }

    /// The media type of the body in lower case, without parameters; empty for none.
    var mediaType: String {
        (self[header: "Content-Type"] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The boundary of the body's parts, or `nil` if the media type has none.
    var boundary: String? { HTTPSyntax.parameters(of: self[header: "Content-Type"] ?? "")["boundary"] }

    /// The request with another place.
    func at(_ place: String) -> RecordedRequest {
        var request = self
        request.place = place
        return request
    }
}

extension HTTPHeader {
    /// Creates a field from its line, or `nil` for a line that is none.
    init?(line: some StringProtocol) {
        let sides = Substring(line).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, HTTPSyntax.isToken(String(sides[0])) else { return nil }
        self.init(name: String(sides[0]), value: sides[1].trimmingCharacters(in: .whitespaces))
    }
}
