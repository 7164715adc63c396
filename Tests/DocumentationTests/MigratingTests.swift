import AFNetworkingCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization
import URLSerializationSession

@testable import LegacyClient

class APIClient: AFHTTPSessionManager, @unchecked Sendable {
    static let shared = APIClient(
        baseURL: URL(string: "https://api.example.com/v2"))

    override init(
        baseURL url: URL?,
        sessionConfiguration: URLSessionConfiguration?
    ) {
        super.init(
            baseURL: url,
            sessionConfiguration: sessionConfiguration)
        requestSerializer = AFJSONRequestSerializer()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

struct OrderClient: Sendable {
    var serializer = JSONRequestSerializer(
        writingOptions: .sortedKeys)
    let base: URL
    let session: Session

    init?(_ old: AFHTTPSessionManager, session: Session) {
        guard let base = old.baseURL else { return nil }
        self.base = base
        self.session = session
        serializer.configuration =
            old.requestSerializer.coreConfiguration
    }
}

extension OrderClient {
    func orders(page: Int) async throws -> [Int] {
        let url = base.appendingPathComponent("orders")
        return try await session.request(
            url, parameters: ["page": page], serializer: serializer
        ).decode([Int].self)
    }
}

struct SigningAdapter: RequestAdapter {
    let sign: @Sendable (URLRequest) -> String

    func adapt(_ request: URLRequest) -> URLRequest {
        var signed = request
        signed.setValue(
            sign(request), forHTTPHeaderField: "X-Signature")
        return signed
    }
}

/// The samples of "Migrating from AFNetworking"; the client before the migration is LegacyClient's.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct MigratingTests {
    @Test func clientSampleShowsTheOrder() async throws {
        let server = try LoopbackServer {
            try $0.respond(headers: ["Content-Type": "application/json"], body: #"{"id": 7}"#)
        }
        defer { server.stop() }
        let client = APIClient(baseURL: server.url("/v2"))
        client.requestSerializer.timeoutInterval = 600
        let token = "t"
        let number: Int? = await withCheckedContinuation { continuation in
            let show: (Any?) -> Void = { object in
                continuation.resume(returning: (object as? [String: Any])?["id"] as? Int)
            }
            client.requestSerializer.setValue(
                "Bearer \(token)", forHTTPHeaderField: "Authorization")
            client.post(
                "orders", parameters: ["sku": "TEE"],
                headers: nil, progress: nil
            ) { task, order in
                show(order)
            } failure: { task, error in
                let key = AFNetworkingOperationFailingURLResponseDataErrorKey
                show((error as NSError).userInfo[key])
            }
        }
        #expect(number == 7)
        let request = try #require(server.requests.first)
        #expect(request.target == "/v2/orders" && request.text == #"{"sku":"TEE"}"#)
        #expect(request.value(named: "Authorization") == "Bearer t")
        #expect(APIClient.shared.baseURL?.absoluteString == "https://api.example.com/v2/")
    }

    @Test func bytesAreThoseOfTheSample() async throws {
        try await Sample.run {
            let serializer = AFHTTPRequestSerializer()
            let request = try serializer.request(
                withMethod: "POST", urlString: "https://api.example.com/orders",
                parameters: ["tags": ["a", "b"], "none": NSNull(), "paid": 1])
            print(String(decoding: request.httpBody!, as: UTF8.self))
            // none&paid=1&tags%5B%5D=a&tags%5B%5D=b
        }
    }

    /// The call before and the call after send the same request.
    @Test func callsBeforeAndAfterSendTheSame() async throws {
        let server = try LoopbackServer {
            try $0.respond(headers: ["Content-Type": "application/json"], body: "[1, 2]")
        }
        defer { server.stop() }
        let old = LegacyClient.APIClient(baseURL: server.url("/v2"), sessionConfiguration: .patient)
        old.requestSerializer.setValue("Bearer t0k3n", forHTTPHeaderField: "Authorization")
        old.requestSerializer.timeoutInterval = 600
        let before: Int = await withCheckedContinuation { continuation in
            old.fetchOrders(
                page: 2, success: { continuation.resume(returning: $0.count) },
                failure: { _ in continuation.resume(returning: -1) })
        }
        let session = Session(configuration: .patient)
        let client = try #require(OrderClient(old, session: session))
        let after = try await client.orders(page: 2)
        #expect(before == 2 && after == [1, 2])
        let heads = server.requests.map { request in
            [request.method, request.target] + request.headerFields.map { "\($0.name): \($0.value)" }.sorted()
        }
        #expect(heads.count == 2 && heads[0] == heads[1])
        #expect(heads[0].contains("Authorization: Bearer t0k3n"))
    }

    @Test func adapterSampleSigns() async throws {
        try await SampleServer.with(SampleServer.echo) { server in
            let adapter = SigningAdapter { "\($0.httpBody?.count ?? 0)" }
            let session = Session(adapters: [adapter], retriers: [RetryPolicy()])
            _ = try await session.request("https://api.example.com/", method: .post, parameters: ["a": 1])
                .data()
            #expect(server.requests.first?.value(named: "X-Signature") == "3")
        }
    }
}
