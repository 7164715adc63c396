/// The consequence of a response.
enum Plan {
    /// It is the answer: its body is kept.
    case answer
    /// Its body is dropped, and another request sent.
    case redirection(Redirection)
    /// Its body is dropped, and the request sent again with the credential.
    case authentication(URLCredential)
    /// Its body is kept, and the owner asked for a credential.
    case challenge(ChallengeHandler)
    /// It leads where no request goes.
    case failure(any Error)
}

/// The way from a response to the end, the rest of a file, another place, or a credential.
extension RequestExecution {
    func plan(for response: URLResponse, to hop: Hop) -> Plan {
        guard let response = response as? HTTPURLResponse else { return .answer }
        if response.statusCode == 401, let plan = planForChallenge(of: response, to: hop) { return plan }
        guard host.followsRedirections else { return .answer }
        do {
            guard let redirection = try Redirection.following(response, to: hop.request) else { return .answer }
            return .redirection(redirection)
        } catch {
            return .failure(error)
        }
    }

    private func planForChallenge(of response: HTTPURLResponse, to hop: Hop) -> Plan? {
        let challenges = AuthenticationChallenges(response)
        if hop.isOnOrigin, hop.credential == nil {
            let credential = owner?.credential
            if !challenges.offersBasic {
                // Noted whether there is a credential or not: one may still be given.
                if !URLSessionTraits.answersChallenges, challenges.offersDigest {
                    unanswerable = SessionError.digestUnanswerable(hop.request.url)
                }
            } else if let credential {
                if !URLSessionTraits.answersChallenges { return .authentication(credential) }
            } else {
                challenged = hop
            }
        }
        // URLSession asks about challenges itself on Apple's systems.
        guard challenges.offersBasic, !URLSessionTraits.answersChallenges, hop.credentials < Self.mostCredentials
        else { return nil }
        return owner?.challengeHandler.map { .challenge($0) }
    }

    /// The number of credentials that are tried in one attempt.
    private static let mostCredentials = 20
    /// The number of redirections that are followed in one attempt, as in URLSession and the Fetch standard.
    private static let mostRedirections = 20

    /// Returns the continuation after a response whose transfer is over.
    func ending(_ plan: Plan, after response: URLResponse) -> RequestMachine.Ending {
        switch plan {
        case .answer: answered()
        case .failure(let error): failed(error)
        case .redirection(let redirection): following(redirection, of: response)
        case .authentication(let credential): authenticating(hop, with: credential)
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

    /// Sends the request of another transfer of the same attempt.
    private func sending(_ next: Hop) -> RequestMachine.Ending {
        hop = next
        return .next(sendsBody: next.hasOwnBody)
    }

    /// A server may answer with less than it was asked for (RFC 9110, section 15.3.7): the rest is asked for again.
    private func answered() -> RequestMachine.Ending {
        do {
            guard try sink.needsRest() else { return .answered }
            var rest = hop
            rest.isWhole = false
            return sending(rest)
        } catch {
            return failed(error)
        }
    }

    /// Sends the request again with a credential.
    func authenticating(_ hop: Hop, with credential: URLCredential) -> RequestMachine.Ending {
        do {
            var next = hop
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

    /// Whether a redirection is followed whatever its body, which then need not come whole.
    var dropsBodiesOfRedirections: Bool { host.followsRedirections && owner?.redirectionHandler == nil }

    private func following(_ redirection: Redirection, of response: URLResponse) -> RequestMachine.Ending {
        guard hop.redirections < Self.mostRedirections else {
            let userInfo = hop.request.url.map { [NSURLErrorFailingURLErrorKey: $0] }
            return failed(URLError(.httpTooManyRedirects, userInfo: userInfo ?? [:]))
        }
        var next = hop
        next.request = redirection.request
        next.redirections += 1
        if !redirection.keepsBody { next.replaceBody(by: .inRequest) }
        if redirection.leavesOrigin { next.leaveOrigin() }
        if let handler = owner?.redirectionHandler, let response = response as? HTTPURLResponse {
            return asking(.redirection(handler, next, response))
        }
        if redirection.exposesBody, hop.hasBody { return failed(Redirection.exposed(hop.request.url)) }
        if let response = response as? HTTPURLResponse {
            owner?.report(.redirected(from: response, to: next.request))
        }
        return sending(next)
    }

    // MARK: - Questions to the owner

    /// Asks the owner, who may change the request that a redirection leads to, or keep the response itself.
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
                of: response, previousFailureCount: hop.credentials, proposing: hop.credential)
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
        case .credential(let credential): report(.answered(authenticating(hop, with: credential)))
        case .defaultHandling, .rejection: report(.answered(keeping(response)))
        case .cancellation(let error):
            failure = error
            report(.refused)
        }
    }

    private func ending(
        after answer: URLRequest?, _ next: Hop, _ response: HTTPURLResponse
    ) -> RequestMachine.Ending {
        guard let answer else { return keeping(response) }
        // A request without a URL ends the process where it is changed.
        do { try RequestCheck.validate(answer) } catch { return failed(error) }
        var next = next
        next.request = answer
        // A request to elsewhere than the redirection led is without what was meant for the origin.
        if let url = answer.url, let from = hop.request.url, !url.hasSameOrigin(as: from) {
            // The credential of a challenge is this module's addition, which the handler need not know of.
            if hop.credential != nil, answer.authorization == hop.request.authorization {
                next.request.setValue(nil, forHTTPHeaderField: "Authorization")
            }
            next.leaveOrigin()
        }
        if ["GET", "HEAD"].contains(answer.httpMethod ?? "GET") {
            // URLSession refuses to send one.
            next.request.httpBody = nil
            next.replaceBody(by: .inRequest)
        } else if case .inRequest = next.body {
            next.replaceBody(by: RequestBody(of: answer))
        } else if answer.httpBody != nil {
            next.replaceBody(by: .inRequest)
        }
        owner?.report(.redirected(from: response, to: next.request))
        return sending(next)
    }

    /// Makes the redirection or the challenge the answer, with the body that came with it.
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
