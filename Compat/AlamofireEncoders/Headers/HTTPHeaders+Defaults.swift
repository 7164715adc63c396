import URLSerialization

extension HTTPHeaders {
    /// Alamofire's default headers: `Accept-Encoding`, `Accept-Language` and `User-Agent`.
    public static let `default`: HTTPHeaders = [.defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent]
}

extension HTTPHeader {
    /// Brotli, gzip and deflate with decreasing weights: `br;q=1.0, gzip;q=0.9, deflate;q=0.8`.
    public static let defaultAcceptEncoding = acceptEncoding(qualityList(of: ["br", "gzip", "deflate"]))

    /// The user's first six languages with decreasing weights, such as `de-DE;q=1.0, en;q=0.9`.
    ///
    /// They are the core's, which on Linux come from `LANGUAGE` or `LANG`. Foundation's languages on Linux are the same
    /// for every user.
    public static let defaultAcceptLanguage = acceptLanguage(
        qualityList(
            of: coreValue(of: "Accept-Language")
                .split(separator: ",")
                .map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) }))

    /// The core's `User-Agent`: the program, its version and the system.
    ///
    /// Alamofire's has another form, with the bundle's identifier, and with Alamofire's name and version at the end.
    /// This module is not Alamofire and does not claim to be.
    public static let defaultUserAgent = userAgent(coreValue(of: "User-Agent"))

    /// Returns a `Sec-WebSocket-Protocol` header with a value.
    public static func websocketProtocol(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Sec-WebSocket-Protocol", value: value)
    }

    private static func coreValue(of name: String) -> String { HTTPRequestConfiguration().headers[name] ?? "" }

    private static func qualityList(of values: [String]) -> String {
        values.prefix(10).enumerated().map { "\($1);q=\(Double(10 - $0) / 10)" }.joined(separator: ", ")
    }
}
