/// A header field: a name, which is case-insensitive, and a value.
public struct HTTPHeader: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The field's name.
    public let name: String
    /// The field's value.
    public let value: String

    /// Creates a field with any name and value, which are checked when a request is built with them.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// `name: value`, with control characters as escapes.
    public var description: String { "\(name): \(value)".printable }
}

extension HTTPHeader {
    /// Returns `Accept` with a value.
    public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
    /// Returns `Accept-Charset` with a value.
    public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
    /// Returns `Accept-Encoding` with a value.
    public static func acceptEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Encoding", value: value)
    }
    /// Returns `Accept-Language` with a value.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }
    /// Returns `Authorization` with any credentials.
    public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }
    /// Returns `Authorization` by the Basic scheme (RFC 7617), with the credentials encoded as UTF-8.
    public static func authorization(username: String, password: String) -> HTTPHeader {
        authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }
    /// Returns `Authorization` with a bearer token (RFC 6750).
    public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }
    /// Returns `Content-Disposition` with a value.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }
    /// Returns `Content-Encoding` with a value.
    public static func contentEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Encoding", value: value)
    }
    /// Returns `Content-Type` with a value.
    public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
    /// Returns `User-Agent` with a value.
    public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
}
