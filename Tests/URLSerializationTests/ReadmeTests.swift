import Testing
import URLSerialization

struct CSVResponseSerializer: HTTPResponseSerialization {
    var configuration = HTTPResponseConfiguration(acceptableContentTypes: ["text/csv"])

    func decodeBody(_ data: Data?, of response: URLResponse?) throws -> [[Substring]]? {
        guard let data, !data.isEmpty else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ",") }
    }
}

final class UploadDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, needNewBodyStream completion: @escaping (InputStream?) -> Void
    ) {
        completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        var next = newRequest
        next.multipartBody = nil
        // After nil the task ends with the 307 or 308, and a task of its own can send the form to `newRequest.url`.
        completionHandler(newRequest.httpMethod == "GET" ? next : nil)
    }
}

/// The README's samples, compiled and run, except for those of other modules, which are in their own tests.
/// `samplesAreTheReadmes` keeps all of them the same, except for indentation.
@Suite struct ReadmeTests {
    @Test func formSampleSendsWhatItSays() throws {
        var serializer = HTTPRequestSerializer()
        serializer.configuration.headers["Accept"] = "application/json"
        serializer.configuration.setAuthorization(username: "zoe", password: "secret")

        let request = try serializer.request(
            method: .post, url: "https://api.example.com/orders",
            parameters: ["items": [["sku": "TEE", "price": 99.99]], "paid": true, "note": nil] as ParameterValue)
        // Content-Type: application/x-www-form-urlencoded
        // items%5B%5D%5Bprice%5D=99.98999999999999&items%5B%5D%5Bsku%5D=TEE&note&paid=1
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(
            request.httpBody
                == Data("items%5B%5D%5Bprice%5D=99.98999999999999&items%5B%5D%5Bsku%5D=TEE&note&paid=1".utf8))
    }

    @Test func modelSampleSendsWhatItSays() throws {
        struct Search: Encodable {
            var text: String
            var tags: Set<String>
            var since: Date?
        }

        let search = Search(text: "café crème", tags: ["b", "a"], since: nil)
        let request = try HTTPRequestSerializer().request(method: .get, url: "https://example.com/s", encoding: search)
        // https://example.com/s?tags=a&tags=b&text=caf%C3%A9%20cr%C3%A8me
        #expect(request.url?.absoluteString == "https://example.com/s?tags=a&tags=b&text=caf%C3%A9%20cr%C3%A8me")
    }

    @Test func jsonSampleSendsWhatItSays() throws {
        let json = try JSONRequestSerializer(writingOptions: .sortedKeys).request(
            method: .put, url: "https://api.example.com/orders/7", parameters: ["paid": true, "total": 1])
        // {"paid":true,"total":1}
        #expect(json.httpBody == Data(#"{"paid":true,"total":1}"#.utf8))
    }

    @Test func styleSampleSendsWhatItSays() throws {
        var style = QueryStyle.afNetworking
        style.arrays = .indices
        style.booleans = .literal
        style.numbers = .shortest
        let query = try QueryStringSerializer(style: style).string(
            from: ["rows": [[1, 2], [3]], "price": 99.99, "paid": true])
        // paid=true&price=99.99&rows%5B0%5D%5B0%5D=1&rows%5B0%5D%5B1%5D=2&rows%5B1%5D%5B0%5D=3
        #expect(query == "paid=true&price=99.99&rows%5B0%5D%5B0%5D=1&rows%5B0%5D%5B1%5D=2&rows%5B1%5D%5B0%5D=3")
    }

