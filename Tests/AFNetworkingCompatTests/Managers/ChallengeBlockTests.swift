import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The blocks that answer authentication challenges.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ChallengeBlockTests {
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)
    private let server: LoopbackServer

    init() throws { server = try Self.asking() }

    /// Returns a server that asks for user `u` and password `p`, by the Basic scheme.
    private static func asking() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization") == "Basic dTpw" else {
                return try exchange.respond(
                    status: 401, headers: ["WWW-Authenticate": #"Basic realm="orders""#], body: "who?")
            }
            try exchange.respond(headers: ["Content-Type": "application/json"], body: "[1]")
        }
    }

    private static let right = URLCredential(user: "u", password: "p", persistence: .none)
    private static let wrong = URLCredential(user: "u", password: "?", persistence: .none)

    /// The three blocks that may answer a challenge.
    enum Setter: CaseIterable {
        case handler, taskBlock, taskBlockByTheImportersName, sessionBlock

        func set(
            on manager: AFURLSessionManager,
            _ answer: @escaping (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)
        ) {
            switch self {
            case .handler:
                manager.setAuthenticationChallengeHandler { _, _, challenge, _ in
                    let (disposition, credential) = answer(challenge)
                    return credential ?? NSNumber(value: disposition.rawValue)
                }
            case .taskBlock:
                manager.setTaskDidReceiveAuthenticationChallengeBlock { _, _, challenge, credential in
                    let (disposition, answered) = answer(challenge)
                    credential?.pointee = answered
                    return disposition
                }
            case .taskBlockByTheImportersName:
                manager.setTaskDidReceiveAuthenticationChallenge { _, _, challenge, credential in
                    let (disposition, answered) = answer(challenge)
                    credential?.pointee = answered
                    return disposition
                }
            case .sessionBlock:
                manager.setSessionDidReceiveAuthenticationChallenge { _, challenge, credential in
                    let (disposition, answered) = answer(challenge)
                    credential?.pointee = answered
                    return disposition
                }
            }
        }
    }

    private func get(_ server: LoopbackServer) async throws -> TaskAnswer {
        let answers = TaskAnswers()
        manager.dataTask(with: URLRequest(url: server.url("/a")), completionHandler: answers.completion).resume()
        return try await answers.only(of: manager)
    }

    @Test(arguments: Setter.allCases) func aCredentialIsSent(setter: Setter) async throws {
        let asked = Events<(space: URLProtectionSpace, failures: Int, status: Int?)>()
        setter.set(on: manager) { challenge in
            let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode
            asked.add((challenge.protectionSpace, challenge.previousFailureCount, status))
            return (.useCredential, Self.right)
        }
        let answer = try await get(server)
        #expect(answer.object as? [Int] == [1] && answer.error == nil)
        #expect(server.requestCount == 2)
        let question = try #require(asked.all.first)
        #expect(asked.all.count == 1)
        #expect(question.space.realm == "orders" && question.space.host == "127.0.0.1")
        #expect(question.space.port == Int(server.port))
        #expect(question.space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
        #expect(question.failures == 0 && question.status == 401)
    }

    @Test(arguments: Setter.allCases) func aDigestChallengeIsAnswered(setter: Setter) async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization")?.hasPrefix("Digest username=\"u\", ") == true else {
                let challenge = #"Basic realm="basic", Digest realm="orders", nonce="n", qop="auth""#
                return try exchange.respond(status: 401, headers: ["WWW-Authenticate": challenge], body: "who?")
            }
            try exchange.respond(headers: ["Content-Type": "application/json"], body: "[1]")
        }
        let asked = Events<(realm: String?, method: String)>()
        setter.set(on: manager) { challenge in
            asked.add((challenge.protectionSpace.realm, challenge.protectionSpace.authenticationMethod))
            return (.useCredential, Self.right)
        }
        let answer = try await get(server)
        #expect(answer.object as? [Int] == [1] && answer.error == nil)
        #expect(asked.all.map(\.realm) == ["orders"])
        #expect(asked.all.map(\.method) == [NSURLAuthenticationMethodHTTPDigest])
        #expect(server.requestCount == 2)
    }

    @Test(arguments: Setter.allCases) func theFailuresAreCounted(setter: Setter) async throws {
        let failures = Events<Int>()
        setter.set(on: manager) { challenge in
            failures.add(challenge.previousFailureCount)
            return (.useCredential, challenge.previousFailureCount < 2 ? Self.wrong : Self.right)
        }
        #expect(try await get(server).object as? [Int] == [1])
        #expect(failures.all == [0, 1, 2])
    }

    @Test func endlessCredentialsEndWithTheChallenge() async throws {
        Setter.handler.set(on: manager) { _ in (.useCredential, Self.wrong) }
        #expect(try await get(server).status == 401)
        #expect(server.requestCount == 21)
    }

    @Test(
        arguments: Setter.allCases,
        [URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace])
    func withoutACredentialTheChallengeIsTheAnswer(
        setter: Setter, disposition: URLSession.AuthChallengeDisposition
    ) async throws {
        manager.responseSerializer = AFHTTPResponseSerializer()
        setter.set(on: manager) { _ in (disposition, nil) }
        let answer = try await get(server)
        #expect(answer.status == 401 && answer.error?.code == NSURLErrorBadServerResponse)
        #expect(answer.failingData == Data("who?".utf8))
        #expect(server.requestCount == 1)
    }

    @Test(arguments: Setter.allCases) func aCancelledChallengeCancelsItsTask(setter: Setter) async throws {
        setter.set(on: manager) { _ in (.cancelAuthenticationChallenge, nil) }
        let answer = try await get(server)
        #expect(answer.error?.domain == NSURLErrorDomain && answer.error?.code == NSURLErrorCancelled)
        #expect(server.requestCount == 1)
    }

    @Test func theErrorOfAHandlerIsTheTasks() async throws {
        manager.setAuthenticationChallengeHandler { _, _, _, _ in NSError(domain: "own", code: 7) }
        let answer = try await get(server)
        #expect(answer.error?.domain == "own" && answer.error?.code == 7)
    }

    @Test func aHandlerMayAnswerLater() async throws {
        manager.setAuthenticationChallengeHandler { _, _, _, answer in
            let answer = HandedOverAnswer(call: answer)
            DispatchQueue.global().async {
                answer.call(.useCredential, Self.right)
                answer.call(.cancelAuthenticationChallenge, nil)
            }
            return nil
        }
        #expect(try await get(server).object as? [Int] == [1])
    }

    @Test func whatIsNoAnswerIsAnError() async throws {
        let useCredential = NSNumber(value: URLSession.AuthChallengeDisposition.useCredential.rawValue)
        for (other, type) in [("word", "String"), (useCredential, "NSNumber")] as [(Any, String)] {
            manager.setAuthenticationChallengeHandler { _, _, _, _ in other }
            let error = try #require(try await get(server).error)
            #expect(error.domain == AFURLRequestSerializationErrorDomain)
            #expect(error.localizedDescription.contains("The block returned \(type)"))
        }
    }

    @Test func theHandlerComesBeforeTheBlocks() async throws {
        let asked = Events<Setter>()
        for setter in Setter.allCases {
            setter.set(on: manager) { _ in
                asked.add(setter)
                return (.useCredential, Self.right)
            }
        }
        #expect(try await get(server).object as? [Int] == [1])
        manager.setAuthenticationChallengeHandler(nil)
        #expect(try await get(server).object as? [Int] == [1])
        manager.setTaskDidReceiveAuthenticationChallenge(nil)
        #expect(try await get(server).object as? [Int] == [1])
        #expect(asked.all == [.handler, .taskBlockByTheImportersName, .sessionBlock])
        manager.setSessionDidReceiveAuthenticationChallenge(nil)
        #expect(try await get(server).status == 401)
    }

    @Test func anotherOriginLearnsNothingOfTheCredential() async throws {
        let other = try Self.asking()
        let target = other.address("/b")
        let first = try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization") != nil else {
                return try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=first"])
            }
            try exchange.respond(status: 302, headers: ["Location": target])
        }
        let asked = Events<(port: Int, failures: Int, hasProposal: Bool)>()
        manager.setAuthenticationChallengeHandler { _, _, challenge, _ in
            let hasProposal = challenge.proposedCredential != nil
            asked.add((challenge.protectionSpace.port, challenge.previousFailureCount, hasProposal))
            return Self.right
        }
        #expect(try await get(first).object as? [Int] == [1])
        #expect(asked.all.map(\.port) == [Int(first.port), Int(other.port)])
        #expect(asked.all.allSatisfy { $0.failures == 0 && !$0.hasProposal })
        #expect(other.requests.first?.value(named: "Authorization") == nil)
    }

    @Test func aBodyIsSentAgainWithTheCredential() async throws {
        let (manager, _) = server.makeManager()
        Setter.taskBlock.set(on: manager) { _ in (.useCredential, Self.right) }
        for parameters in [["a": 1], nil] {
            let answers = TaskAnswers()
            manager.post(
                "a", parameters: parameters, headers: nil,
                constructingBodyWith: { $0.appendPart(withForm: Data("v".utf8), name: "n") }, progress: nil,
                success: answers.success, failure: answers.failure)
            #expect(try await answers.only(of: manager).isSuccess == true)
        }
        let bodies = server.requests.map(\.text)
        #expect(bodies.count == 4 && bodies[0] == bodies[1] && bodies[2] == bodies[3] && !bodies[0].isEmpty)
    }
}

/// A completion handler on its way to another queue.
///
/// `@unchecked Sendable`: it is called on only one queue.
private struct HandedOverAnswer: @unchecked Sendable {
    let call: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
}
