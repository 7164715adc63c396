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
    /// Returns an `Accept` field with the value.
    public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
    /// Returns an `Accept-Charset` field with the value.
    public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
    /// Returns an `Accept-Encoding` field with the value.
    public static func acceptEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Encoding", value: value)
    }
    /// Returns an `Accept-Language` field with the value.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }
    /// Returns an `Authorization` field with any credentials.
    public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }
    /// Returns an `Authorization` field of the Basic scheme (RFC 7617), with the credentials encoded as UTF-8.
    public static func authorization(username: String, password: String) -> HTTPHeader {
        authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }
    /// Returns an `Authorization` field with a bearer token (RFC 6750).
    public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }
    /// Returns a `Content-Disposition` field with the value.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }
    /// Returns a `Content-Encoding` field with the value.
    public static func contentEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Encoding", value: value)
    }
    /// Returns a `Content-Type` field with the value.
    public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
    /// Returns a `User-Agent` field with the value.
    public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
}
