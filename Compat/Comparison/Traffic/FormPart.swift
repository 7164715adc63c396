import URLSerialization

/// A part of a multipart body (RFC 7578).
struct FormPart: Sendable, Hashable {
    /// The name of the field; `nil` for a part without one.
    let name: String?
    /// The name of the file; `nil` for a field.
    let fileName: String?
    /// The header fields except `Content-Disposition`.
    let headers: [HTTPHeader]
    let content: Data

    /// Returns the parts of a body, or `nil` for one that is not multipart, or is malformed.
    static func parts(of request: RecordedRequest) -> [FormPart]? {
        guard request.mediaType.hasPrefix("multipart/"), let body = request.body,
            let boundary = request.boundary, !boundary.isEmpty
        else { return nil }
        // The end of the line before a boundary is a part of it, except the first one's.
        let (whole, mark) = (Data("\r\n".utf8) + body, Data("\r\n--\(boundary)".utf8))
        guard var start = whole.range(of: mark.dropFirst(2))?.upperBound else { return nil }
        var parts: [FormPart] = []
        while !whole[start...].starts(with: "--".utf8) {
            // Not `firstRange(of:)`, which takes thirty times as long.
            guard let end = whole.range(of: mark, in: start..<whole.endIndex),
                end.lowerBound == start || whole[start...].starts(with: "\r\n".utf8)
            else { return nil }
            parts.append(FormPart(whole[start..<end.lowerBound]))
            start = end.upperBound
        }
        return parts
    }

    private init(_ bytes: Data) {
        let end = bytes.range(of: Data("\r\n\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let fields = lines.compactMap { HTTPHeader(line: $0) }
        let disposition = fields.first { $0.name.lowercased() == "content-disposition" }?.value ?? ""
        let parameters = HTTPSyntax.parameters(of: disposition)
        (name, fileName) = (parameters["name"], parameters["filename"])
        headers = fields.filter { $0.name.lowercased() != "content-disposition" }
        content = Data(bytes[end.upperBound...])
    }

    /// Returns the text of a part after its boundary.
    static func text(_ name: String, fileName: String?, type: String?, _ content: String, boundary: String) -> String {
        let file = fileName.map { "; filename=\"\($0)\"" } ?? ""
        let field = type.map { "\r\nContent-Type: \($0)" } ?? ""
        return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\(field)\r\n\r\n\(content)\r\n"
    }

    /// The content as a report shows it: a field's text, or the size of a file.
    var displayText: String {
        if fileName == nil, content.firstInvalidUTF8 == nil { return String(decoding: content, as: UTF8.self) }
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value
        let facts = [fileName, type, Report.count(content.count, "byte")]
        return "(\(facts.compactMap { $0 }.joined(separator: ", ")))"
    }
}
