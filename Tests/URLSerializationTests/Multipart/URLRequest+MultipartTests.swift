import TestSupport
import Testing
import URLSerialization

@Suite(.timeLimit(.minutes(60))) struct URLRequestMultipartTests {
    private let scratch: ScratchFolder
    private let body: MultipartBody
    private let text = MultipartBody.text(ofFields: [("a", "1")])

    init() throws {
        scratch = try ScratchFolder()
        body = try MultipartBody.making { try $0.append("1", name: "a") }
    }

    private func request() throws -> URLRequest {
        var request = try URLRequest("POST", headers: ["X-A": "1"])
        request.multipartBody = body
        return request
    }

    // MARK: - The body

    @Test func requestWithoutFormHasNone() throws {
        var request = try URLRequest("POST")
        #expect(request.multipartBody == nil)
        request.httpBody = Data("x".utf8)
        #expect(request.multipartBody == nil)
        request.httpBodyStream = InputStream(data: Data("x".utf8))
        #expect(request.multipartBody == nil)
    }

    @Test func settingAFormSetsStreamTypeAndLength() throws {
        var request = try URLRequest("POST", headers: ["Content-Type": "text/plain", "Content-Length": "5"])
        request.httpBody = Data("before".utf8)
        request.multipartBody = body
        #expect(request.httpBody == nil)
        #expect(request.httpBodyStream is MultipartBodyStream)
        #expect(request.contentType == "multipart/form-data; boundary=B")
        #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(text.utf8.count)")
        // Only on Linux two more fields are set for URLSession.
        let fields = Set(request.allHTTPHeaderFields?.keys.map { $0.lowercased() } ?? [])
        #expect(fields.isSubset(of: ["content-type", "content-length", "transfer-encoding", "expect"]))
        #expect(try request.multipartBody?.text == text)
        #expect(request.httpMethod == "POST")

        request.multipartBody = try MultipartBody.making { try $0.append("longer", name: "b") }
        let expected = MultipartBody.text(ofFields: [("b", "longer")])
        #expect(try request.multipartBody?.text == expected)
        #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(expected.utf8.count)")
    }

    @Test func settingNilTakesTheStreamAndItsFieldsButTheType() throws {
        var request = try request()
        request.multipartBody = nil
        #expect(request.httpBodyStream == nil)
        #expect(request.httpBody == nil)
        #expect(request.multipartBody == nil)
        #expect(
            request.allHTTPHeaderFields == ["X-A": "1", "Content-Type": "multipart/form-data; boundary=B"])
    }

    @Test func settingNilLeavesABodyThatIsNoForm() throws {
        var request = try URLRequest("POST", headers: ["Transfer-Encoding": "gzip"])
        request.httpBody = Data("x".utf8)
        request.multipartBody = nil
        #expect(request.bodyText == "x")
        let stream = InputStream(data: Data("x".utf8))
        request.httpBodyStream = stream
        request.multipartBody = nil
        #expect(request.httpBodyStream === stream)
        #expect(request.value(forHTTPHeaderField: "Transfer-Encoding") == "gzip")
    }

    @Test func formSurvivesCopiesAndBridging() throws {
        let request = try request()
        var copy = request
        copy.httpMethod = "PUT"
        copy.setValue("2", forHTTPHeaderField: "X-A")
        copy.timeoutInterval = 5
        #expect(try copy.multipartBody?.text == text)
        let bridged = (copy as NSURLRequest).copy() as? NSURLRequest
        #expect(try (bridged as URLRequest?)?.multipartBody?.text == text)
        copy.multipartBody = nil
        #expect(try request.multipartBody?.text == text)
    }

    @Test func serializerLeavesTheForm() throws {
        let request = try JSONRequestSerializer().serialize(request(), with: nil)
        #expect(try request.multipartBody?.text == text)
        #expect(request.contentType == "multipart/form-data; boundary=B")
    }

    // MARK: - Writing it to a file

    private func written(to file: URL, isAsync: Bool) async throws -> URLRequest {
        let request = try request()
        if isAsync { return try await request.writingMultipartBody(to: file) }
        return try await withCheckedThrowingContinuation { continuation in
            request.writingMultipartBody(to: file, queue: .global()) { continuation.resume(with: $0) }
        }
    }

    @Test(arguments: [true, false])
    func requestComesBackWithoutItsStream(isAsync: Bool) async throws {
        let request = try await written(to: scratch("out"), isAsync: isAsync)
        #expect(try String(contentsOf: scratch("out"), encoding: .utf8) == text)
        #expect(request.httpBodyStream == nil)
        #expect(request.httpBody == nil)
        #expect(request.httpMethod == "POST")
        #expect(request.url?.absoluteString == "https://example.com/p")
        #expect(
            request.allHTTPHeaderFields == ["X-A": "1", "Content-Type": "multipart/form-data; boundary=B"])
        #expect(try scratch.names == ["out"])
    }

    @Test(arguments: [true, false])
    func failureIsTheBodys(isAsync: Bool) async throws {
        let error = await #expect(throws: RequestSerializationError.self) {
            try await written(to: scratch("missing/out"), isAsync: isAsync)
        }
        #expect(error?.code == .unwritableFile)
    }

    @Test func requestWithoutFormIsAnErrorBothWays() async throws {
        let file = try scratch.file("what was there", named: "out")
        var plain = try URLRequest("POST")
        plain.httpBodyStream = InputStream(data: Data("x".utf8))
        let request = plain
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "completion")
        queue.setSpecific(key: key, value: 7)
        let errors = [
            await #expect(throws: RequestSerializationError.self) { try await request.writingMultipartBody(to: file) },
            await #expect(throws: RequestSerializationError.self) {
                try await withCheckedThrowingContinuation { continuation in
                    request.writingMultipartBody(to: file, queue: queue) { result in
                        #expect(DispatchQueue.getSpecific(key: key) == 7)
                        continuation.resume(with: result)
                    }
                }
            },
        ]
        for error in errors {
            #expect(error?.code == .noMultipartBody)
            #expect(error?.field == "httpBodyStream")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
    }

    @Test func requestWithoutURLCanBeWritten() async throws {
        var request = try request()
        request.url = nil
        let written = try await request.writingMultipartBody(to: scratch("out"))
        #expect(written.url == nil)
        #expect(written.httpBodyStream == nil)
        #expect(try String(contentsOf: scratch("out"), encoding: .utf8) == text)
    }

    @Test func progressAndCancellationAreTheBodys() async throws {
        var slow = try URLRequest("POST")
        slow.multipartBody = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.throttle(packetSize: 1, delay: 3600)
        }
        let (request, file) = (slow, scratch("out"))
        let (reached, continuation) = AsyncStream.makeStream(of: Int64.self)
        let task = Task {
            try await request.writingMultipartBody(to: file) { written, _ in
                continuation.yield(written)
                continuation.finish()
            }
        }
        for await written in reached { #expect(written == 1) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try scratch.names.isEmpty)
    }
}
