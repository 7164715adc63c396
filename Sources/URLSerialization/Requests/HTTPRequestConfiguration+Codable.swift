extension HTTPRequestConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case baseURL, validatesURLs, headers, methodsEncodingParametersInURI, stringEncoding, escapedEncoding,
            queryStyle, queryString, maximumDepth
        case allowsCellularAccess, cachePolicy, httpShouldHandleCookies, httpShouldUsePipelining
        case networkServiceType, timeoutInterval
    }

    /// Creates a configuration from an archive. Fields that the archive lacks have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        baseURL = try container.decodeIfPresent(URL.self, forKey: .baseURL)
        validatesURLs = try container.decodeIfPresent(Bool.self, forKey: .validatesURLs) ?? validatesURLs
        headers = try container.decodeIfPresent(HTTPHeaders.self, forKey: .headers) ?? headers
        methodsEncodingParametersInURI = try container.decode(Set.self, forKey: .methodsEncodingParametersInURI)
        stringEncoding = try container.decode(RawCoded.self, forKey: .stringEncoding).value
        escapedEncoding = try container.decodeIfPresent(RawCoded.self, forKey: .escapedEncoding)?.value ?? .utf8
        queryStyle = try container.decodeIfPresent(QueryStyle.self, forKey: .queryStyle) ?? queryStyle
        maximumDepth = try container.decodeIfPresent(Int.self, forKey: .maximumDepth) ?? maximumDepth
        allowsCellularAccess = try container.decodeIfPresent(Bool.self, forKey: .allowsCellularAccess)
        cachePolicy = try container.decodeIfPresent(RawCoded.self, forKey: .cachePolicy)?.value
        httpShouldHandleCookies = try container.decodeIfPresent(Bool.self, forKey: .httpShouldHandleCookies)
        httpShouldUsePipelining = try container.decodeIfPresent(Bool.self, forKey: .httpShouldUsePipelining)
        networkServiceType = try container.decodeIfPresent(RawCoded.self, forKey: .networkServiceType)?.value
        timeoutInterval = try container.decodeIfPresent(TimeInterval.self, forKey: .timeoutInterval)
    }

    /// Archives every field that is not `nil`.
    ///
    /// - Throws: `EncodingError` naming the field that contains a closure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let queryString {
            throw EncodingError.invalid(
                queryString, at: container.codingPath + [CodingKeys.queryString],
                "'queryString' is a closure, which cannot be archived. Set it to nil first.")
        }
        try container.encodeIfPresent(baseURL, forKey: .baseURL)
        try container.encode(validatesURLs, forKey: .validatesURLs)
        try container.encode(headers, forKey: .headers)
        try container.encode(methodsEncodingParametersInURI.sorted(), forKey: .methodsEncodingParametersInURI)
        try container.encode(RawCoded(stringEncoding), forKey: .stringEncoding)
        try container.encode(RawCoded(escapedEncoding), forKey: .escapedEncoding)
        try container.encode(queryStyle, forKey: .queryStyle)
        try container.encode(maximumDepth, forKey: .maximumDepth)
        try container.encodeIfPresent(allowsCellularAccess, forKey: .allowsCellularAccess)
        try container.encodeIfPresent(cachePolicy.map(RawCoded.init), forKey: .cachePolicy)
        try container.encodeIfPresent(httpShouldHandleCookies, forKey: .httpShouldHandleCookies)
        try container.encodeIfPresent(httpShouldUsePipelining, forKey: .httpShouldUsePipelining)
        try container.encodeIfPresent(networkServiceType.map(RawCoded.init), forKey: .networkServiceType)
        try container.encodeIfPresent(timeoutInterval, forKey: .timeoutInterval)
    }
}

extension HTTPRequestConfiguration {
    /// Applies the optional settings that are not `nil` to a request.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidSetting``.
    package func applySettings(to request: inout URLRequest) throws {
        if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
        if let cachePolicy { request.cachePolicy = cachePolicy }
        if let httpShouldHandleCookies { request.httpShouldHandleCookies = httpShouldHandleCookies }
        if let httpShouldUsePipelining { request.usesPipelining = httpShouldUsePipelining }
        if let networkServiceType { request.networkServiceType = networkServiceType }
        if let timeoutInterval { request.timeoutInterval = try Self.checked(timeoutInterval) }
    }

    /// Returns a timeout that `URLSession` accepts. On Linux infinity, NaN and 10¹⁷ seconds crash the process.
    private static func checked(_ timeout: TimeInterval) throws -> TimeInterval {
        guard timeout.isFinite, timeout >= 0, timeout < 1e17 else {
            throw RequestSerializationError(
                .invalidSetting, field: "timeoutInterval",
                reason: "A timeout of \(timeout) seconds is out of range. Choose one from 0 to less than 1e17.")
        }
        return timeout
    }
}

/// The requirement that URLRequest's deprecated `httpShouldUsePipelining` satisfies. It makes the property, which
/// AFNetworking's users set, available without a warning in every build.
protocol PipeliningRequest {
    var httpShouldUsePipelining: Bool { get set }
}

extension PipeliningRequest {
    /// The deprecated `httpShouldUsePipelining`, under a name whose use is not warned about.
    var usesPipelining: Bool {
        get { httpShouldUsePipelining }
        set { httpShouldUsePipelining = newValue }
    }
}

extension URLRequest: PipeliningRequest {}
