import URLSerialization

/// A reader of HAR 1.2 as proxies, browsers and Android's tools write it.
///
/// | `postData` | body |
/// |---|---|
/// | `text` | its bytes in UTF-8, or in Latin-1 if only these have a recorded length |
/// | `text` with the encoding `base64` | the bytes |
/// | only `params` | a form of them |
struct HARReader {
    /// Whether a text begins like a HAR.
    static func begins(_ start: Data) -> Bool {
        let text = String(decoding: start.prefix(4096), as: UTF8.self)
        return text.prefixMatch(of: /\u{FEFF}?\s*\{\s*"log"\s*:\s*[{\[]/) != nil
    }

    /// Reads the document from its first bytes and the next ones.
    static func read(_ start: Data, _ next: () throws -> Data) throws -> Traffic {
        var (entries, traffic) = (HAREntries(), Traffic(kind: "a HAR"))
        var data = start
        while !data.isEmpty {
            try entries.read(data) { number, bytes in
                do throws(PayloadError) {
                    guard let bytes else { throw PayloadError(reason: "no request") }
                    traffic.requests.append(try request(in: bytes, &traffic, number))
                } catch {
                    traffic.notices.append("entry \(number): \(error.reason)")
                }
            }
            data = try next()
        }
        guard entries.hasEntries else { throw PayloadError(reason: "not a HAR: it has no log.entries") }
        if entries.isCutOff { traffic.notices.append("entry \(max(1, entries.count)): the file is cut off") }
        traffic.kind = "a HAR of \(Report.count(traffic.requests.count, "request"))"
        return traffic
    }

    private static func request(
        in data: Data, _ traffic: inout Traffic, _ number: Int
    ) throws(PayloadError) -> RecordedRequest {
        let value = try PayloadReader.document(data).value
        guard let method = value["method"]?.string, let url = value["url"]?.string, !url.isEmpty else {
            throw PayloadError(reason: "a request without a method and a URL")
        }
        let fields = (value["headers"]?.array ?? []).compactMap { field in
            field["name"]?.string.map { HTTPHeader(name: $0, value: field["value"]?.string ?? "") }
        }
        // HTTP/2's pseudo-headers repeat the method and the URL.
        let headers = fields.filter { !$0.name.hasPrefix(":") }
        let post = value["postData"]
        func text(_ name: String) -> String? { post?[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        let type = text("mimeType")
        let bare = RecordedRequest(method, url, headers: headers, contentType: type)
        let sizes = [value["bodySize"]?.int, bare[header: "Content-Length"].flatMap { Int($0) }]
            .compactMap { $0 }.filter { $0 >= 0 }
        let body = try body(post, of: bare, sizes: sizes)
        let isEncoded = body != nil && bare[header: "Content-Encoding"] != nil
        // Firefox's size is that in UTF-16.
        let characters = post?["text"]?.string?.utf16.count
        let other = isEncoded ? nil : sizes.first { $0 != body?.count ?? 0 && $0 != characters }
        let remark = other.map { size in
            body.map { "its body has \(Report.count($0.count, "byte")), its size says \(size)" }
                ?? "its body is not recorded"
        }
        if let remark = text("comment") ?? remark { traffic.notices.append("entry \(number): \(remark)") }
        // Chucker records a media type without a body.
        let all = body == nil ? headers : bare.headers
        return RecordedRequest(method, url, headers: all, body: body).at("entry \(number)")
    }

    private static func body(
        _ post: ParameterValue?, of request: RecordedRequest, sizes: [Int]
    ) throws(PayloadError) -> Data? {
        let params = post?["params"]?.array ?? []
        guard let text = post?["text"]?.string, !text.isEmpty || params.isEmpty else {
            return params.isEmpty ? nil : body(of: params, in: request)
        }
        if (post?["encoding"] ?? post?["_encoding"])?.string?.lowercased() == "base64" {
            if let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) { return data }
            throw PayloadError(reason: "a body in base64 that is none")
        }
        // mitmproxy decodes bodies of unknown types as Latin-1.
        let isLatin1 = !sizes.contains(text.utf8.count) && sizes.contains(text.unicodeScalars.count)
        if isLatin1, let data = text.data(using: .isoLatin1) { return data }
        return text.isEmpty ? nil : Data(text.utf8)
    }

    /// Returns the body of a form whose fields were recorded instead of it.
    private static func body(of params: [ParameterValue], in request: RecordedRequest) -> Data {
        guard request.mediaType == "multipart/form-data", let boundary = request.mediaTypeParameter("boundary") else {
            let pairs = params.map { param in
                let names = [param["name"]?.string ?? ""] + [param["value"]?.string].compactMap { $0 }
                return names.map(PercentEscaper.afNetworking.escape).joined(separator: "=")
            }
            return Data(pairs.joined(separator: "&").utf8)
        }
        let parts = params.map { param in
            FormPart.text(
                param["name"]?.string ?? "", fileName: param["fileName"]?.string, type: param["contentType"]?.string,
                param["value"]?.string ?? "", boundary: boundary)
        }
        return Data((parts.joined() + "--\(boundary)--\r\n").utf8)
    }
}
