/// The consequence of a response.
enum Plan {
    /// Keeps the body: the response is the answer.
    case answer
    /// Drops the body and sends another request.
    case redirection(Redirection)
    /// Drops the body and sends the request again with the credential.
    case authentication(URLCredential)
    /// Keeps the body and asks the owner for a credential.
    case challenge(ChallengeHandler)
    /// Fails the request, as after a redirection to an unsafe URL.
    case failure(any Error)
}

/// Continues from a response: to the end, the rest of a file, another URL, or a credential.
extension RequestExecution {
    func plan(for response: URLResponse, to outgoing: OutgoingRequest) -> Plan {
        guard let response = response as? HTTPURLResponse else { return .answer }
        if response.statusCode == 401, let plan = planForChallenge(of: response, to: outgoing) { return plan }
        guard host.followsRedirections else { return .answer }
        do {
            guard let redirection = try Redirection.following(response, to: outgoing.request) else { return .answer }
            return .redirection(redirection)
        } catch {
            return .failure(error)
        }
    }

    private func planForChallenge(of response: HTTPURLResponse, to outgoing: OutgoingRequest) -> Plan? {
        let challenges = AuthenticationChallenges(response)
        if outgoing.isOnOrigin, outgoing.credential == nil {
            let credential = owner?.credential
            if !challenges.offersBasic {
                // Stored with or without a credential: one may be set later.
                if !URLSessionTraits.answersChallenges, challenges.offersDigest {
                    unanswerable = SessionError.digestUnanswerable(outgoing.request.url)
                }
            } else if let credential {
                if !URLSessionTraits.answersChallenges { return .authentication(credential) }
            } else {
                challenged = outgoing
            }
        }
        // On Apple's systems URLSession asks its delegate about challenges.
        guard challenges.offersBasic, !URLSessionTraits.answersChallenges, outgoing.credentials < Self.mostCredentials
        else { return nil }
        return owner?.challengeHandler.map { .challenge($0) }
    }

    /// The largest number of credentials that are tried in one attempt.
    private static let mostCredentials = 20
    /// The largest number of redirections that are followed in one attempt, as in URLSession and the Fetch standard.
    private static let mostRedirections = 20

    /// Returns the continuation after a response whose transfer has ended.
    func ending(_ plan: Plan, after response: URLResponse) -> RequestMachine.Ending {
        switch plan {
        case .answer: answered()
        case .failure(let error): failed(error)
        case .redirection(let redirection): following(redirection, of: response)
        case .authentication(let credential): authenticating(outgoing, with: credential)
        case .challenge(let handler):
            if let response = response as? HTTPURLResponse { asking(.challenge(handler, response)) } else { answered() }
        }
    }

    func failed(_ error: any Error) -> RequestMachine.Ending {
        failure = error
        return .failed(mayBeRetried: error.mayBeRetried)
    }

    private func asking(_ question: Question) -> RequestMachine.Ending {
        self.question = question
        return .question
    }

    /// Continues with another transfer of the same attempt.
    private func sending(_ next: OutgoingRequest) -> RequestMachine.Ending {
        outgoing = next
        return .next(sendsBody: next.hasOwnBody)
    }

    /// Returns the continuation after a complete answer: a server may send less than was requested (RFC 9110, section
    /// 15.3.7), and the rest is then requested.
    private func answered() -> RequestMachine.Ending {
        do {
            guard try sink.needsRest() else { return .answered }
            var rest = outgoing
            rest.isWhole = false
            return sending(rest)
        } catch {
            return failed(error)
        }
    }

    /// Continues with the same request and a credential.
    func authenticating(_ outgoing: OutgoingRequest, with credential: URLCredential) -> RequestMachine.Ending {
        do {
            var next = outgoing
            next.credential = credential
            next.credentials += 1
            next.request.setValue(
                try BasicAuthorization(user: credential.user ?? "", password: credential.password ?? "").value,
                forHTTPHeaderField: "Authorization")
            return sending(next)
        } catch {
            return failed(error)
        }
    }

    // MARK: - Redirections

    /// Whether a redirection is followed regardless of its body, which then need not be complete.
    var dropsBodiesOfRedirections: Bool { host.followsRedirections && owner?.redirectionHandler == nil }

