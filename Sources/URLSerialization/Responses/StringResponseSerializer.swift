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
        if let text = String(decodable: data, in: encoding) { return text }
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
    fileprivate var charset: String? {
        // Foundation on Linux keeps the quotes, and accepts parameters of other names.
        let field = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        guard let parameters = field?.split(separator: ";").dropFirst() else { return textEncodingName }
        for parameter in parameters {
            let sides = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, sides[0].lowercased() == "charset" else { continue }
            let value = sides[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            return value.isEmpty ? nil : value
        }
        return nil
    }
}

extension String.Encoding {
    /// Creates the encoding of a charset by its name in IANA's registry, or returns `nil` if it is unknown.
    package init?(charset: String) {
        guard let encoding = Self.byCharset[charset.lowercased()] else { return nil }
        self = encoding
    }

    private static let byCharset: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
        "utf-32": .utf32, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "macintosh": .macOSRoman,
    ]
}
