import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

/// The contract of every engine with the owner of its transfers, without a request.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct EngineTests {
    /// An owner that keeps the reports by name.
    private final class Owner: TransferOwner {
        let names = Locked<[String]>([])
        let legs = Locked<Set<Int>>([])
        let body = Locked(Data())
        let room = Locked(true)
        let isReceiving = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)

        func received(_ report: TransferReport, of leg: Int) {
            legs.withLock { _ = $0.insert(leg) }
            switch report {
            case .started, .sent: break
            case .head(let head): add("head \(head.statusCode ?? 0)")
            case .bytes(let data):
                body.withLock { $0 += data }
                add("bytes")
                isReceiving.signal()
            case .measured: add("measured")
            case .ended(let error, _): end(error == nil ? "ended" : "failed")
            case .interrupted: end("interrupted")
            case .refused: end("refused")
            }
        }

        /// Adds a name, unless it is that of the report before.
        private func add(_ name: String) { names.withLock { if $0.last != name { $0.append(name) } } }

        private func end(_ name: String) {
            add(name)
            hasEnded.signal()
        }

        var hasRoom: Bool { room.value }
        func credential(of leg: Int) -> URLCredential? { nil }
        var isResumable: Bool { false }
        var keepsRedirections: Bool { false }
        func make(_ reports: @escaping @Sendable () -> Void) { reports() }
        var challengeHandler: ChallengeHandler? { nil }
    }

    #if os(Linux)
        private static let kinds: [SessionEngine] = [.libcurl, .urlSession]
    #else
        private static let kinds: [SessionEngine] = [.urlSession]
    #endif

    private func makeTransfer(_ url: URL, for owner: Owner) throws -> Transfer {
        var leg = Leg(URLRequest(url: url), body: nil, attempt: Attempt(deadline: nil))
        let body = try leg.makeBody()
        return Transfer(leg.wire, body: body, trust: leg.trust, of: 7, owner: owner, in: Locked(0))
    }

    private func start(
        _ url: URL, for owner: Owner, by kind: SessionEngine
    ) throws -> (engine: any Engine, transfer: Transfer) {
        let queue = DispatchQueue(label: "EngineTests")
        let engine = SessionEngine.make(kind, .ephemeral, policy: nil, reportingOn: queue) { Issue.record("\($0)") }
        let transfer = try makeTransfer(url, for: owner)
        engine.start(transfer)
        return (engine, transfer)
    }

    @Test(arguments: kinds) func reportsComeInOrderAndEndOnce(by kind: SessionEngine) throws {
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Length": "\(content.count)"])
            try exchange.write("\r\n")
            try exchange.write(content)
        }
        defer { server.stop() }
        let owner = Owner()
        let (engine, transfer) = try start(server.url("/"), for: owner, by: kind)
        try #require(owner.hasEnded.wait(timeout: .now() + 600) == .success)
        #expect(owner.names.value.filter { $0 != "measured" } == ["head 200", "bytes", "ended"])
        #expect(owner.names.value.contains("measured") == (kind != .urlSession))
        #expect(owner.body.value == content)
        #expect(owner.legs.value == [7])
        #expect(transfer.isOver && transfer.work == nil)
        engine.invalidate()
    }

    @Test(arguments: kinds) func anAbandonedTransferClosesItsConnectionAndReportsNothing(by kind: SessionEngine) throws
    {
        let isClosed = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Length": "1000000"])
            try exchange.write("\r\n")
            try exchange.write(Data(count: 1000))
            if exchange.waitUntilClosedByPeer() { isClosed.signal() }
        }
        defer { server.stop() }
        let owner = Owner()
        let (engine, transfer) = try start(server.url("/"), for: owner, by: kind)
        try #require(owner.isReceiving.wait(timeout: .now() + 600) == .success)
        transfer.abandon()
        let names = owner.names.value
        try #require(isClosed.wait(timeout: .now() + 600) == .success)
        #expect(owner.names.value == names && names.last == "bytes")
        engine.invalidate()
    }

    @Test func aPauseBeforeTheEngineBeginsIsKept() throws {
        struct Work: TransferWork {
            let calls: Locked<[String]>

            func pause() { calls.withLock { $0.append("pause") } }
            func resume() { calls.withLock { $0.append("resume") } }
            func cancel() { calls.withLock { $0.append("cancel") } }
        }
        let (owner, work) = (Owner(), Work(calls: Locked([])))
        let transfer = try makeTransfer("https://example.com/".asURL(), for: owner)
        transfer.pause()
        #expect(transfer.begin(work) == true)
        transfer.resume()
        transfer.abandon()
        #expect(transfer.begin(work) == nil)
        #expect(work.calls.value == ["resume", "cancel"])
    }

    #if os(Linux)
        @Test func anUnknownEngineIsALineOfTheLog() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("URLSERIALIZATION_ENGINE", "carrier\npigeon", 1)
                for _ in 0..<2 { #expect(Session(configuration: .ephemeral).engine is LibcurlEngine) }
            }
            let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            #expect(lines.filter { $0.contains("URLSERIALIZATION_ENGINE") && $0.contains("libcurl") }.count == 1)
        }
    #endif

    #if os(Linux)
        @Test func aBodyWaitsForRoom() throws {
            let content = Data(count: 8 << 20)
            let server = try LoopbackServer { exchange in
                try exchange.writeHead(headers: ["Content-Length": "\(content.count)"])
                try exchange.write("\r\n")
                try exchange.write(content)
            }
            defer { server.stop() }
            let owner = Owner()
            owner.room.withLock { $0 = false }
            let (engine, transfer) = try start(server.url("/"), for: owner, by: .libcurl)
            #expect(owner.hasEnded.wait(timeout: .now() + 0.5) == .timedOut)
            #expect(owner.body.value.isEmpty)
            owner.room.withLock { $0 = true }
            transfer.work?.proceed()
            try #require(owner.hasEnded.wait(timeout: .now() + 600) == .success)
            #expect(owner.body.value == content)
            engine.invalidate()
        }
    #endif
}
