import AFNetworkingCompat
import Foundation
import LoopbackServer
import SerializerComparison
import TestSupport
import Testing
import TrafficRecording
import URLSerialization

/// The samples of the article on recorded traffic.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ProveAMigrationTests {
    @Test func theNewCodeSendsWhatTheOldCodeSent() async throws {
        let server = try LoopbackServer { try $0.respond(headers: ["Content-Type": "application/json"], body: "{}") }
        defer { server.stop() }
        let (folder, url) = (try ScratchFolder(), server.url("/"))
        let recording = folder("orders.har")
        try await record(in: recording, at: url)

        let traffic = try RecordedTraffic(recording.path)
        let expected = try traffic.request("POST", "/v1/orders")
        let request = try HTTPRequestSerializer().request(
            method: .post, url: url.appendingPathComponent("v1/orders"),
            parameters: ["sku": "TEE", "sizes": ["S", "M"], "gift": true])
        let difference = RequestDifference(
            expected: expected, actual: RecordedRequest(request))
        #expect(difference == nil, "\(difference?.description ?? "")")

        let other = try HTTPRequestSerializer(style: QueryStyle(booleans: .literal)).request(
            method: .post, url: url.appendingPathComponent("v1/orders"),
            parameters: ["sku": "TEE", "sizes": ["S", "M"], "gift": true])
        #expect(
            RequestDifference(expected: expected, actual: RecordedRequest(other))?.description == """
                POST /v1/orders (entry 1)
                  form gift: 1 → true (New: A Boolean is true or false; the old request writes 1 or 0.)
                """)
    }

    private func record(in recording: URL, at url: URL) async throws {
        let recorder = try HARRecorder(file: recording)
        let client = AFHTTPSessionManager(baseURL: url)
        client.observers = [recorder]
        await withCheckedContinuation { continuation in
            _ = client.post(
                "v1/orders", parameters: ["sku": "TEE", "sizes": ["S", "M"], "gift": true], headers: nil, progress: nil,
                success: { _, _ in continuation.resume() }, failure: { _, _ in continuation.resume() })
        }
        client.invalidateSessionCancelingTasks(true)
        // The entry may follow the answer.
        try await eventually("The request is recorded.") { (try? RecordedTraffic(recording.path)) != nil }
    }
}