    private func following(_ redirection: Redirection, of response: URLResponse) -> RequestMachine.Ending {
        guard outgoing.redirections < Self.mostRedirections else {
            let userInfo = outgoing.request.url.map { [NSURLErrorFailingURLErrorKey: $0] }
            return failed(URLError(.httpTooManyRedirects, userInfo: userInfo ?? [:]))
        }
        var next = outgoing
        next.request = redirection.request
        next.redirections += 1
        if !redirection.keepsBody { next.replaceBody(by: .inRequest) }
        if redirection.leavesOrigin { next.leaveOrigin() }
        if let handler = owner?.redirectionHandler, let response = response as? HTTPURLResponse {
            return asking(.redirection(handler, next, response))
        }
        if redirection.exposesBody, outgoing.hasBody { return failed(Redirection.exposed(outgoing.request.url)) }
        self.redirection = response as? HTTPURLResponse
        return sending(next)
    }

    // MARK: - Questions to the owner

    /// Asks the owner, who may change the request that a redirection leads to, or make the response the answer.
    func ask() {
        guard let owner, let question else { return }
        self.question = nil
        idleDeadline = nil
        let turn = turn
        switch question {
        case .redirection(let handler, let next, let response):
            owner.callbacks.async { [self] in
                let answer = handler(response, next.request)
                host.queue.async {
                    guard turn == self.turn else { return }
                    self.report(.answered(self.ending(after: answer, next, response)))
                }
            }
        case .challenge(let handler, let response):
            let challenge = URLAuthenticationChallenge.basic(
                of: response, previousFailureCount: outgoing.credentials, proposing: outgoing.credential)
            let isAnswered = handler(challenge) { [self] answer in
                host.queue.async {
                    guard turn == self.turn else { return }
                    self.challengeAnswered(answer, response)
                }
            }
            if !isAnswered { report(.answered(keeping(response))) }
        }
    }

    private func challengeAnswered(_ answer: ChallengeAnswer, _ response: HTTPURLResponse) {
        switch answer {
        case .credential(let credential): report(.answered(authenticating(outgoing, with: credential)))
        case .defaultHandling, .rejection: report(.answered(keeping(response)))
        case .cancellation(let error):
            failure = error
            report(.refused)
        }
    }

    private func ending(
        after answer: URLRequest?, _ next: OutgoingRequest, _ response: HTTPURLResponse
    ) -> RequestMachine.Ending {
        guard let answer else { return keeping(response) }
        // Changing a request without a URL would end the process.
        do { try RequestCheck.validate(answer) } catch { return failed(error) }
        var next = next
        next.request = answer
        // A handler's request to another origin must not have what was meant for this one.
        if let url = answer.url, let from = outgoing.request.url, !url.hasSameOrigin(as: from) {
            // This module added the challenge's credential, of which the handler need not know.
            if outgoing.credential != nil, answer.authorization == outgoing.request.authorization {
                next.request.setValue(nil, forHTTPHeaderField: "Authorization")
            }
            next.leaveOrigin()
        }
        if ["GET", "HEAD"].contains(answer.httpMethod ?? "GET") {
            // URLSession refuses to send a body with these.
            next.request.httpBody = nil
            next.replaceBody(by: .inRequest)
        } else if case .inRequest = next.body {
            next.replaceBody(by: RequestBody(of: answer))
        } else if answer.httpBody != nil {
            next.replaceBody(by: .inRequest)
        }
        if owner?.protectsBodies ?? true, outgoing.request.url?.scheme?.lowercased() == "https",
            answer.url?.scheme?.lowercased() == "http", next.hasBody
        {
            return failed(Redirection.exposed(outgoing.request.url))
        }
        redirection = response
        return sending(next)
    }

    /// Makes the redirection or the challenge the answer, with its body.
    private func keeping(_ response: HTTPURLResponse) -> RequestMachine.Ending {
        do {
            if let redirectionExcess { throw redirectionExcess }
            if case .keep(let offset, let total) = try sink.begin(response) {
                owner?.willReceive(response, from: offset, of: total)
                askAbout(response)
                bodyLength = offset
                try receive(redirectionBody, of: response)
            }
            redirectionBody = Data()
            return .answered
        } catch {
            return failed(error)
        }
    }

    // MARK: - The owner's decision about the answer

    /// Asks the owner about the response that answers the request.
    func askAbout(_ response: URLResponse) {
        guard let handler = owner?.responseHandler else { return }
        undecided = response
        let isDeciding = handler(response) { [self] error in
            host.queue.async { self.decided(on: response, error) }
        }
        if isDeciding { report(.responseHeld) } else { undecided = nil }
    }

    private func decided(on response: URLResponse, _ error: (any Error)?) {
        guard undecided === response else { return }
        undecided = nil
        guard let error else { return report(.responseReleased) }
        failure = error
        report(.refused)
    }
}

extension URLRequest {
    fileprivate var authorization: String? { value(forHTTPHeaderField: "Authorization") }
}
