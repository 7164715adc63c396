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

    /// `CONNECT`: makes a tunnel to the target (RFC 9110, section 9.3.6).
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// `DELETE`: removes the target (RFC 9110, section 9.3.5).
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `GET`: returns the target (RFC 9110, section 9.3.1).
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`: returns the headers that `GET` would (RFC 9110, section 9.3.2).
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `OPTIONS`: returns the methods that the target allows (RFC 9110, section 9.3.7).
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// `PATCH`: changes a part of the target (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `POST`: has the target process the body (RFC 9110, section 9.3.3).
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`: replaces the target with the body (RFC 9110, section 9.3.4).
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `QUERY`: a safe method like `GET`, with a body (draft-ietf-httpbis-safe-method-w-body).
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// `TRACE`: returns the request as the server received it (RFC 9110, section 9.3.8).
    public static let trace = HTTPMethod(rawValue: "TRACE")
}
