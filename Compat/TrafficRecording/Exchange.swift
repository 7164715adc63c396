import URLSerialization
import URLSerializationSession

/// A request and its response, until they are an entry.
struct Exchange: Sendable {
    private let request: URLRequest
    private let start = Date()
    private var body: Data?
    /// The reason why the body is missing or incomplete.
    var remark: String?
    var response: HTTPURLResponse?
    var received = Data()

    init(_ request: URLRequest) { (self.request, body) = (request, request.httpBody) }

    /// Reads the beginning of a body from its source again.
    mutating func setBody(_ source: Uploadable?, limit: Int) {
        do {
            var stream: InputStream?
            switch source {
            case nil where request.httpBodyStream == nil: return
            case .data(let data): return body = data
            case .file(let url): stream = InputStream(url: url)
            case .multipart(let form) where form.isRepeatable: stream = try form.makeStream()
            case .stream(_, let make) where request.httpBodyStream == nil: stream = try make()
            case .multipart, .stream, nil: break
            }
            guard let stream else { return remark = "the body is not seen: it can be read only once" }
            let (reader, size) = (try StreamReader(stream), min(limit + 1, 1 << 16))
            var data = Data()
            while data.count <= limit, case let more = try reader.next(size), !more.isEmpty { data += more }
            body = data
        } catch {
            remark = "the body is not seen: \(error.localizedDescription)"
        }
    }

    /// Returns the entry as JSON, with stand-ins for secrets.
    func entry(limit: Int, _ secrets: inout SecretMask) throws -> Data {
        let url = secrets.masked(url: request.url?.absoluteString ?? "")
        let masked = [(request.headers, body ?? Data()), (response?.headers ?? [:], received)].map { headers, body in
            let type = headers["Content-Type"] ?? ""
            let fields = headers.map { ($0.name, secrets.masked(header: $0.name, $0.value)) }
            return (type, fields, secrets.masked(body: body, type))
        }
        // A secret may stand where its name does not say so.
        let swept = masked.map { type, fields, body in
            let headers = fields.map { ["name": .string($0), "value": .string(secrets.swept($1))] as ParameterValue }
            return (headers: ParameterValue.array(headers), body: Self.content(secrets.swept(body), type, limit))
        }
        var message: ParameterDictionary = [
            "method": .string(request.httpMethod ?? "GET"), "url": .string(secrets.swept(url)),
            "httpVersion": "HTTP/1.1", "cookies": [], "headers": swept[0].headers, "queryString": [], "headersSize": -1,
            "bodySize": .int(body.map { $0.count > limit ? -1 : $0.count } ?? (remark == nil ? 0 : -1)),
        ]
        if let remark {
            message["postData"] = ["mimeType": .string(masked[0].0), "text": "", "comment": .string(remark)]
        } else if body?.isEmpty == false {
            message["postData"] = .dictionary(swept[0].body)
        }
        var content = swept[1].body
        content["size"] = .int(received.count)
        let time = ParameterValue.double(Date().timeIntervalSince(start) * 1000)
        let value: ParameterValue = [
            "startedDateTime": .string(ISO8601DateFormatter().string(from: start)), "time": time,
            "request": .dictionary(message),
            "response": [
                "status": .int(response?.statusCode ?? 0), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": swept[1].headers, "content": .dictionary(content), "redirectURL": "", "headersSize": -1,
                "bodySize": -1,
            ],
            "cache": [:], "timings": ["send": 0, "wait": time, "receive": 0],
        ]
        return try JSONRequestSerializer(writingOptions: .withoutEscapingSlashes).body(of: .object(value))
    }

    /// Returns a body's text, or its bytes in base 64.
    private static func content(_ whole: Data, _ type: String, _ limit: Int) -> ParameterDictionary {
        let data = whole.prefix(limit)
        let isText = data.firstInvalidUTF8 == nil
        let text = isText ? String(decoding: data, as: UTF8.self) : data.base64EncodedString()
        var value: ParameterDictionary = ["mimeType": .string(type), "text": .string(text)]
        if !isText { value["encoding"] = "base64" }
        if whole.count > limit { value["comment"] = .string("the body is cut after \(limit) bytes") }
        return value
    }
}
