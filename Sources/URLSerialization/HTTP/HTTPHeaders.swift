/// Header fields in the caller's order, one for each name. Names are case-insensitive.
///
/// Two lists are equal if they have equal fields in the same order, with identically spelled names.
public struct HTTPHeaders: Hashable, Sendable {
    private var fields: [HTTPHeader] = []

    /// Creates an empty list, which keeps the order in which fields are added.
    public init() {}

    /// Creates a list of fields. If two fields have the same name, the later value is kept.
    public init(_ fields: [HTTPHeader]) {
        for field in fields { update(field) }
    }

    /// Creates a list of fields sorted by name, because a dictionary has no order.
    public init(_ dictionary: [String: String]) {
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { update(name: name, value: value) }
    }

    /// Sets a field, like ``update(name:value:)``. Alamofire has both names.
    public mutating func add(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }
    /// Sets a field, like ``update(_:)``. Alamofire has both names.
    public mutating func add(_ header: HTTPHeader) { update(header) }
    /// Sets a field: replaces the field with that name in place, or appends a new one.
    public mutating func update(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }

    /// Sets a field: replaces the field with that name in place, or appends a new one.
    public mutating func update(_ header: HTTPHeader) {
        if let position = position(of: header.name) {
            fields[position] = header
        } else {
            fields.append(header)
        }
    }

    /// Removes the field with that name, if there is one.
    public mutating func remove(name: String) {
        if let position = position(of: name) { fields.remove(at: position) }
    }

    /// Sorts the fields by name, without case.
    public mutating func sort() { fields.sort { $0.name.lowercased() < $1.name.lowercased() } }

    /// Returns the fields sorted by name, without case.
    public func sorted() -> HTTPHeaders {
        var headers = self
        headers.sort()
        return headers
    }

    /// Returns the value of the field with that name, or `nil` if there is none.
    ///
    /// - Complexity: Linear in the number of fields.
    public func value(for name: String) -> String? { position(of: name).map { fields[$0].value } }

    /// The value of the field with that name; setting `nil` removes the field.
    public subscript(_ name: String) -> String? {
        get { value(for: name) }
        set {
            if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
        }
    }

    /// The values by name, without the order of the fields.
    public var dictionary: [String: String] { Dictionary(fields.map { ($0.name, $0.value) }) { _, last in last } }

    private func position(of name: String) -> Int? { fields.firstIndex { $0.name.isEqualName(name) } }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position past the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position, counted from 0 in the caller's order.
    public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: Codable {
    /// Creates a list from an archive. If two fields have the same name, the later value is kept.
    public init(from decoder: any Decoder) throws { self.init(try [HTTPHeader](from: decoder)) }

    /// Archives the fields as a list.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Creates a list of the literal's fields. If two fields have the same name, the later value is kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { update(name: name, value: value) }
    }

    /// Creates a list of the literal's fields. If two fields have the same name, the later value is kept.
    public init(arrayLiteral elements: HTTPHeader...) { self.init(elements) }

    /// The fields as `name: value`, one per line, with control characters as escapes.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

/// A header field: a name, which is case-insensitive, and a value.
public struct HTTPHeader: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The field's name, in the case in which it is sent.
    public let name: String
    /// The field's value, which is checked when a request is built.
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
