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

    init(_ request: URLRequest) {
        self.request = request
        body = request.httpBody
    }

    /// Reads the beginning of a body from its source again.
    mutating func setBody(_ source: Uploadable?, limit: Int) {
        do {
            switch source {
            case nil where request.httpBodyStream == nil: break
            case .data(let data): body = data
            case .file(let url):
                let file = try FileHandle(forReadingFrom: url)
                defer { try? file.close() }
                body = try file.read(upToCount: limit + 1)
            case .multipart(let form) where form.isRepeatable:
                body = try form.makeStream().bytes(upTo: limit + 1)
            case .stream(_, let make) where request.httpBodyStream == nil:
                body = try make().bytes(upTo: limit + 1)
            case .multipart, .stream, nil: remark = "the body is not seen: it can be read only once"
            }
        } catch {
            remark = "the body is not seen: \(error.localizedDescription)"
        }
    }

    /// The exchange without its body, which Foundation hides.
    var unseen: Exchange {
        var exchange = self
        exchange.remark = "the body is not seen: Foundation does not show it"
        return exchange
    }

    /// Returns the entry as JSON, with stand-ins for secrets.
    func entry(limit: Int, _ secrets: inout SecretMask) throws -> Data {
        let types = [
            request.value(forHTTPHeaderField: "Content-Type"), response?.value(forHTTPHeaderField: "Content-Type"),
        ]
        let url = secrets.masked(url: request.url?.absoluteString ?? "")
        let fields = [request.headers, response?.headers ?? [:]].map {
            $0.map { ($0.name, secrets.masked(header: $0.name, $0.value)) }
        }
        let bodies = zip([body, received], types).map { body, type in
            body.map { secrets.masked(body: $0, type ?? "") }
        }
        // A secret may stand where its name does not say so.
        let headers = fields.map { fields in
            ParameterValue.array(fields.map { ["name": .string($0), "value": .string(secrets.swept($1))] })
        }
        var message: ParameterDictionary = [
            "method": .string(request.httpMethod ?? "GET"), "url": .string(secrets.swept(url)),
            "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers[0], "queryString": [], "headersSize": -1,
            "bodySize": .int(body.map { $0.count > limit ? -1 : $0.count } ?? (remark == nil ? 0 : -1)),
        ]
        if let remark {
            message["postData"] = ["mimeType": .string(types[0] ?? ""), "text": "", "comment": .string(remark)]
        } else if body?.isEmpty == false {
            message["postData"] = .dictionary(content(bodies[0], types[0], limit, secrets))
        }
        var answer = content(bodies[1], types[1], limit, secrets)
        answer["size"] = .int(received.count)
        let time = ParameterValue.double(Date().timeIntervalSince(start) * 1000)
        let value: ParameterValue = [
            "startedDateTime": .string(ISO8601DateFormatter().string(from: start)), "time": time,
            "request": .dictionary(message),
            "response": [
                "status": .int(response?.statusCode ?? 0), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": headers[1], "content": .dictionary(answer), "redirectURL": "", "headersSize": -1,
                "bodySize": -1,
            ],
            "cache": [:], "timings": ["send": 0, "wait": time, "receive": 0],
        ]
        return try JSONRequestSerializer(writingOptions: .withoutEscapingSlashes).body(for: value) {}
    }

    /// Returns a body's text, or its bytes in base 64.
    private func content(_ data: Data?, _ type: String?, _ limit: Int, _ secrets: SecretMask) -> ParameterDictionary {
        let whole = secrets.swept(data ?? Data())
        var value: ParameterDictionary = ["mimeType": .string(type ?? "")]
        if whole.prefix(limit).firstInvalidUTF8 == nil {
            value["text"] = .string(String(decoding: whole.prefix(limit), as: UTF8.self))
        } else {
            value["text"] = .string(whole.prefix(limit).base64EncodedString())
            value["encoding"] = "base64"
        }
        if whole.count > limit { value["comment"] = .string("the body is cut after \(limit) bytes") }
        return value
    }
}

extension InputStream {
    /// Returns the first bytes, or all of them.
    fileprivate func bytes(upTo limit: Int) throws -> Data {
        open()
        defer { close() }
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
        while data.count < limit {
            let count = read(&buffer, maxLength: min(buffer.count, limit - data.count))
            if count < 0 { throw streamError ?? CocoaError(.fileReadUnknown) }
            if count == 0 { break }
            data.append(contentsOf: buffer[..<count])
        }
        return data
    }
}
