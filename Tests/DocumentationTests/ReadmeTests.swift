import AFNetworkingCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization
import URLSerializationSession

/// The README's samples, as a reader would paste them.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ReadmeTests {
    /// The output that stands below a sample, by the sample's first line without imports.
    private static func output(below first: String) throws -> [String] {
        let blocks = try Document("README.md").blocks
        let index = try #require(blocks.firstIndex { $0.lines.contains(first) })
        return try #require(blocks.dropFirst(index + 1).first { $0.language.isEmpty }).lines
    }

    @Test func migratorsSamplePrintsWhatStandsBelowIt() async throws {
        let printed = try await Sample.printed {
            let serializer = AFHTTPRequestSerializer()
            let order: [String: Any] = ["sku": "TEE", "sizes": ["S", "M"], "gift": true]
            let request = try serializer.request(
                withMethod: "POST", urlString: "https://api.example.com/orders", parameters: order)
            print(String(decoding: request.httpBody!, as: UTF8.self))
        }
        #expect(try printed == Self.output(below: "let serializer = AFHTTPRequestSerializer()"))
    }

    @Test func librarySamplesPrintWhatStandsBelowThemAndSend() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 200, headers: ["Content-Type": "application/json"],
                body: #"{"sku": "TEE", "sizes": ["S", "M"], "gift": true}"#)
        }
        defer { server.stop() }
        let folder = try ScratchFolder()
        let photo = try folder.file("jpeg", named: "sea.jpg")
        let printed = try await Sample.printed(asking: server) {
            struct Order: Codable {
                var sku: String
                var sizes: [String]
                var gift = true
            }

            let order = Order(sku: "TEE", sizes: ["S", "M"])
            let form = try HTTPRequestSerializer(style: .rails).request(
                method: .post, url: "https://api.example.com/orders", encoding: order)
            print(String(decoding: form.httpBody!, as: UTF8.self))

            let answer = Data(#"{"sku": "MUG", "sizes": [], "gift": false}"#.utf8)
            let received = try DecodableResponseSerializer(Order.self).decode(answer, from: nil)
            print(received.sku)

            let session = Session(configuration: .ephemeral, retriers: [RetryPolicy()])
            let placed = try await session.request("https://api.example.com/orders", json: order)
                .decode(Order.self)
            var body = MultipartForm()
            try body.append(file: photo, name: "photo")
            _ = try await session.request("https://api.example.com/photos", multipart: body).data()
            let stub = Session.stub { _ in .json(order) }
            #expect(server.requests.last?.text.contains("sea.jpg") == true)
            #expect(try await stub.request("https://api.example.com/").decode(Order.self).sku == "TEE")
            #expect(placed.sku == "TEE" && placed.sizes == ["S", "M"] && placed.gift)
        }
        #expect(try printed == Self.output(below: "struct Order: Codable {"))
    }
}
