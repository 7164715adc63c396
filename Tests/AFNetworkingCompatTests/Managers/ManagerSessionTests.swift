import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The URLSession that represents a manager, the reports of its end, and the policy of its tasks.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerSessionTests {
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)

    private final class Pinned: AFURLSessionManager, @unchecked Sendable {
        override var securityPolicy: AFSecurityPolicy {
            get { AFSecurityPolicy(pinningMode: .certificate) }
            set {}
        }
    }

    private func held() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            try exchange.hold()
            try exchange.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
    }

    @Test func anOverriddenPolicyIsAsked() async throws {
        let server = try LoopbackServer.json()
        let manager = Pinned(sessionConfiguration: .patient)
        let answers = TaskAnswers()
        manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion).resume()
        let error = try await answers.only(of: manager).error
        #expect(error?.domain == NSURLErrorDomain && error?.code == URLError.serverCertificateUntrusted.rawValue)
        #expect(server.requestCount == 0)
    }

    /// A request that needs a check that the system does not support fails with a typed error, and is not sent.
    @Test func aPinIsNeverIgnored() async throws {
        let server = try LoopbackServer.json()
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        manager.securityPolicy = AFSecurityPolicy(pinningMode: .publicKey)
        let ends = Events<any Error>()
        manager.get("a", parameters: nil, success: { _, _ in }, failure: { ends.add($1) })
        #expect(try await ends.first() is AFSecurityPolicyError)
        manager.get("https://127.0.0.1:1/", parameters: nil, success: { _, _ in }, failure: { ends.add($1) })
        let second = try await ends.wait(for: 2)[1]
        #if !canImport(Security)
            #expect(second is AFSecurityPolicyError)
        #endif
        #expect((second as NSError).domain == NSURLErrorDomain)
        manager.securityPolicy = .default()
        let answers = TaskAnswers()
        Verb.get.send(manager, "a", to: answers)
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(server.requestCount == 1)
    }

    @Test func releasedManagerIsNotifiedOfTheEnd() async throws {
        let server = try held()
        let notified = Events<URLSession>()
        weak var released: AFURLSessionManager?
        do {
            let manager = AFURLSessionManager(sessionConfiguration: .patient)
            manager.setSessionDidBecomeInvalidBlock { session, _ in notified.add(session) }
            manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: nil).resume()
            try await server.waitUntilHeld()
            manager.invalidateSessionCancelingTasks(false, resetSession: true)
            released = manager
        }
        server.release()
        try await notified.wait()
        try await eventually("The manager is still there.") { released == nil }
    }

    @Test func theBlockForFilesIsGivenTheSessionOfTheTask() async throws {
        let server = try held()
        let session = manager.session
        let asked = Events<URLSession>()
        manager.setDownloadTaskDidFinishDownloadingBlock { session, _, _ in
            asked.add(session)
            return nil
        }
        let answers = TaskAnswers()
        manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: nil,
            completionHandler: answers.downloadCompletion
        ).resume()
        try await server.waitUntilHeld()
        manager.invalidateSessionCancelingTasks(false, resetSession: true)
        server.release()
        #expect(try await asked.first() === session)
        #expect(try await answers.only(of: manager).error == nil)
    }

    /// The manager's policy is not consulted about tasks that its session makes.
    @Test func aPinIsNotIgnoredByTasksOfTheSession() async throws {
        let server = try LoopbackServer.json()
        manager.securityPolicy = AFSecurityPolicy(pinningMode: .certificate)
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<NSError?, Never>) in
            manager.session.dataTask(with: server.url("/")) { _, _, error in
                continuation.resume(returning: error.map { $0 as NSError })
            }.resume()
        }
        #expect(error?.code == URLError.serverCertificateUntrusted.rawValue)
        #expect(server.requestCount == 0)
        let plain = AFURLSessionManager(sessionConfiguration: .patient)
        let (data, _) = try await plain.session.data(from: server.url("/"))
        #expect(data == Data(#"{"a": 1}"#.utf8))
    }

    /// The code that nearly all downloads have.
    @Test(arguments: [nil, "attachment; filename=\"r.pdf\""]) func aFileIsCalledAsTheServerSays(disposition: String?)
        async throws
    {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                headers: ["Content-Disposition": disposition ?? "inline"], body: "x")
        }
        let names = Events<String?>()
        let answers = TaskAnswers()
        manager.downloadTask(
            with: URLRequest(url: server.url("/files/big.bin?x=1")), progress: nil,
            destination: { file, response in
                #expect((response as? HTTPURLResponse)?.statusCode == 200)
                names.add(response.suggestedFilename)
                return file
            }, completionHandler: answers.downloadCompletion
        ).resume()
        _ = try await answers.only(of: manager)
        #expect(names.all == [disposition == nil ? "big.bin" : "r.pdf"])
    }

    #if !canImport(ObjectiveC)
        @Test func theSessionListsTheTasks() async throws {
            let manager = AFURLSessionManager(sessionConfiguration: .patient)
            let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
            let data = manager.dataTask(with: request, completionHandler: nil)
            let upload = manager.uploadTask(with: request, from: Data(), progress: nil, completionHandler: nil)
            let download = manager.downloadTask(
                with: request, progress: nil, destination: nil, completionHandler: nil)
            let all = await withCheckedContinuation { continuation in
                manager.session.getAllTasks { continuation.resume(returning: $0) }
            }
            #expect(all == [data, upload, download])
            let lists = Events<([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask])>()
            manager.session.getTasksWithCompletionHandler { lists.add(($0, $1, $2)) }
            let (dataTasks, uploadTasks, downloadTasks) = try await lists.first()
            #expect(dataTasks == [data] && uploadTasks == [upload] && downloadTasks == [download])
            manager.session.invalidateAndCancel()
            try await eventually("The tasks do not end.") { manager.tasks.isEmpty }
        }
    #endif
}