    @Test func presetSampleGivesWhatItSays() throws {
        let order: ParameterValue = ["lines": [["sku": "TEE", "sizes": ["S", "M"]], ["sku": "MUG", "sizes": ["L"]]]]
        let php = try QueryStringSerializer(style: .php).string(from: order)
        // lines[0][sizes][]=S&lines[0][sizes][]=M&lines[0][sku]=TEE&lines[1][sizes][]=L&lines[1][sku]=MUG, percent-encoded
        let received = try QueryParser(.php).parse(php)
        // equal to order
        #expect(
            php.removingPercentEncoding
                == "lines[0][sizes][]=S&lines[0][sizes][]=M&lines[0][sku]=TEE&lines[1][sizes][]=L&lines[1][sku]=MUG")
        #expect(received == order)
    }

    @Test func multipartSampleSendsWhatItSays() throws {
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try Data("jpeg".utf8).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }
        let preview = Data("png".utf8)

        let request = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: "https://api.example.com/photos", parameters: ["album": 7, "tags": ["sea", "sun"]]
        ) { form in
            try form.append(file: photo, name: "photo")
            try form.append(preview, name: "preview", fileName: "preview.png")
            try form.append("At the sea", name: "caption")
        }
        let body = try #require(try request.multipartBody?.data())
        #expect(request.value(forHTTPHeaderField: "Content-Length") == String(body.count))
        let text = String(decoding: body, as: UTF8.self)
        let dispositions = text.split(separator: "\r\n").filter { $0.hasPrefix("Content-") }
        #expect(
            dispositions == [
                "Content-Disposition: form-data; name=\"album\"",
                "Content-Disposition: form-data; name=\"tags[]\"",
                "Content-Disposition: form-data; name=\"tags[]\"",
                "Content-Disposition: form-data; name=\"photo\"; filename=\"\(photo.lastPathComponent)\"",
                "Content-Type: image/jpeg",
                "Content-Disposition: form-data; name=\"preview\"; filename=\"preview.png\"",
                "Content-Type: image/png",
                "Content-Disposition: form-data; name=\"caption\"",
            ])
    }

    @Test func sequenceSampleSendsWhatItSays() async throws {
        let chunks = AsyncStream { continuation in
            for text in ["one\n", "two\n"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }

        let report = try await HTTPRequestSerializer().multipartRequest(
            method: .put, url: "https://api.example.com/log"
        ) { form in
            try await form.append(chunks, name: "log", fileName: "log.txt")
        }
        let body = try #require(try report.multipartBody?.data())
        #expect(String(decoding: body, as: UTF8.self).contains("Content-Type: text/plain\r\n\r\none\ntwo\n\r\n--"))
    }

    /// Compiled only: it would send the form to the Internet.
    static func fileSample(
        _ request: URLRequest, file: URL, show: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws {
        let upload = try await request.writingMultipartBody(to: file) { written, length in
            show(written, length)
        }
        let (answer, response) = try await URLSession.shared.upload(for: upload, fromFile: file)
        _ = (answer, response)
    }

    @Test func responseSampleGivesWhatItSays() throws {
        let response = try URLResponse.with(status: 422)
        let data = Data(#"{"message":"no such order","hint":null}"#.utf8)
        var shown = ""
        func show(_ object: Any?, _ error: ResponseSerializationError?) {
            shown = "\(object.map(canonicalText) ?? "nil"), \(error?.domain ?? "") \(error?.code ?? 0)"
        }

        let result = JSONResponseSerializer(nullRemoval: .everywhere).serialize(response, data: data)
        show(result.object, result.error)
        // ["message": "no such order"], and the NSError com.alamofire.error.serialization.response −1011
        #expect(shown == "{message:'no such order'}, com.alamofire.error.serialization.response -1011")
    }

    @Test func throwingSampleGivesWhatItSays() throws {
        struct Order: Decodable {
            var price: Double
        }

        let response = try URLResponse.with()
        let data = Data(#"[{"price":1},{"price":"x"}]"#.utf8)
        var orders: [Order] = []
        var reported = ""
        func report(
            _ kind: ResponseSerializationError.Kind, _ description: String, _ object: Any?,
            _ causes: [ResponseSerializationError]
        ) {
            reported = "\(kind), \(description), \(object == nil ? "nil" : "an object"), \(causes)"
        }

        do {
            orders = try DecodableResponseSerializer([Order].self).decode(data, from: response)
        } catch {
            report(error.kind, error.localizedDescription, error.object, error.causes)
            // undecodable, "[1].price: Expected to decode Double but found a string instead.", nil, []
        }
        #expect(orders.isEmpty)
        #expect(reported.hasPrefix("undecodable, [1].price: Expected to decode Double"))
        #expect(reported.hasSuffix(", nil, []"))
    }

    @Test func ownSerializerSampleReads() throws {
        let response = try URLResponse.with(contentType: "text/csv")
        let rows = try CSVResponseSerializer().decode(Data("a,b\nc,d".utf8), from: response)
        #expect(rows == [["a", "b"], ["c", "d"]])
        #expect(try CSVResponseSerializer().decodeIfPresent(nil, from: response) == nil)
    }

    @Test func samplesAreTheReadmes() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let modules = ["URLSerialization", "URLSerializationSession", "AFNetworkingCompat", "AlamofireCompat"]
        let source = try modules.map { "\($0)Tests" }
            .map { root.appendingPathComponent("Tests/\($0)/ReadmeTests.swift") }
            .flatMap { Self.lines(try String(contentsOf: $0, encoding: .utf8)) }
        let samples = readme.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(samples.count == 17)
        for line in samples.flatMap(Self.lines) where line != "import URLSerialization" && !source.contains(line) {
            Issue.record("Not compiled here: \(line)")
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
