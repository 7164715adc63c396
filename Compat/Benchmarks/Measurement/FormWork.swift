import URLSerialization

/// Work on a form done once in a separate process, so that its memory and its profile are the work's.
enum FormWork: String, CaseIterable, Encodable {
    /// Writes a form with a file, whose path is the subject, to a file next to it.
    case write
    /// Reads the stream of a form with the file, 64 KiB at a time.
    case read
    /// Sends a form with the file through URLSession, as a stream.
    case upload
    /// Writes a form with the file to a file next to it, and sends that one through URLSession; only sending counts.
    case uploadFile = "upload-file"
    /// Builds a form; the subject is the number of its parts.
    case parts
    /// Makes a request; the subject is the number of its parameters.
    case fields

    /// Returns the cost of the work in a separate process.
    func cost(of subject: String) throws -> ProcessCost {
        try ProcessCost.ofProcess(["--form-work", rawValue, subject])
    }

    /// Does the work in this process.
    func run(_ subject: String) throws -> ProcessCost {
        switch self {
        case .write: try Self.write(URL(fileURLWithPath: subject))
        case .read: try Self.read(URL(fileURLWithPath: subject))
        case .upload: try Self.upload(URL(fileURLWithPath: subject))
        case .uploadFile: try Self.uploadFile(URL(fileURLWithPath: subject))
        case .parts: try Self.parts(Self.count(subject))
        case .fields: try Self.fields(Self.count(subject))
        }
    }

    // MARK: - The work

    /// Writes a body to a file and waits for the end.
    static func write(_ body: MultipartBody, to file: URL) throws {
        let answer = LaterAnswer<Void>()
        body.write(to: file, queue: .global()) { answer.give($0) }
        try answer.wait()
    }

    /// Reads a stream to its end, `chunk` bytes at a time, and returns the number of bytes.
    static func read(_ stream: InputStream, chunk: Int = 64 << 10) throws -> Int {
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: chunk)
        defer { buffer.deallocate() }
        stream.open()
        defer { stream.close() }
        var total = 0
        while true {
            let count = stream.read(buffer, maxLength: chunk)
            guard count >= 0 else { throw BenchmarkError.failure("a stream failed") }
            guard count > 0 else { return total }
            total += count
        }
    }

    private static func write(_ file: URL) throws -> ProcessCost {
        let target = file.appendingPathExtension("form")
        defer { try? FileManager.default.removeItem(at: target) }
        return try ProcessCost.measure { try write(FormPayload.body(of: file), to: target) }
    }

    private static func read(_ file: URL) throws -> ProcessCost {
        try ProcessCost.measure { OutputSink.consume(try read(FormPayload.body(of: file).makeStream())) }
    }

    private static func upload(_ file: URL) throws -> ProcessCost {
        try ProcessCost.measure {
            try send { session, url, answer in
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.multipartBody = try FormPayload.body(of: file)
                return session.dataTask(with: request) { answer.give(status($1, $2)) }
            }
        }
    }

    private static func uploadFile(_ file: URL) throws -> ProcessCost {
        let target = file.appendingPathExtension("form")
        defer { try? FileManager.default.removeItem(at: target) }
        let body = try FormPayload.body(of: file)
        try write(body, to: target)
        return try ProcessCost.measure {
            try send { session, url, answer in
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
                return session.uploadTask(with: request, fromFile: target) { answer.give(status($1, $2)) }
            }
        }
    }

    private static func parts(_ count: Int) throws -> ProcessCost {
        let payload = try FormPayload(count: count)
        return try ProcessCost.measure { OutputSink.consume(Int(try payload.body().contentLength)) }
    }

    private static func fields(_ count: Int) throws -> ProcessCost {
        let parameters = WidePayload.parameters(count: count)
        return try ProcessCost.measure { OutputSink.consume(try length(ofFormWith: parameters)) }
    }

    /// Returns the length of the body of a form with parameters.
    static func length(ofFormWith parameters: [String: Any]) throws -> Int {
        let request = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: "https://example.com/orders", parameters: parameters)
        return Int(request.multipartBody?.contentLength ?? 0)
    }

    // MARK: - Setup

    private static func send(_ task: (URLSession, URL, LaterAnswer<Int>) throws -> URLSessionTask) throws {
        let server = try SessionServer()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let answer = LaterAnswer<Int>()
        try task(session, server.url("/"), answer).resume()
        let status = try withExtendedLifetime(server) { try answer.wait() }
        guard status == 200 else { throw BenchmarkError.failure("an upload was answered \(status)") }
    }

    private static func status(_ response: URLResponse?, _ error: (any Error)?) -> Result<Int, any Error> {
        if let error { return .failure(error) }
        return .success((response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text), count > 0 else { throw BenchmarkError.usage("\(text) is not a number above 0") }
        return count
    }
}
