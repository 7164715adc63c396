extension HTTPRequestConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case baseURL, validatesURLs, headers, methodsEncodingParametersInURI, stringEncoding, queryStyle, queryString,
            maximumDepth
        case allowsCellularAccess, cachePolicy, httpShouldHandleCookies, httpShouldUsePipelining
        case networkServiceType, timeoutInterval
    }

    /// Reads an archived configuration. A field that the archive lacks has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        baseURL = try container.decodeIfPresent(URL.self, forKey: .baseURL)
        validatesURLs = try container.decodeIfPresent(Bool.self, forKey: .validatesURLs) ?? validatesURLs
        headers = try container.decodeIfPresent(HTTPHeaders.self, forKey: .headers) ?? headers
        let methods = try container.decodeIfPresent([String].self, forKey: .methodsEncodingParametersInURI)
        methodsEncodingParametersInURI = methods.map { Set($0) } ?? methodsEncodingParametersInURI
        let encoding = try container.decodeIfPresent(UInt.self, forKey: .stringEncoding)
        stringEncoding = encoding.map(String.Encoding.init(rawValue:)) ?? stringEncoding
        queryStyle = try container.decodeIfPresent(QueryStyle.self, forKey: .queryStyle) ?? queryStyle
        maximumDepth = try container.decodeIfPresent(Int.self, forKey: .maximumDepth) ?? maximumDepth
        allowsCellularAccess = try container.decodeIfPresent(Bool.self, forKey: .allowsCellularAccess)
        cachePolicy = try container.decodeRawValue(forKey: .cachePolicy)
        httpShouldHandleCookies = try container.decodeIfPresent(Bool.self, forKey: .httpShouldHandleCookies)
        httpShouldUsePipelining = try container.decodeIfPresent(Bool.self, forKey: .httpShouldUsePipelining)
        networkServiceType = try container.decodeRawValue(forKey: .networkServiceType)
        timeoutInterval = try container.decodeIfPresent(TimeInterval.self, forKey: .timeoutInterval)
    }

    /// Archives the configuration.
    ///
    /// - Throws: `EncodingError` naming the field that holds a closure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let queryString {
            throw EncodingError.invalidValue(
                queryString,
                EncodingError.Context(
                    codingPath: container.codingPath + [CodingKeys.queryString],
                    debugDescription: "'queryString' is a closure, which cannot be archived. Set it to nil first."
                )
            )
        }
        try container.encodeIfPresent(baseURL, forKey: .baseURL)
        try container.encode(validatesURLs, forKey: .validatesURLs)
        try container.encode(headers, forKey: .headers)
        try container.encode(methodsEncodingParametersInURI.sorted(), forKey: .methodsEncodingParametersInURI)
        try container.encode(stringEncoding.rawValue, forKey: .stringEncoding)
        try container.encode(queryStyle, forKey: .queryStyle)
        try container.encode(maximumDepth, forKey: .maximumDepth)
        try container.encodeIfPresent(allowsCellularAccess, forKey: .allowsCellularAccess)
        try container.encodeIfPresent(cachePolicy?.rawValue, forKey: .cachePolicy)
        try container.encodeIfPresent(httpShouldHandleCookies, forKey: .httpShouldHandleCookies)
        try container.encodeIfPresent(httpShouldUsePipelining, forKey: .httpShouldUsePipelining)
        try container.encodeIfPresent(networkServiceType?.rawValue, forKey: .networkServiceType)
        try container.encodeIfPresent(timeoutInterval, forKey: .timeoutInterval)
    }
}

extension KeyedDecodingContainer {
    /// A value archived by its raw value, or nil if it is absent.
    fileprivate func decodeRawValue<Value: RawRepresentable>(forKey key: Key) throws -> Value?
    where Value.RawValue: Decodable {
        guard let rawValue = try decodeIfPresent(Value.RawValue.self, forKey: key) else { return nil }
        if let value = Value(rawValue: rawValue) { return value }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self, debugDescription: "\(rawValue) is not a \(Value.self).")
    }
}
