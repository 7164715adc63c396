import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// The sample of Alamofire's first page.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct AlamofireCompatRootTests {
    private struct Order: Decodable, Sendable {
        var sku: String
    }

    @Test func sampleReadsAnOrder() async throws {
        let server = try LoopbackServer {
            try $0.respond(headers: ["Content-Type": "application/json"], body: #"{"sku": "TEE"}"#)
        }
        defer { server.stop() }
        let (session, url) = (AlamofireCompat.Session(configuration: .patient), server.url("/orders/7"))
        try await Sample.run {
            let order = try await session.request(url)
                .validate()
                .serializingDecodable(Order.self)
                .value
            print(order.sku)
            // TEE
        }
    }
}
