import Foundation
import Testing
import URLSerializationSession

final class CannedAnswers: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.host == "orders.test"
    }

    override class func canonicalRequest(
        for request: URLRequest
    ) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let client,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "application/json"])
        else { return }
        client.urlProtocol(
            self, didReceive: response,
            cacheStoragePolicy: .notAllowed)
        client.urlProtocol(self, didLoad: Data(#"{"id": 7}"#.utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

private actor Counter {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

/// The samples of "Answering without a network".
@Suite(.timeLimit(.minutes(60))) struct AnsweringWithoutANetworkTests {
    @Test func sampleIsAnswered() async throws {
        try await Sample.run {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [CannedAnswers.self]
            let canned = Session(configuration: configuration)
            let same = try await canned.request("https://orders.test/7")
                .decode([String: Int].self)
            print(same)
            // ["id": 7]
        }
    }

    @Test func closureAnswers() async throws {
        try await Sample.run {
            let attempts = Counter()
            var policy = RetryPolicy()
            policy.exponentialBackoffScale = 0
            let session = Session.stub(retriers: [policy]) { request in
                if await attempts.next() == 1 {
                    throw URLError(.networkConnectionLost)
                }
                return .json(#"{"id": 7}"#)
            }
            let order = try await session.request("https://orders.test/7")
                .decode([String: Int].self)
            print(order, await attempts.count)
            // ["id": 7] 2
        }
    }
}
