/// What comes after a response: the end, the rest of a file, another place, or a credential. All of it happens on the
/// session's queue.
extension RequestExecution {
    func plan(for response: URLResponse, to hop: Hop) -> Plan {
        guard let response = response as? HTTPURLResponse else { return .answer }
        if response.statusCode == 401, hop.isOnOrigin, hop.credential == nil,
            AuthenticationChallenges(response).offersBasic
        {
            if request?.credential == nil {
                challenged = hop
            } else if !URLSessionTraits.answersChallenges {
                return .authentication
            }
        }
        if response.statusCode == 401, AuthenticationChallenges(response).offersBasic, asksAboutChallenge(after: hop) {
            return .challenge
        }
        guard session.followsRedirections else { return .answer }
        do {
            guard let redirection = try Redirection.following(response, to: hop.request) else { return .answer }
            return .redirection(redirection)
        } catch {
            return .failure(error)
        }
    }

    /// A server may answer with less than it was asked for (RFC 9110, section 15.3.7): the rest is asked for again.
    func answered(_ hop: Hop) {
        do {
            guard try sink.needsRest() else { return attemptEnded(nil) }
            var rest = hop
            rest.isWhole = false
            send(rest)
        } catch {
            attemptEnded(error)
        }
    }

    /// Redirections that are followed in one attempt, as URLSession and the Fetch standard have it.
    private static let mostRedirections = 20

    /// Whether a redirection is followed whatever its body, so that nobody has to wait for that.
    var dropsBodiesOfRedirections: Bool { session.followsRedirections && !isAskedForRedirections }

    /// The owner's handler of a redirection that comes now.
    private var redirectionHandler: Request.RedirectionHandler? {
        request?.record.withLock { $0.redirectionHandler }?()
    }

    /// Whether the owner is asked before a redirection is followed.
    var isAskedForRedirections: Bool {
        redirectionHandler != nil
    }

    func follow(_ redirection: Redirection, of response: URLResponse, from hop: Hop) {
        guard hop.redirections < Self.mostRedirections else {
            let userInfo = hop.request.url.map { [NSURLErrorFailingURLErrorKey: $0] }
            return attemptEnded(URLError(.httpTooManyRedirects, userInfo: userInfo ?? [:]))
        }
        var next = hop
        next.request = redirection.request
        next.redirections += 1
        if !redirection.keepsBody { next.body = .inRequest }
        if redirection.leavesOrigin { next.leaveOrigin() }
        guard let handler = redirectionHandler, let response = response as? HTTPURLResponse else {
            if redirection.exposesBody, hop.hasBody { return attemptEnded(Redirection.exposed(hop.request.url)) }
            return send(next)
        }
        ask(handler, about: next, after: response, from: hop)
    }

    /// Lets the owner change what a redirection leads to, or keep the redirection itself.
    private func ask(
        _ handler: @escaping Request.RedirectionHandler, about next: Hop, after response: HTTPURLResponse,
        from hop: Hop
    ) {
        guard let request else { return }
        idleDeadline = nil
        phase = .preparing(nil)
        let turn = turn
        request.callbacks.async { [self] in
            let answer = handler(response, next.request)
            session.queue.async { self.redirectionAnswered(answer, next, response, from: hop, turn: turn) }
        }
    }

    private func redirectionAnswered(
        _ answer: URLRequest?, _ next: Hop, _ response: HTTPURLResponse, from hop: Hop, turn: Int
    ) {
        guard turn == self.turn, case .preparing = phase else { return }
        guard let answer else { return keep(response) }
        // A request without a URL ends the process where it is changed.
        do { try RequestCheck.validate(answer) } catch { return attemptEnded(error) }
        var next = next
        next.request = answer
        // What is sent elsewhere than the redirection led is without what was meant for the origin.
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
            next.body = .inRequest
        } else if case .inRequest = next.body {
            next.body = RequestBody(of: answer)
        } else if answer.httpBody != nil {
            next.body = .inRequest
        }
        send(next)
    }

    /// The redirection or the challenge is the answer, with the body that came with it.
    func keep(_ response: HTTPURLResponse) {
        do {
            if let redirectionExcess { throw redirectionExcess }
            if case .keep(let offset, let total) = try sink.begin(response) {
                request?.willReceive(response, from: offset, of: total)
                askAbout(response)
                bodyLength = offset
                try receive(redirectionBody, of: response)
            }
            redirectionBody = Data()
            attemptEnded(nil)
        } catch {
            attemptEnded(error)
        }
    }

    /// Sends the request again with the credential, which has not been sent before.
    func authenticate(_ hop: Hop) {
        guard let credential = request?.credential else { return attemptEnded(nil) }
        send(hop, with: credential)
    }

    /// Sends the request again with a credential.
    func send(_ hop: Hop, with credential: URLCredential) {
        do {
            var next = hop
            next.credential = credential
            next.credentials += 1
            next.request.setValue(
                try BasicAuthorization(user: credential.user ?? "", password: credential.password ?? "").value,
                forHTTPHeaderField: "Authorization")
            send(next)
        } catch {
            attemptEnded(error)
        }
    }
}

extension URLRequest {
    fileprivate var authorization: String? { value(forHTTPHeaderField: "Authorization") }
}
