import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

#if os(Linux)
    @Suite(.tags(.network), .timeLimit(.minutes(60))) struct TransferMetricsTests {
        private struct Observer: RequestObserver {
            let log: Log<[TransferMetrics]>

            func observe(_ event: RequestEvent, of request: Request) {
                if case .finished = event { log.add(request.metrics) }
            }
        }

        @Test func aConnectionIsMadeOnce() async throws {
            let server = try LoopbackServer { try $0.respond(status: 200, body: "answer") }
            let session = Session(configuration: .patient, engine: .libcurl)
            let requests = (0..<3).map { _ in session.request(server.url("/a")) }
            var all: [TransferMetrics] = []
            for request in requests {
                #expect(request.metrics == [])
                _ = await request.response()
                #expect(request.metrics.count == 1)
                all += request.metrics
            }
            #expect(server.connectionCount == 1)
            #expect(all.map(\.isReusedConnection) == [false, true, true])
            #expect(all.map { $0.connect != nil } == [true, false, false])
            #expect(all.map { $0.nameLookup != nil } == [true, false, false])
            for metrics in all {
                #expect(metrics.url == server.url("/a") && metrics.protocolName == "http/1.1")
                #expect(metrics.secureConnect == nil && metrics.receivedByteCount == 6 && metrics.sentByteCount == 0)
                #expect(try #require(metrics.firstByte) <= metrics.duration && metrics.duration > 0)
            }
            #expect(try #require(all[0].connect) < all[0].duration)
        }

        @Test func aSlowServerIsSeen() async throws {
            let server = try LoopbackServer { exchange in
                try exchange.readBody()
                try exchange.pause(seconds: 0.3)
                try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n")
                try exchange.write(Data(count: 2000))
                try exchange.hold()
                try exchange.pause(seconds: 0.3)
                try exchange.write(Data(count: 2000))
            }
            let session = Session(configuration: .patient, engine: .libcurl)
            let request = session.upload(.data(Data(count: 300_000)), to: server.url("/"))
            let start = Date()
            request.resume()
            try await eventually("The first byte comes.") { request.response != nil }
            server.release()
            _ = await request.response()
            let whole = Date().timeIntervalSince(start)
            let metrics = try #require(request.metrics.first)
            let firstByte = try #require(metrics.firstByte)
            #expect(firstByte >= 0.29 && metrics.duration >= firstByte + 0.29 && metrics.duration <= whole)
            #expect(metrics.sentByteCount == 300_000 && metrics.receivedByteCount == 4000)
        }

        @Test func eachTransferHasItsOwn() async throws {
            let server = try LoopbackServer { exchange in
                let isFirst = exchange.request.target == "/"
                try exchange.respond(status: isFirst ? 302 : 404, headers: isFirst ? ["Location": "/next"] : [:])
            }
            let log = Log<[TransferMetrics]>()
            let session = Session(
                configuration: .patient, retriers: [RetryPolicy(limit: 1, statusCodes: [404])],
                observers: [Observer(log: log)], engine: .libcurl)
            let request = session.request(server.url("/")).validate()
            _ = await request.response()
            #expect(request.metrics.map { $0.url?.path } == ["/", "/next", "/", "/next"])
            try await eventually("The observer is called.") { log.all == [request.metrics] }
        }

        @Test func whatDidNotHappenHasNoTime() async throws {
            let server = try LoopbackServer { try $0.respond(status: 200) }
            let url = server.url("/")
            let ended = Session(configuration: .patient, engine: .urlSession).request(url)
            _ = await ended.response()
            #expect(ended.error == nil && ended.metrics == [])
            server.stop()
            let session = Session(configuration: .patient, engine: .libcurl)
            for url in [url.absoluteString, "http://name.invalid/"] {
                let request = session.request(url)
                _ = await request.response()
                let metrics = try #require(request.metrics.first)
                #expect(request.error != nil && metrics.firstByte == nil && metrics.protocolName == nil)
                #expect(metrics.connect == nil && !metrics.isReusedConnection && metrics.receivedByteCount == 0)
            }
        }
    }
#endif
