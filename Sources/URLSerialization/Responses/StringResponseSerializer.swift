/// A serializer that decodes a body as text.
///
/// ```swift
/// let page = try StringResponseSerializer().decode(data, from: response)
/// ```
///
/// The encoding is ``encoding``, or else the charset of the response's `Content-Type` (RFC 9110, section 8.3.2), or
/// else UTF-8. By default every content type is accepted. An empty body is an empty text.
public struct StringResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The acceptable responses, by default of any content type.
    public var configuration: HTTPResponseConfiguration
    /// The encoding, or `nil` for the response's charset.
    public var encoding: String.Encoding? {
        get { codedEncoding?.value }
        set { codedEncoding = newValue.map { RawCoded($0) } }
    }
    private var codedEncoding: RawCoded<String.Encoding>?

    private enum CodingKeys: String, CodingKey {
        case configuration
        case codedEncoding = "encoding"
    }

    /// Creates a serializer that accepts every content type unless the configuration says otherwise.
    public init(
        encoding: String.Encoding? = nil, configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()
    ) {
        self.configuration = configuration
        self.encoding = encoding
    }

    /// Returns the body as text: empty for an empty body, `nil` for a missing one.
    ///
    /// - Throws: `CocoaError` with code `fileReadUnknownStringEncoding` for an unknown charset, and
    ///   `fileReadInapplicableStringEncoding` for bytes that are not text in the encoding.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> String? {
        guard let data else { return nil }
        let encoding = try encoding ?? Self.encoding(of: response)
        if let text = encoding.decode(data) { return text }
        throw Self.error(
            .fileReadInapplicableStringEncoding,
            "The body is not text in the encoding '\(encoding)'. Give another encoding, or read its data.")
    }

    private static func encoding(of response: URLResponse?) throws -> String.Encoding {
        guard let charset = response?.charset else { return .utf8 }
        if let encoding = String.Encoding(charset: charset) { return encoding }
        throw error(
            .fileReadUnknownStringEncoding,
            "The charset '\(charset.printable)' is not known here. Give the serializer an encoding.")
    }

    private static func error(_ code: CocoaError.Code, _ description: String) -> CocoaError {
        CocoaError(code, userInfo: [NSLocalizedDescriptionKey: description])
    }
}

extension ResponseSerialization where Self == StringResponseSerializer {
    /// A serializer of text in the charset of its `Content-Type` or in UTF-8.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Returns a serializer of text in an encoding, or in the response's charset for `nil`.
    public static func string(encoding: String.Encoding?) -> StringResponseSerializer {
        StringResponseSerializer(encoding: encoding)
    }
}

extension URLResponse {
    /// The charset parameter of the content type.
    package var charset: String? {
        // Foundation on Linux keeps the quotes, and accepts parameters of other names.
        guard let field = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        else { return textEncodingName }
        // Some servers send only one of the quotes.
        let value = HTTPSyntax.parameters(of: field.unrepeated.drop { $0 != ";" })["charset", default: ""]
            .trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        return value.isEmpty ? nil : value
    }
}
