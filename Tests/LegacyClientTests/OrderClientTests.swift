import AFNetworkingCompat
import Testing

@testable import LegacyClient

/// The client over a loopback server.
@Suite struct OrderClientTests {
    /// What a call came to, in a form that may cross threads.
    private struct Outcome: Sendable, Equatable {
        var object: String?
        var domain: String?
        var code: Int?
        var message: String?

        init(_ object: String) { self.object = object }
        init(_ error: NSError) {
            (domain, code, message) = (error.domain, error.code, error.localizedDescription)
        }
    }

    private func withServer(
        _ status: Int, _ body: String, _ test: (LoopbackServer, OrderClient) async throws -> Void
    ) async throws {
        let server = LoopbackServer(status: status, body: body)
        defer { server.stop() }
        let client = OrderClient(baseURL: server.url)
        defer { client.session.invalidateAndCancel() }
        try await test(server, client)
    }

    private func place(_ client: OrderClient, secret: String = "secret") async -> Outcome {
        await withCheckedContinuation { continuation in
            client.placeOrder(
                ["sku": "a", "count": 2], secret: secret,
                success: { continuation.resume(returning: Outcome("\($0["id"] as? Int ?? 0)")) },
                failure: { continuation.resume(returning: Outcome($0)) })
        }
    }

    private func fetch(_ client: OrderClient, fields: Any?) async -> Outcome {
        await withCheckedContinuation { continuation in
            client.fetchOrder(
                7, fields: fields,
                success: { continuation.resume(returning: Outcome("\($0?["id"] as? Int ?? 0)")) },
                failure: { continuation.resume(returning: Outcome($0)) })
        }
    }

    @Test func signedOrderIsSentAndAnswered() async throws {
        try await withServer(200, #"{"status":"ok","id":7}"#) { server, client in
            #expect(await place(client) == Outcome("7"))
            let request = try #require(server.received.first)
            #expect(request.head.first == "POST /orders HTTP/1.1")
            #expect(request.body == Data(#"{"count":2,"sku":"a"}"#.utf8))
            #expect(request.value("Content-Type") == "application/json")
            #expect(request.value("User-Agent") == "LegacyClient/3.2")
            #expect(request.value("X-Signature") == "8e997cca")
        }
    }

    @Test func unprocessableOrderIsTheErrorOfItsBody() async throws {
        try await withServer(422, #"{"status":"error","code":17,"message":"Sold out."}"#) { server, client in
            let outcome = await place(client)
            #expect(outcome.domain == OrderErrorDomain)
            #expect(outcome.code == 17)
            #expect(outcome.message == "Sold out.")
            #expect(server.received.count == 1)
        }
    }

    @Test func answerIsADictionaryOfFoundation() async throws {
        try await withServer(200, #"{"id":7}"#) { server, client in
            #expect(await fetch(client, fields: ["with": ["a", "b"]]) == Outcome("7"))
            #expect(server.received.first?.head.first == "GET /orders/7?with%5B%5D=a&with%5B%5D=b HTTP/1.1")
        }
    }

    @Test func requestThatCannotBeMadeIsNotSent() async throws {
        try await withServer(200, "{}") { server, client in
            #expect(await place(client, secret: "").domain == "SigningRequestSerializer")
            let outcome = await fetch(client, fields: "no dictionary")
            #expect(outcome.domain == AFURLRequestSerializationErrorDomain)
            #expect(outcome.code == NSURLErrorCannotDecodeContentData)
            #expect(server.received.isEmpty)
        }
    }

    @Test func photoIsUploaded() async throws {
        try await PhotoUploadTests.withFile { file in
            try await withServer(200, #"{"status":"ok"}"#) { server, client in
                let outcome = await withCheckedContinuation { continuation in
                    client.upload(
                        PhotoUploadTests.photo(at: file),
                        success: { continuation.resume(returning: Outcome($0 is NSDictionary ? "done" : "")) },
                        failure: { continuation.resume(returning: Outcome($0)) })
                }
                #expect(outcome == Outcome("done"))
                let request = try #require(server.received.first)
                #expect(request.head.first == "POST /photos HTTP/1.1")
                #expect(request.value("Content-Length") == "\(request.body.count)")
                let text = try PhotoUploadTests.text(of: request.body, contentType: request.value("Content-Type"))
                #expect(text == PhotoUploadTests.form)
            }
        }
    }
}
