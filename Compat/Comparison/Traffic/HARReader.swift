import URLSerialization

/// A reader of HAR 1.2 as proxies, browsers and Android's tools write it. It reads while the bytes arrive, and keeps
/// only the requests; responses, which are most of a HAR, are skipped.
///
/// | bytes | entries |
/// |---|---|
/// | `{"log":{"entries":[{"request":{"method":"GET"},"response":{…}}]}}` | 1: `{"method":"GET"}` |
/// | `{"log":{"entries":[{"time":1},{"request":{…` | 1: no request, 2: cut off |
///
/// | `postData` | body |
/// |---|---|
/// | `text` | its bytes in UTF-8, or in Latin-1 if only these have a recorded length |
/// | `text` with the encoding `base64` | the bytes |
/// | only `params` | a form of them |
struct HARReader {
    private var traffic = RecordedTraffic(kind: "a HAR")
    private var scanner = JSONScanner()
    /// The bytes from the beginning of the request, the key or the token that is being read.
    private var buffer = Data()
    /// The offset in the buffer of the request that is being read.
    private var start: Int?
    private var depth = 0
    /// The last key at a depth where it matters.
    private var key = ""
    private var (hasEntries, isInEntries) = (false, false)
    /// The number of entries that have begun, and the request of the last one.
    private var (count, request) = (0, Data?.none)

    /// Whether a text begins like a HAR.
    static func begins(_ start: Data) -> Bool {
        let text = String(decoding: start.prefix(4096), as: UTF8.self)
        return text.prefixMatch(of: /\u{FEFF}?\s*\{\s*"log"\s*:\s*[{\[]/) != nil
    }

    /// Reads the document from its first bytes and the next ones.
    static func read(_ start: Data, _ next: () throws -> Data) throws -> RecordedTraffic {
        var (reader, data) = (HARReader(), start)
        while !data.isEmpty {
            reader.read(data)
            data = try next()
        }
        guard reader.hasEntries else { throw PayloadError(reason: "not a HAR: it has no log.entries") }
        if reader.depth > 0 { reader.traffic.notices.append("entry \(max(1, reader.count)): the file is cut off") }
        reader.traffic.kind = "a HAR of \(Report.count(reader.traffic.requests.count, "request"))"
        return reader.traffic
    }

    // MARK: - Entries

    private mutating func read(_ data: Data) {
        let kept = start ?? (isKeyOfInterest ? scanner.text : nil) ?? scanner.position
        if kept > 0 {
            buffer = Data(buffer.dropFirst(kept))
            scanner.drop(kept)
            start = start.map { $0 - kept }
        }
        buffer.append(data)
        let bytes = buffer
        bytes.withCursor { cursor in
            while let (kind, range) = scanner.next(in: cursor) {
                switch kind {
                case UInt8(ascii: "\""): if isKeyOfInterest { key = cursor.run(range).string }
                case UInt8(ascii: "{"), UInt8(ascii: "["): open(kind == UInt8(ascii: "{"), at: range.lowerBound)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): close(cursor, at: range.upperBound)
                default: break
                }
            }
        }
    }

    /// Whether a text here may be the key `entries` or `request`.
    private var isKeyOfInterest: Bool { depth == 2 || depth == 4 && isInEntries }

    private mutating func open(_ isDictionary: Bool, at offset: Int) {
        depth += 1
        switch depth {
        case 3 where !isDictionary && key == "entries": (isInEntries, hasEntries) = (true, true)
        case 4 where isInEntries: (count, request) = (count + 1, nil)
        case 5 where isInEntries && isDictionary && key == "request": start = offset
        default: break
        }
        key = ""
    }

    private mutating func close(_ cursor: ByteCursor, at end: Int) {
        depth -= 1
        switch depth {
        case 4:
            guard let start else { return }
            (self.start, request) = (nil, cursor.run(start..<end).data)
        case 3 where isInEntries:
            do throws(PayloadError) { try addRequest() } catch { note(error.reason) }
        case 2: isInEntries = false
        default: break
        }
    }

    private mutating func note(_ remark: String) { traffic.notices.append("entry \(count): \(remark)") }

    // MARK: - Requests

    private mutating func addRequest() throws(PayloadError) {
        guard let data = request else { throw PayloadError(reason: "no request") }
        let value = try PayloadReader.document(data).value
        guard let method = value["method"]?.string, let url = value["url"]?.string, !url.isEmpty else {
            throw PayloadError(reason: "a request without a method and a URL")
        }
        let headers = (value["headers"]?.array ?? []).compactMap { field in
            field["name"]?.string.map { HTTPHeader(name: $0, value: field["value"]?.string ?? "") }
        }
        let post = value["postData"]
        func text(_ name: String) -> String? { post?[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        // Chucker records a media type without a body.
        func recorded(_ body: Data?) -> RecordedRequest {
            RecordedRequest(method, url, headers: headers, body: body, contentType: text("mimeType"))
        }
        let empty = recorded(Data())
        let sizes = [value["bodySize"]?.int, empty[header: "Content-Length"].flatMap { Int($0) }]
            .compactMap { $0 }.filter { $0 >= 0 }
        let body = try Self.body(post, of: empty, sizes: sizes)
        traffic.requests.append(recorded(body).at("entry \(count)"))
        // Firefox's size is that in UTF-16.
        let known = [body?.count ?? 0, post?["text"]?.string?.utf16.count]
        let isEncoded = body != nil && empty[header: "Content-Encoding"] != nil
        let size = isEncoded ? nil : sizes.first { !known.contains($0) }
        let remark = size.map { size in
            body.map { "its body has \(Report.count($0.count, "byte")), its size says \(size)" }
                ?? "its body is not recorded"
        }
        if let remark = text("comment") ?? remark { note(remark) }
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
        let boundary = request.mediaType == "multipart/form-data" ? request.boundary : nil
        let fields = params.map { param in
            let (name, value) = (param["name"]?.string ?? "", param["value"]?.string)
            let (file, type) = (param["fileName"]?.string, param["contentType"]?.string)
            return boundary.map { FormPart.text(name, fileName: file, type: type, value ?? "", boundary: $0) }
                ?? [name, value].compactMap { $0 }.map(PercentEscaper.afNetworking.escape).joined(separator: "=")
        }
        let text = boundary.map { fields.joined() + "--\($0)--\r\n" } ?? fields.joined(separator: "&")
        return Data(text.utf8)
    }
}
