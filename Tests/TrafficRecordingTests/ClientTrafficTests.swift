import AFNetworkingCompat
import AlamofireClient
import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import TrafficRecording

@testable import LegacyClient
@testable import SerializerComparison

/// The traffic of the example clients.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ClientTrafficTests {
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            let json: KeyValuePairs = ["Content-Type": "application/json"]
            let body =
                exchange.request.path.hasSuffix("products")
                ? "[]" : #"{"status":"ok","id":7,"number":9,"token":"t","name":"n","price_in_cents":1}"#
            try exchange.respond(headers: json, body: body)
        }
    }

    /// Waits until a recording has a number of requests. An entry may follow the answer.
    static func wait(for recorder: HARRecorder, count: Int) async throws {
        try await eventually("The requests are recorded.") {
            (try? RecordedTraffic(Data(contentsOf: recorder.file)))?.requests.count ?? 0 >= count
        }
    }

    private static func match(_ recorder: HARRecorder, count: Int) async throws -> TrafficMatch {
        try await wait(for: recorder, count: count)
        return TrafficMatch(try RecordedTraffic(Data(contentsOf: recorder.file)).requests)
    }

    /// Sends the example client's requests, 26 with parameters and a form with a photo.
    static func callLegacyClient(at url: URL, _ recorder: HARRecorder, folder: ScratchFolder) async throws {
        let client = APIClient(baseURL: url, sessionConfiguration: .patient)
        client.observers = [recorder]
        func call(_ begin: (@escaping @Sendable () -> Void) -> Void) async {
            await withCheckedContinuation { continuation in begin { continuation.resume() } }
        }
        await call { end in _ = client.logIn("bob", password: "p", success: end, failure: { _ in end() }) }
        for page in 1...5 {
            await call { end in _ = client.fetchOrders(page: page, success: { _ in end() }, failure: { _ in end() }) }
        }
        for number in 1...10 {
            await call { end in
                let order: [String: Any] = ["sku": "a/b é", "count": number, "gift": true, "tags": ["x", "y z"]]
                _ = client.placeOrder(order, secret: "s", success: { _ in end() }, failure: { _ in end() })
            }
            await call { end in
                let fields: [String: Any] = ["with": ["lines", "customer"], "page": ["size": number, "all": false]]
                _ = client.fetchOrder(number, fields: fields, success: { _ in end() }, failure: { _ in end() })
            }
        }
        let file = try folder.file(Data([0xFF, 0xD8, 0, 0x41]), named: "photo.jpg")
        let photo = PhotoUpload(orderID: 7)
        (photo.fileURL, photo.thumbnail) = (file, Data([0x42]))
        await call { end in _ = client.upload(photo, success: { _ in end() }, failure: { _ in end() }) }
        client.invalidateSessionCancelingTasks(false)
    }

    @Test func theClientOfAFNetworkingIsMatched() async throws {
        let (server, folder) = (try Self.server(), try ScratchFolder())
        defer { server.stop() }
        let recorder = try HARRecorder(file: folder("legacy.har"))
        try await Self.callLegacyClient(at: server.url("/v1"), recorder, folder: folder)
        let match = try await Self.match(recorder, count: 27)
        #expect(match.count == 27 && match.unmatched.map(\.path) == ["/v1/photos"])
        let others = match.results.map(\.others)
        // The form with the photo, which no encoder of parameters makes, counts as well.
        #expect(Double(match.exactCount) >= 0.95 * 27, "\(match.exactCount): \(others)")
    }

    @Test func theClientOfAlamofireIsMatched() async throws {
        let (server, folder) = (try Self.server(), try ScratchFolder())
        defer { server.stop() }
        let recorder = try HARRecorder(file: folder("shop.har"))
        let shop = Shop(at: server.url("/v1"), session: Session(configuration: .patient, observers: [recorder]))
        for number in 1...5 {
            _ = try? await shop.send(Order(product: number, count: 2))
            try? await shop.cancel(number)
            _ = try? await shop.products(number, number + 1)
            await withCheckedContinuation { continuation in
                shop.names("tea & jam \(number)") { _ in continuation.resume() }
            }
        }
        let match = try await Self.match(recorder, count: 25)
        #expect(match.count == 25)
        #expect(
            Double(match.exactCount) >= 0.95 * Double(match.count),
            "\(match.exactCount): \(match.results.map(\.others))")
        let codes = match.results.filter { $0.exact.count == $0.count }.map(\.code)
        #expect(codes.contains { $0.contains("JSONParameterEncoder") })
    }
}
