import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

@testable import LegacyClient

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct APIClientOrderTests {
    private func place(_ fixture: ClientFixture, secret: String = "secret") async -> Outcome {
        await fixture.outcome { client, report in
            client.placeOrder(
                ["sku": "a/b", "count": 2], secret: secret,
                success: { report(Outcome("\($0["id"] as? Int ?? 0)")) }, failure: { report(Outcome($0)) })
        }
    }

    private func fetch(_ fixture: ClientFixture, fields: Any?) async -> Outcome {
        await fixture.outcome { client, report in
            client.fetchOrder(
                7, fields: fields, success: { report(Outcome("\($0?["id"] as? Int ?? 0)")) },
                failure: { report(Outcome($0)) })
        }
    }

    @Test func signedOrderIsSentAndAnswered() async throws {
        try await ClientFixture.with(200, #"{"status":"ok","id":7}"#) { fixture in
            #expect(await place(fixture).object == "7")
            let request = try #require(fixture.server.requests.first)
            #expect(request.method == "POST")
            #expect(request.target == "/v1/orders")
            #expect(request.text == #"{"count":2,"sku":"a\/b"}"#)
            #expect(request.contentLength == request.body.count)
            #expect(request.value(named: "Content-Type") == "application/json")
            // The one for the same method, path and body as in the serializer's tests.
            #expect(request.value(named: "X-Signature") == "ad70fc33")
        }
    }

    @Test func unprocessableOrderIsTheErrorOfItsBody() async throws {
        try await ClientFixture.with(422, #"{"status":"error","code":17,"message":"Sold out."}"#) { fixture in
            let outcome = await place(fixture)
            #expect(outcome.domain == OrderErrorDomain)
            #expect(outcome.code == 17)
            #expect(outcome.message == "Sold out.")
        }
    }

    @Test func answerIsADictionaryOfFoundation() async throws {
        try await ClientFixture.with(200, #"{"id":7}"#) { fixture in
            #expect(await fetch(fixture, fields: ["with": ["a", "b"]]).object == "7")
            let request = try #require(fixture.server.requests.first)
            #expect(request.target == "/v1/orders/7?with%5B%5D=a&with%5B%5D=b")
            #expect(request.body.isEmpty)
        }
    }

    @Test func requestThatCannotBeMadeIsNotSent() async throws {
        try await ClientFixture.with(200, "{}") { fixture in
            #expect(await place(fixture, secret: "").domain == "SigningRequestSerializer")
            let outcome = await fetch(fixture, fields: ["no dictionary"])
            #expect(outcome.domain == AFURLRequestSerializationErrorDomain)
            #expect(outcome.code == NSURLErrorCannotDecodeContentData)
            #expect(fixture.server.requestCount == 0)
        }
    }

    @Test func pageIsFetchedWithProgress() async throws {
        let body = "[" + [String](repeating: "7", count: 200_000).joined(separator: ",") + "]"
        try await ClientFixture.with(200, body) { fixture in
            let fractions = Events<Double>()
            let outcome = await fixture.outcome { client, report in
                client.fetchOrders(
                    page: 2, progress: { fractions.add($0) }, success: { report(Outcome("\($0.count)")) },
                    failure: { report(Outcome($0)) })
            }
            #expect(outcome.object == "200000")
            #expect(fixture.server.requests.map(\.target) == ["/v1/orders?page=2"])
            #expect(fractions.all == fractions.all.sorted())
            #expect(fractions.all.last == 1)
        }
    }

    @Test func headersOfACallAreAboveThoseOfTheSerializer() async throws {
        try await ClientFixture.with({ try $0.respond(status: 204) }) { fixture in
            let outcome = await fixture.outcome { client, report in
                client.changeOrder(
                    7, to: ["count": 3], version: "v2", success: { report(Outcome("changed")) },
                    failure: { report(Outcome($0)) })
            }
            #expect(outcome.object == "changed")
            let request = try #require(fixture.server.requests.first)
            #expect(request.method == "PATCH")
            #expect(request.target == "/v1/orders/7")
            #expect(request.text == #"{"count":3}"#)
            #expect(request.value(named: "If-Match") == "\"v2\"")
            #expect(request.values(named: "Accept-Language") == ["de"])
            #expect(request.value(named: "User-Agent") == "LegacyClient/3.2")
        }
    }

    @Test(arguments: [200, 404]) func versionIsInAHeader(_ status: Int) async throws {
        try await ClientFixture.with({
            try $0.respond(status: status, headers: ["Content-Type": "application/json", "ETag": "\"v3\""])
        }) { fixture in
            let outcome = await fixture.outcome { client, report in
                client.fetchVersion(ofOrder: 7) { report(Outcome($0 ?? "none")) }
            }
            #expect(outcome.object == (status == 200 ? "\"v3\"" : "none"))
            #expect(fixture.server.requests.map { "\($0.method) \($0.target)" } == ["HEAD /v1/orders/7"])
        }
    }

    // MARK: - Downloads

    private static let invoice = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static let invoiceServer: @Sendable (Exchange) throws -> Void = { exchange in
        switch exchange.request.path {
        case "/v1/orders/7/invoice":
            try exchange.respond(
                headers: [
                    "Content-Type": "application/pdf", "Content-Disposition": "attachment; filename=\"invoice-7.pdf\"",
                ], body: invoice)
        case "/v1/orders/8/invoice": try exchange.respond(status: 401, body: #"{"message":"No."}"#)
        default: try exchange.respond(status: 404, body: "none")
        }
    }

    private func withFolder(_ test: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("invoices-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await test(folder)
    }

    private func download(
        _ fixture: ClientFixture, _ id: Int, to folder: URL, _ fractions: Events<Double> = Events()
    ) async -> Outcome {
        await fixture.outcome { client, report in
            client.downloadInvoice(ofOrder: id, to: folder, progress: { fractions.add($0) }) { file, error in
                report(error.map { Outcome($0) } ?? Outcome(file?.lastPathComponent ?? "no file"))
            }
        }
    }

    @Test func invoiceIsAtItsDestinationOverTheOlderOne() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("invoice-7.pdf")
            try Data("older".utf8).write(to: file)
            try await ClientFixture.with(Self.invoiceServer) { fixture in
                let fractions = Events<Double>()
                #expect(await download(fixture, 7, to: folder, fractions).object == "invoice-7.pdf")
                #expect(try Data(contentsOf: file) == Self.invoice)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["invoice-7.pdf"])
                #expect(fractions.all == fractions.all.sorted())
                #expect(fractions.all.last == 1)
                let request = try #require(fixture.server.requests.first)
                #expect("\(request.method) \(request.target)" == "GET /v1/orders/7/invoice")
                #expect(request.value(named: "Accept") == "application/json")
            }
        }
    }

    @Test func refusedInvoiceIsAnError() async throws {
        try await withFolder { folder in
            try await ClientFixture.with(Self.invoiceServer) { fixture in
                // The file with the server's message is not read.
                #expect(await download(fixture, 8, to: folder).unauthorizedMessage == "")
                let outcome = await download(fixture, 9, to: folder)
                #expect(outcome.domain == AFURLResponseSerializationErrorDomain)
                #expect(outcome.status == 404)
            }
        }
    }
}
