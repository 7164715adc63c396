extension URLRequest {
    /// The method; `nil` if Foundation has none.
    ///
    /// Foundation on Linux uses GET instead of none, and upper-cases some methods.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init(rawValue:)) }
        set {
            self = mutableCopy
            httpMethod = newValue?.rawValue
        }
    }

    /// The headers, sorted by name. Setting them replaces all previous ones.
    ///
    /// They are not checked, and Foundation on Linux sends CR and LF in them. Use ``setHeaders(_:)`` for text from
    /// other sources.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set {
            self = mutableCopy
            allHTTPHeaderFields = newValue.dictionary
        }
    }

    /// Sets headers, replacing those with the same names. Names are sent in the given case.
    ///
    /// - Throws: ``RequestSerializationError`` naming a header that cannot be sent. `setValue(_:forHTTPHeaderField:)`
    ///   drops it silently on Linux, and capitalizes names.
    public mutating func setHeaders(_ headers: HTTPHeaders) throws { try set(headers, replaces: true) }

    /// Sets the headers that the request does not have.
    package mutating func addHeaders(_ headers: HTTPHeaders) throws { try set(headers, replaces: false) }

    private mutating func set(_ headers: HTTPHeaders, replaces: Bool) throws {
        guard !headers.isEmpty else { return }
        var fields = allHTTPHeaderFields ?? [:]
        for header in headers {
            let same = fields.keys.first(where: header.name.isEqualName)
            if same != nil, !replaces { continue }
            try HTTPSyntax.validate(name: header.name, value: header.value)
            if let same { fields[same] = nil }
            fields[header.name] = header.value
        }
        allHTTPHeaderFields = fields
    }
}

extension String {
    /// Whether another header name equals this one, ignoring case.
    package func isEqualName(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && utf8.elementsEqual(other.utf8) { left, right in
                left == right || (left ^ right == 0x20 && left.isLetterOrDigit && right.isLetterOrDigit)
            }
    }
}

extension HTTPURLResponse {
    /// The headers, sorted by name because Foundation does not keep their order.
    public var headers: HTTPHeaders { HTTPHeaders(allHeaderFields as? [String: String] ?? [:]) }
}

extension URLSessionConfiguration {
    /// The headers of every request, sorted by name. Setting them replaces all previous ones.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}

extension URLRequest {
    /// A request equal to this one that can be changed.
    ///
    /// A request shares its storage with its copies until one of them is changed. Foundation on Linux crashes the
    /// process when it copies the storage of a request without a URL, so such a request is rebuilt there.
    package var mutableCopy: URLRequest {
        #if canImport(Darwin)
            self
        #else
            url == nil ? remade : self
        #endif
    }

    #if !canImport(Darwin)
        private var remade: URLRequest {
            var request = URLRequest(
                url: URL(fileURLWithPath: "/"), cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
            request.url = nil
            request.mainDocumentURL = mainDocumentURL
            request.httpMethod = httpMethod
            request.allHTTPHeaderFields = allHTTPHeaderFields
            if let httpBodyStream { request.httpBodyStream = httpBodyStream } else { request.httpBody = httpBody }
            request.allowsCellularAccess = allowsCellularAccess
            request.httpShouldHandleCookies = httpShouldHandleCookies
            request.networkServiceType = networkServiceType
            request.usesPipelining = usesPipelining
            return request
        }
    #endif
}
