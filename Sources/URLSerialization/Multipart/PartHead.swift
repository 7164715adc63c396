/// The bytes before a part's content: the boundary, the headers and a blank line.
package struct PartHead {
    /// The headers, a line each, and the blank line.
    let text: String

    /// Creates the head of a form field or, with a file name, of a file (`AFMultipartFormData`).
    ///
    /// - Parameter mediaType: The type of a file, by default the type of its name's extension.
    /// - Throws: ``RequestSerializationError``, as ``disposition(name:fileName:)``, and for control characters in the
    ///   media type.
    init(name: String, fileName: String? = nil, mediaType: String? = nil) throws(RequestSerializationError) {
        var typeLine = ""
        if let fileName {
            let mediaType = mediaType ?? MediaType.forFileExtension((fileName as NSString).pathExtension)
            try Self.validate(HTTPHeader(name: "Content-Type", value: mediaType), in: name)
            typeLine = "Content-Type: \(mediaType)\r\n"
        }
        text = "Content-Disposition: \(try Self.disposition(name: name, fileName: fileName))\r\n\(typeLine)\r\n"
    }

    /// Creates a head with custom headers in the caller's order.
    ///
    /// - Throws: ``RequestSerializationError`` for a name that is not a token, and for control characters in a value.
    init(_ headers: HTTPHeaders) throws(RequestSerializationError) {
        for header in headers { try Self.validate(header, in: headers["Content-Disposition"] ?? "") }
        text = headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    }

    private static func validate(_ header: HTTPHeader, in part: String) throws(RequestSerializationError) {
        do throws(RequestSerializationError) {
            try HTTPSyntax.validate(name: header.name, value: header.value)
        } catch {
            throw error.inPart(part)
        }
    }

    /// Returns the value of `Content-Disposition` for a form field or, with a file name, for a file.
    ///
    /// In names `"`, CR and LF are written `%22`, `%0D` and `%0A`, as browsers write them (HTML, "Multipart form
    /// data"). AFNetworking writes names unchanged between quotation marks. A backslash before the closing quotation
    /// mark makes some servers read beyond it, so it is refused:
    ///
    /// | disposition | read as |
    /// |---|---|
    /// | `name="a\"` | `a"` by PHP, no name at all by Werkzeug |
    /// | `name="a\"; filename="b.txt"` | a field named `a"; filename=` instead of a file, by all |
    /// | `name="a\\"; filename="b.txt"` | a field instead of a file by Django and Starlette |
    /// | `name="a\\"` | `a\` by all: written, as AFNetworking does |
    ///
    /// - Throws: ``RequestSerializationError`` for NUL in a name, for a backslash at the end of a file part's field
    ///   name, and for an odd number of backslashes at the end of any other name.
    package static func disposition(name: String, fileName: String?) throws(RequestSerializationError) -> String {
        let field = try escape(name, of: name, isLast: fileName == nil)
        guard let fileName else { return "form-data; name=\"\(field)\"" }
        return "form-data; name=\"\(field)\"; filename=\"\(try escape(fileName, of: name, isLast: true))\""
    }

    /// Returns a name as it is written between quotation marks.
    private static func escape(
        _ text: String, of part: String, isLast: Bool
    ) throws(RequestSerializationError) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D || $0 == 0x22 || $0 == 0x5C }) else {
            return text
        }
        guard !text.utf8.contains(0) else {
            throw RequestSerializationError(
                .invalidPartName, part: part,
                reason: "\(text.quoted) contains NUL, which ends a name for some servers. Remove it.")
        }
        let backslashes = text.utf8.reversed().prefix { $0 == 0x5C }.count
        guard isLast ? backslashes.isMultiple(of: 2) : backslashes == 0 else {
            throw RequestSerializationError(
                .invalidPartName, part: part,
                reason: "\(text.quoted) ends with a backslash, with which servers escape the closing quote. Remove it.")
        }
        return text.replacingScalars { escapes[$0] }
    }

    private static let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
}
