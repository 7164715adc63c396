import URLSerialization

/// Writes parameters as a query string, in the URL or in the body (Alamofire's `URLEncoding`).
public struct URLEncoding: ParameterEncoding {
    /// The destination of the query string.
    public typealias Destination = URLEncodedFormParameterEncoder.Destination
    /// The keys of an array's elements.
    public typealias ArrayEncoding = URLEncodedFormEncoder.ArrayEncoding
    /// The text of a Boolean: a digit or a word.
    public typealias BoolEncoding = URLEncodedFormEncoder.BoolEncoding

    /// An encoding into the URL or the body, depending on the method, with brackets for arrays and numbers for
    /// Booleans.
    public static var `default`: URLEncoding { URLEncoding() }
    /// The encoding ``default`` by its name in Alamofire 4.
    public static var methodDependent: URLEncoding { URLEncoding() }
    /// An encoding that always uses the URL.
    public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
    /// An encoding that always uses the body.
    public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

    /// The destination of the query string.
    public let destination: Destination
    /// The keys of an array's elements.
    public let arrayEncoding: ArrayEncoding
    /// The text of a Boolean, by default `1` or `0`.
    public let boolEncoding: BoolEncoding
    /// The equivalent style for the core's traversal.
    private let style: QueryStyle

    /// Creates an encoding. The defaults are Alamofire's.
    public init(
        destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        style = .urlEncoding(arrays: arrayEncoding, booleans: boolEncoding)
    }

    /// Returns a request with the parameters in its URL or its body.
    ///
    /// In the URL the query string is added to an existing query after `&`. Empty parameters leave the URL unchanged,
    /// but parameters with only empty collections leave a `?` behind, as in Alamofire. In the body, the Content-Type
    /// `application/x-www-form-urlencoded; charset=utf-8` is added if the request has none.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to start from, or a value that makes one.
    ///   - parameters: The parameters; `nil` leaves the request unchanged.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` with `missingURL`, or with `customEncodingFailed` and the
    ///   core's `RequestSerializationError` for collections nested deeper than 512 and for dates outside the years 1 to
    ///   9999; the error of `urlRequest`.
    /// - Complexity: Linear in the length of the query string, except for sorting the keys of each dictionary.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        guard request.method.map(destination.isURL) ?? false else {
            let body = Data(try query(of: parameters).utf8)
            return request.with(body: body, contentType: "application/x-www-form-urlencoded; charset=utf-8")
        }
        guard let url = request.url, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            throw AFError.parameterEncodingFailed(reason: .missingURL)
        }
        guard !parameters.isEmpty else { return request }
        let query = try query(of: parameters)
        components.percentEncodedQuery = components.percentEncodedQuery.map { $0 + "&" + query } ?? query
        request.url = components.url
        return request
    }

    /// Returns the percent-encoded pairs of a value under a key.
    ///
    /// - Parameters:
    ///   - key: The key path, not percent-encoded.
    ///   - value: Any value. One that ``encode(_:with:)`` refuses has no pairs.
    /// - Returns: The keys and values, both percent-encoded; those of a dictionary in the order of its keys.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        // One level more than the value has, for the dictionary with its key.
        let serializer = serializer(maximumDepth: CastReading.maximumDepth + 1)
        let pairs = (try? serializer.pairs(from: [key: value])) ?? []
        return pairs.map { (escape($0.key), escape($0.value ?? "")) }
    }

    /// Returns the text percent-encoded, except for letters, digits and `-._~/?`.
    public func escape(_ string: String) -> String {
        PercentEscaper.afNetworking.escape(string)
    }

    private func query(of parameters: [String: Any]) throws -> String {
        do {
            return try serializer(maximumDepth: CastReading.maximumDepth).string(from: parameters)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        }
    }

    private func serializer(maximumDepth: Int) -> QueryStringSerializer {
        var serializer = QueryStringSerializer(style: style, maximumDepth: maximumDepth)
        serializer.reading = CastReading.node
        return serializer
    }
}

extension QueryStyle {
    /// Returns the core's equivalent of a ``URLEncoding``. Keys are sorted as Swift sorts texts. Alamofire sorts only
    /// those at the top, and leaves the order of the others to their hashing.
    fileprivate static func urlEncoding(
        arrays: URLEncoding.ArrayEncoding, booleans: URLEncoding.BoolEncoding
    ) -> QueryStyle {
        var style = QueryStyle()
        style.arrays =
            switch arrays {
            case .brackets: .brackets
            case .noBrackets: .repeated
            case .indexInBrackets: .indices
            case .custom(let key): .custom(key)
            }
        style.booleans =
            switch booleans {
            case .numeric: .numeric
            case .literal: .literal
            }
        style.numbers = .shortest
        style.data = .custom { "\($0)" }
        style.precedes = { $0 < $1 }
        return style
    }
}
