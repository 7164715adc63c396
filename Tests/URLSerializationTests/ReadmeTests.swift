import Testing
import URLSerialization

/// The README's samples, compiled and run. `samplesAreTheReadmes` keeps them the same, but for indentation.
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

    @Test func samplesAreTheReadmes() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = Self.lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        let samples = readme.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(samples.count == 4)
        for line in samples.flatMap(Self.lines) where line != "import URLSerialization" {
            #expect(source.contains(line), "Not compiled here: \(line)")
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
