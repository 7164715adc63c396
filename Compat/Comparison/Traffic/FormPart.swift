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
            let boundary = request.mediaTypeParameter("boundary"), !boundary.isEmpty
        else { return nil }
        let mark = Data("--\(boundary)".utf8)
        var (parts, rest) = ([FormPart](), body[...])
        guard let first = rest.firstRange(of: mark) else { return nil }
        rest = rest[first.upperBound...]
        while !rest.starts(with: Data("--".utf8)) {
            guard let end = rest.firstRange(of: Data("\r\n".utf8) + mark), rest.starts(with: Data("\r\n".utf8)) else {
                return nil
            }
            parts.append(FormPart(rest[(rest.startIndex + 2)..<max(end.lowerBound, rest.startIndex + 2)]))
            rest = rest[end.upperBound...]
        }
        return parts
    }

    private init(_ bytes: Data) {
        let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let fields = lines.compactMap { HTTPHeader(line: $0) }
        let disposition = fields.first { $0.name.lowercased() == "content-disposition" }?.value ?? ""
        name = HeaderParameter.value("name", in: disposition)
        fileName = HeaderParameter.value("filename", in: disposition)
        headers = fields.filter { $0.name.lowercased() != "content-disposition" }
        content = Data(bytes[end.upperBound...])
    }

    /// Returns the text of a part after its boundary.
    static func text(
        _ name: String, fileName: String?, type: String?, _ content: String, boundary: String
    ) -> String {
        let file = fileName.map { "; filename=\"\($0)\"" } ?? ""
        let field = type.map { "\r\nContent-Type: \($0)" } ?? ""
        return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\(field)\r\n\r\n\(content)\r\n"
    }

    /// The content as a report shows it: a field's text, or the size of a file.
    var shown: String {
        if fileName == nil, content.firstInvalidUTF8 == nil { return String(decoding: content, as: UTF8.self) }
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value
        return "(" + [fileName, type, Report.count(content.count, "byte")].compactMap { $0 }.joined(separator: ", ")
            + ")"
    }
}

/// The content of a request's body.
enum RecordedContent {
    case none
    /// A form, or the text of one that a multipart body's fields would make.
    case form(String)
    case parts([FormPart])
    case document(ParameterValue, isJSON: Bool)
    /// A body of any other kind, or one that its media type does not fit: the reason.
    case bytes(Data, reason: String?)

    init(of request: RecordedRequest) {
        guard let body = request.body, !body.isEmpty else {
            self = .none
            return
        }
        let type = request.mediaType
        let isList = type.hasSuffix("plist")
        if let parts = FormPart.parts(of: request) {
            self = .parts(parts)
        } else if type.hasSuffix("json") || isList {
            do throws(PayloadError) {
                let value = try PayloadReader.document(body, isList ? .xmlPropertyList : .json).value
                self = .document(value, isJSON: !isList)
            } catch {
                self = .bytes(body, reason: "no \(isList ? "property list" : "JSON"): \(error.description)")
            }
        } else if type == "application/x-www-form-urlencoded", body.firstInvalidUTF8 == nil {
            self = .form(String(decoding: body, as: UTF8.self))
        } else {
            self = .bytes(body, reason: type.hasPrefix("multipart/") ? "no parts between the boundaries" : nil)
        }
    }

    /// The form that a server reads: the pairs themselves, or the names of parts with their texts.
    var form: String? {
        switch self {
        case .form(let form): form
        case .parts(let parts):
            parts.map { part in
                [part.name ?? "", part.shown].map(PercentEscaper.afNetworking.escape).joined(separator: "=")
            }.joined(separator: "&")
        default: nil
        }
    }
}
