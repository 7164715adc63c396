import Foundation
import Testing
import URLSerializationSession

/// The sample of the session's first page.
@Suite(.timeLimit(.minutes(60))) struct SessionRootTests {
    private struct Order: Decodable {
        var sku: String
    }

    @Test func sampleReadsAnOrder() async throws {
        try await SampleServer.with {
            try $0.respond(headers: ["Content-Type": "application/json"], body: #"{"sku": "TEE"}"#)
        } run: { _ in
            try await Sample.run {
                let session = Session(
                    configuration: .ephemeral, retriers: [RetryPolicy()])
                let order = try await session.request(
                    "https://api.example.com/orders/7"
                ).validate().decode(Order.self)
                print(order.sku)
                // TEE
            }
        }
    }
}
