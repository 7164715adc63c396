import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// `setDataTaskDidReceiveResponseBlock` and `setDataTaskDidReceiveDataBlock`.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ResponseBlockTests {
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)
    private let answers = TaskAnswers()

    enum Kind: CaseIterable {
        case data, upload

        func task(_ manager: AFURLSessionManager, _ url: URL, _ answers: TaskAnswers) -> URLSessionDataTask {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            return switch self {
            case .data: manager.dataTask(with: request, completionHandler: answers.completion)
            case .upload:
                manager.uploadTask(
                    with: request, from: Data("x".utf8), progress: nil, completionHandler: answers.completion)
            }
        }
    }

    @Test func cookiesAreKeptInTheSharedStorage() async throws {
        let name = "a\(UUID().uuidString)"
        let server = try LoopbackServer { try $0.respond(headers: ["Set-Cookie": "\(name)=1; Max-Age=600"], body: "") }
        // No other test sends cookies to this host.
        let url = try #require(URL(string: "http://\(name).localhost:\(server.port)/"))
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: nil), TaskAnswers())
        let request = URLRequest(url: url, timeoutInterval: 600)
        manager.dataTask(with: request, completionHandler: answers.completion).resume()
        _ = try await answers.only(of: manager)
        let cookie = try #require(HTTPCookieStorage.shared.cookies?.first { $0.name == name })
        HTTPCookieStorage.shared.deleteCookie(cookie)
    }

    @Test(arguments: Kind.allCases) func anAllowedResponseGoesOn(kind: Kind) async throws {
        let server = try LoopbackServer.json("[1]", status: 422)
        let asked = Events<(session: URLSession, task: URLSessionTask, status: Int?, isKnown: Bool)>()
        manager.setDataTaskDidReceiveResponseBlock { session, task, response in
            asked.add((session, task, (response as? HTTPURLResponse)?.statusCode, task.response != nil))
            return .allow
        }
        let task = kind.task(manager, server.url(), answers)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? [Int] == [1] && answer.status == 422)
        #expect(asked.all.count == 1)
        #expect(asked.all.first?.session === manager.session && asked.all.first?.task === task)
        #expect(asked.all.first?.status == 422 && asked.all.first?.isKnown == true)
    }

    @Test(arguments: Kind.allCases) func aCancelledResponseEndsItsTask(kind: Kind) async throws {
        let server = try LoopbackServer {
            try $0.write("HTTP/1.1 200 OK\r\nContent-Type: text/json\r\nContent-Length: 9\r\n\r\npart")
            _ = $0.waitUntilClosedByPeer()
        }
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in .cancel }
        let task = kind.task(manager, server.url(), answers)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain && answer.error?.code == NSURLErrorCancelled)
        #expect(answer.object == nil)
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect(server.requestCount == 1)
    }

    /// The whole body has been received when the block returns.
    @Test(arguments: [URLSession.ResponseDisposition.allow, .cancel])
    func theTaskDoesNotEndBeforeTheBlockHasAnswered(disposition: URLSession.ResponseDisposition) async throws {
        let server = try LoopbackServer.json("[1]")
        let gate = DispatchSemaphore(value: 0)
        let asked = Events<Void>()
        let parts = Events<Data>()
        manager.setDataTaskDidReceiveDataBlock { parts.add($2) }
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in
            asked.add(())
            gate.wait()
            return disposition
        }
        let task = Kind.data.task(manager, server.url(), answers)
        task.resume()
        try await asked.wait()
        try await eventually("the body has come") { task.countOfBytesReceived == 3 }
        try await Task.sleep(nanoseconds: 50_000_000)
        #expect(answers.all.isEmpty && parts.all.isEmpty && task.state == .running)
        gate.signal()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.code == (disposition == .allow ? nil : NSURLErrorCancelled))
        #expect(answer.object as? [Int] == (disposition == .allow ? [1] : nil))
        #expect(parts.all == (disposition == .allow ? [Data("[1]".utf8)] : []))
    }

    @Test func aTaskDoesNotBecomeADownload() async throws {
        let server = try LoopbackServer.json()
        // By its number, because Foundation on Linux calls the name deprecated.
        let becomeDownload = try #require(URLSession.ResponseDisposition(rawValue: 2))
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in becomeDownload }
        Kind.data.task(manager, server.url(), answers).resume()
        let error = try #require(try await answers.only(of: manager).error)
        #expect(error.domain == AFURLRequestSerializationErrorDomain)
        #expect(error.localizedDescription.contains("becomeDownload"))
        #expect(error.localizedDescription.contains("setDataTaskDidReceiveResponseBlock"))
        #expect(error.localizedDescription.contains("downloadTask("))
    }

    @Test func aRefusedRedirectionIsAskedAboutAsAResponse() async throws {
        let server = try LoopbackServer {
            try $0.respond(status: 302, headers: ["Location": "/new"], body: "moved")
        }
        let events = Events<String>()
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, _ in nil }
        manager.setDataTaskDidReceiveResponseBlock { _, _, response in
            events.add("\((response as? HTTPURLResponse)?.statusCode ?? 0)")
            return .allow
        }
        manager.setDataTaskDidReceiveDataBlock { events.add(String(decoding: $2, as: UTF8.self)) }
        Kind.data.task(manager, server.url("/old"), answers).resume()
        #expect(try await answers.only(of: manager).status == 302)
        #expect(events.all == ["302", "moved"])
    }

    @Test func blocksOfDataAreCalledInOrderAndTheSerializerHasItAll() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Type": "application/json"])
            try exchange.write("Transfer-Encoding: chunked\r\n\r\n")
            for number in 0..<3 {
                try exchange.writeChunk(Data((number == 0 ? "[0" : ",\(number)").utf8))
                try exchange.hold(at: "\(number)")
            }
            try exchange.writeChunk(Data("]".utf8))
            try exchange.writeLastChunk()
        }
        let events = Events<String>()
        let isOnQueue = Events<Bool>()
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in
            events.add("response")
            return .allow
        }
        manager.setDataTaskDidReceiveDataBlock { _, _, data in
            isOnQueue.add(OperationQueue.current === manager.operationQueue || !OnMain.isTrue)
            events.add(String(decoding: data, as: UTF8.self))
        }
        manager.setTaskDidCompleteBlock { _, _, _ in events.add("end") }
        Kind.data.task(manager, server.url(), answers).resume()
        for number in 0..<3 {
            try await events.wait(for: number + 2)
            server.release("\(number)")
        }
        #expect(try await answers.only(of: manager).object as? [Int] == [0, 1, 2])
        #expect(events.all == ["response", "[0", ",1", ",2", "]", "end"])
        #expect(isOnQueue.all.allSatisfy { $0 })
    }

    @Test func nothingIsHandedOutDuringAPause() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Type: text/json\r\nContent-Length: 3\r\n\r\n[")
            try exchange.hold()
            try exchange.write("1]")
        }
        let events = Events<String>()
        manager.setDataTaskDidReceiveDataBlock { events.add(String(decoding: $2, as: UTF8.self)) }
        let task = Kind.data.task(manager, server.url(), answers)
        task.resume()
        try await events.wait()
        task.suspend()
        server.release()
        // Time for the rest to come, which an engine that pauses its transfers leaves to the server.
        try await Task.sleep(nanoseconds: 100_000_000)
        await manager.drained()
        #expect(events.all == ["["])
        task.resume()
        #expect(try await answers.only(of: manager).object as? [Int] == [1])
        #expect(events.all == ["[", "1]"])
    }

    @Test func downloadTasksDoNotAsk() async throws {
        let server = try LoopbackServer.json()
        let folder = try ScratchFolder()
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in .cancel }
        manager.setDataTaskDidReceiveDataBlock { _, _, _ in Issue.record("A download task is no data task.") }
        manager.downloadTask(
            with: URLRequest(url: server.url()), progress: nil, destination: { _, _ in folder("f") },
            completionHandler: answers.downloadCompletion
        ).resume()
        #expect(try await answers.only(of: manager).object as? URL == folder("f"))
    }
}
