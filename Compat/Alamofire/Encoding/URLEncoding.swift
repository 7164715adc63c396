import URLSerialization

/// Writes parameters as a query string, in the URL or in the body (Alamofire's `URLEncoding`).
public struct URLEncoding: ParameterEncoding {
    /// Where the query string goes.
    public enum Destination: Sendable {
        /// Into the URL for GET, HEAD and DELETE, otherwise into the body.
        case methodDependent
        /// Into the URL.
        case queryString
        /// Into the body.
        case httpBody
    }

    /// How the keys of an array's elements are written.
    public enum ArrayEncoding: Sendable {
        /// `k[]=1&k[]=2`.
        case brackets
        /// `k=1&k=2`.
        case noBrackets
        /// `k[0]=1&k[1]=2`.
        case indexInBrackets
        /// The key that the closure makes of the array's and an element's index.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// How a Boolean is written.
    public enum BoolEncoding: Sendable {
        /// `1` or `0`.
        case numeric
        /// `true` or `false`.
        case literal
    }

    /// In the URL or the body by the method, arrays with brackets, Booleans as numbers.
    public static var `default`: URLEncoding { URLEncoding() }
    /// The same as ``default``, by its name in Alamofire 4.
    public static var methodDependent: URLEncoding { URLEncoding() }
    /// Always in the URL.
    public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
    /// Always in the body.
    public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

    /// Where the query string goes.
    public let destination: Destination
    /// How the keys of an array's elements are written.
    public let arrayEncoding: ArrayEncoding
    /// How a Boolean is written.
    public let boolEncoding: BoolEncoding
    /// The same for the core's walk.
    private let style: QueryStyle

    /// An encoding; the defaults are Alamofire's.
    public init(
        destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        style = .urlEncoding(arrays: arrayEncoding, booleans: boolEncoding)
    }

    /// A request with the parameters in its URL or its body.
    ///
    /// In the URL the query string follows a query that is there after `&`; with empty parameters the URL stays as it is, but
    /// parameters that hold only empty collections leave a `?` behind, as in Alamofire. In the body the Content-Type
    /// `application/x-www-form-urlencoded; charset=utf-8` is added if the request has none.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to begin with, or what makes one.
    ///   - parameters: The parameters; nil leaves the request as it is.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` with `missingURL`, or with `customEncodingFailed` and the
    ///   core's `RequestSerializationError` for collections nested deeper than 512 and for dates beyond the years 1 to
    ///   9999; what `urlRequest` throws.
    /// - Complexity: Linear in the length of the query string, but for sorting the keys of each dictionary.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        guard isInURL(request.httpMethod) else {
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

    /// The percent-encoded pairs of a value under a key.
    ///
    /// - Parameters:
    ///   - key: The key path, not percent-encoded.
    ///   - value: Any value. One that ``encode(_:with:)`` refuses has no pairs.
    /// - Returns: Keys and values, both percent-encoded; those of a dictionary in the order of its keys.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        // One level more than the value has: the dictionary that gives it its key.
        let serializer = serializer(maximumDepth: CastReading.maximumDepth + 1)
        let pairs = (try? serializer.pairs(from: [key: value])) ?? []
        return pairs.map { (escape($0.key), escape($0.value ?? "")) }
    }

    /// The text percent-encoded: all but letters, digits and `-._~/?`.
    public func escape(_ string: String) -> String {
        PercentEscaper.afNetworking.escape(string)
    }

    private func isInURL(_ method: String?) -> Bool {
        switch destination {
        case .queryString: method != nil
        case .httpBody: false
        case .methodDependent: ["GET", "HEAD", "DELETE"].contains(method)
        }
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
    /// What ``URLEncoding`` writes, in the core's terms. Keys are sorted as Swift sorts texts; Alamofire sorts only those
    /// at the top, and leaves the order of the others to their hashing.
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
