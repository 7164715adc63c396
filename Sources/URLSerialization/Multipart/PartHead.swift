/// What stands before a part's content: the boundary, the headers and a blank line.
struct PartHead {
    /// The headers, a line each, and the blank line.
    let text: String

    /// The head of a form field (`AFMultipartFormData`).
    ///
    /// In names `"`, CR and LF are written `%22`, `%0D` and `%0A`, as browsers write them (HTML, "Multipart form data");
    /// AFNetworking puts names between quotation marks as they are.
    ///
    /// - Throws: ``RequestSerializationError`` for NUL in the name.
    init(name: String) throws(RequestSerializationError) {
        text = "Content-Disposition: form-data; name=\"\(try Self.escape(name, of: name))\"\r\n\r\n"
    }

    /// The head of a file; nil for the media type of the file name's extension.
    ///
    /// - Throws: ``RequestSerializationError`` for NUL in a name, and for CR, LF or NUL in the media type.
    init(name: String, fileName: String, mediaType: String?) throws(RequestSerializationError) {
        let mediaType = mediaType ?? MediaType.forFileName(fileName)
        do throws(RequestSerializationError) {
            try HTTPSyntax.validate(name: "Content-Type", value: mediaType)
        } catch {
            throw error.inPart(name)
        }
        var text = ""
        text.reserveCapacity(100 + name.utf8.count + fileName.utf8.count + mediaType.utf8.count)
        text += "Content-Disposition: form-data; name=\""
        text += try Self.escape(name, of: name)
        text += "\"; filename=\""
        text += try Self.escape(fileName, of: name)
        text += "\"\r\nContent-Type: "
        text += mediaType
        text += "\r\n\r\n"
        self.text = text
    }

    /// The head with the caller's own headers in the caller's order.
    ///
    /// - Throws: ``RequestSerializationError`` for a name that is no token, and for CR, LF or NUL in a value.
    init(inOrder headers: HTTPHeaders) throws(RequestSerializationError) {
        try Self.validate(headers)
        text = headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    }

    /// The head with the caller's own headers: `Content-Disposition` and `Content-Type` first, the rest by name.
    ///
    /// - Throws: ``RequestSerializationError`` for a name that is no token, and for CR, LF or NUL in a value.
    init(_ headers: HTTPHeaders) throws(RequestSerializationError) {
        try Self.validate(headers)
        let first = ["content-disposition", "content-type"]
        let firstHeaders = first.compactMap { name in headers.first { $0.name.lowercased() == name } }
        let others = headers.filter { !first.contains($0.name.lowercased()) }
        let lines = (firstHeaders + others.sorted { $0.name < $1.name }).map { "\($0.name): \($0.value)\r\n" }
        text = lines.joined() + "\r\n"
    }

    private static func validate(_ headers: HTTPHeaders) throws(RequestSerializationError) {
        do throws(RequestSerializationError) {
            for header in headers { try HTTPSyntax.validate(name: header.name, value: header.value) }
        } catch {
            throw error.inPart(headers["Content-Disposition"] ?? "")
        }
    }

    /// What stands between a name's quotation marks.
    ///
    /// - Throws: ``RequestSerializationError`` for NUL.
    static func escape(_ text: String, of part: String) throws(RequestSerializationError) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return text }
        guard !text.utf8.contains(0) else {
            throw RequestSerializationError(
                .invalidPartName, part: part,
                reason: "\(text.debugDescription) contains NUL, which ends a name for some servers. Remove it.")
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension RequestSerializationError {
    /// The same error, of a part.
    fileprivate func inPart(_ name: String) -> RequestSerializationError {
        RequestSerializationError(code, field: field, part: name, reason: reason, underlyingError: underlyingError)
    }
}
