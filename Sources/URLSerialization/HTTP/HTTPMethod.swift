/// A request method (RFC 9110, section 9). Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The method as written in the request line.
    public let rawValue: String

    /// Creates any method, which is checked when a request is built with it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates any method, which is checked when a request is built with it.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates any method, as in `"PROPFIND"`.
    public init(stringLiteral value: String) { self.rawValue = value }

    /// `CONNECT`.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// `DELETE`.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `GET`.
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `OPTIONS`.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// `PATCH` (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `POST`.
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `QUERY` (draft-ietf-httpbis-safe-method-w-body).
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// `TRACE`.
    public static let trace = HTTPMethod(rawValue: "TRACE")
}
