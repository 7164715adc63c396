@testable import AlamofireClient
import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// A client as a user of Alamofire 5 writes it.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ShopTests {
    private func serving(_ run: @Sendable (Shop, ShopLog, LoopbackServer) async throws -> Void) async throws {
        let attempts = Locked(0)
        let server = try LoopbackServer { try Self.answer($0, attempts) }
        let log = ShopLog()
        let session = Session.shop(
            tokens: server.url("/token"), token: ShopToken(text: "old", expiration: .distantFuture), log: log,
            timeout: 600)
        try await run(Shop(at: server.url("/v1"), session: session), log, server)
    }

    private static func answer(_ exchange: Exchange, _ attempts: Locked<Int>) throws {
        let request = exchange.request
        let json: KeyValuePairs = ["Content-Type": "application/json"]
        if request.path == "/token" { return try exchange.respond(headers: json, body: #"{"token":"new"}"#) }
        guard request.value(named: "Authorization") == "Bearer new" else { return try exchange.respond(status: 401) }
        switch (request.method, request.path) {
        case ("GET", "/v1/products"):
            let first = attempts.withLock { attempts in
                attempts += 1
                return attempts == 1
            }
            if first { return try exchange.respond(status: 503) }
            try exchange.respond(
                headers: json,
                body: #"[{"id":1,"name":"tea","price_in_cents":500},{"id":2,"name":"jam","price_in_cents":300}]"#)
        case ("GET", _) where request.path.hasPrefix("/v1/products/"):
            let id = request.path.dropFirst(13)
            try exchange.respond(headers: json, body: #"{"id":\#(id),"name":"tea","price_in_cents":500}"#)
        case ("POST", "/v1/orders"):
            if request.text.contains(#""count":0"#) {
                return try exchange.respond(status: 422, headers: json, body: #"{"message":"too few"}"#)
            }
            try exchange.respond(headers: json, body: #"{"number":9}"#)
        case ("DELETE", "/v1/orders/9"): try exchange.respond(status: 204)
        case ("POST", "/v1/pictures"):
            try exchange.respond(headers: ["Content-Type": "text/plain"], body: "\(request.body.count > 1000)")
        case ("GET", "/v1/catalogue"):
            try exchange.respond(
                headers: ["Content-Disposition": "attachment; filename=\"spring.txt\""], body: "tea, jam")
        case ("GET", "/v1/news"):
            try exchange.writeHead(headers: ["Transfer-Encoding": "chunked", "Content-Type": "text/plain"])
            try exchange.write("\r\n")
            for number in 0..<1000 {
                try exchange.writeChunk(Data("line \(number)\n".utf8))
                try exchange.pause(seconds: 0.002)
            }
            try exchange.writeLastChunk()
        default: try exchange.respond(status: 404)
        }
    }

    @Test func closuresGetModels() async throws {
        try await serving { shop, log, server in
            let product = await withCheckedContinuation { continuation in
                shop.product(7) { continuation.resume(returning: $0) }
            }
            expectEqual(try product.get(), Product(id: 7, name: "tea", priceInCents: 500))
            let names = await withCheckedContinuation { continuation in
                shop.names("a b") { continuation.resume(returning: $0) }
            }
            #expect(names.value == ["jam", "tea"])
            #expect(names.request?.url?.query == "page=1&search_text=a%20b&tags%5B%5D=new&tags%5B%5D=sale")
            #expect(server.requests.filter { $0.path == "/token" }.count == 1)
            #expect(server.requests.last?.value(named: "X-Client") == "shop/1.0")
            #expect(log.lines.filter { $0 == "retrying" }.count == 2)
            #expect(log.lines.contains("parsed: 200"))
        }
    }

    @Test func ordersAreSentAndRefused() async throws {
        try await serving { shop, _, _ in
            let receipt = try await shop.send(Order(product: 1, count: 2))
            #expect(receipt.number == 9)
            await #expect(throws: ShopProblem(message: "too few")) { try await shop.send(Order(product: 1, count: 0)) }
            try await shop.cancel(receipt.number)
            let products = try await shop.products(1, 2)
            #expect(products.map(\.id) == [1, 2])
        }
    }

    @Test func filesAndStreamsArrive() async throws {
        try await serving { shop, _, _ in
            let last = Locked(0.0)
            let isWhole = try await shop.send(picture: Data(count: 5000), caption: "tea") { part in
                last.withLock { $0 = max($0, part) }
            }
            #expect(isWhole == "true")
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = try await shop.catalogue(into: folder)
            expectEqual(try String(contentsOf: file, encoding: .utf8), "tea, jam")
            #expect(file.lastPathComponent == "spring.txt")
            let news = try await shop.news(limit: 3)
            #expect(news == ["line 0", "line 1", "line 2"])
        }
    }
}
