/// What to do with a response.
enum Plan {
    /// It is the answer: its body is kept.
    case answer
    /// Its body is dropped, and another request sent.
    case redirection(Redirection)
    case authentication
    /// Its body is kept, and the owner asked for a credential.
    case challenge
    /// It leads where no request goes.
    case failure(any Error)
}

/// One transfer after another. All of it happens on the session's queue.
extension RequestExecution {
    // MARK: - Sending

    func send(_ hop: Hop) {
        // Between transfers a pause may last.
        phase = .waiting
        idleDeadline = nil
        unlessPaused { [unowned self] in start(hop) }
    }

    private func start(_ hop: Hop) {
        plan = nil
        challenged = nil
        redirectionBody = Data()
        redirectionExcess = nil
        heldData = []
        droppedLength = 0
        if let overdue { return attemptEnded(overdue) }
        do {
            var message = hop.request.changeable
            // Once: what a redirection has removed, as secrets for another origin, must not come back.
            if hop.redirections == 0 { try session.addHeaders(to: &message) }
            var hop = hop
            try RequestCheck.validate(message)
            message.url = message.url?.withLowercaseScheme
            message.removeFraming()
            hop.request = message
            do { try session.transportPolicy?.check(message) } catch { return refuse(error) }
            request?.willSend(message, hop.body)
            var wire = message
            if !hop.isWhole { sink.prepare(&wire) }
            // This module's own timer runs out first.
            wire.timeoutInterval = session.idleTimeout(of: message).map { min($0.rounded(.up) + 5, 1e9) } ?? 1e9
            if case .inRequest = hop.body { return launch(wire, .none, hop) }
            makeBody(wire, hop)
        } catch {
            attemptEnded(error)
        }
    }

    /// On the request's own queue: a closure of the user's may make the stream, and a file may be far away.
    private func makeBody(_ wire: URLRequest, _ hop: Hop) {
        guard let request else { return }
        phase = .preparing(nil)
        let turn = turn
        request.callbacks.async { [self] in
            let made = Result {
                var wire = wire
                let body = try hop.body.prepare(&wire)
                return (wire, body)
            }
            session.queue.async { self.bodyMade(made, hop, turn: turn) }
        }
    }

    private func bodyMade(_ made: Result<(URLRequest, PreparedBody), any Error>, _ hop: Hop, turn: Int) {
        guard turn == self.turn, case .preparing = phase else { return }
        switch made {
        case .success(let (wire, body)):
            phase = .waiting
            unlessPaused { [unowned self] in launch(wire, body, hop) }
        case .failure(let error): attemptEnded(error)
        }
    }

    private func launch(_ wire: URLRequest, _ body: PreparedBody, _ hop: Hop) {
        if let overdue { return attemptEnded(overdue) }
        let transfer = Transfer(wire, body: body, for: self)
        phase = .transferring(transfer, hop)
        startTimers(idle: session.idleTimeout(of: hop.request))
        session.launch(transfer)
    }

    private func startTimers(idle: TimeInterval?) {
        idleDeadline = idle.map(idleDeadline(after:))
        guard totalDeadline == nil else { return }
        totalDeadline = session.totalTimeout.map { seconds in
            Deadline(seconds) { [weak self] in self?.timedOut("it took longer than \(seconds) s") }
        }
    }

    func idleDeadline(after seconds: TimeInterval) -> Deadline {
        Deadline(seconds) { [weak self] in self?.timedOut("nothing came for \(seconds) s") }
    }

    func stopTimers() {
        idleDeadline = nil
        totalDeadline = nil
        overdue = nil
    }

    func replace(_ old: Deadline?, by new: Deadline?) {
        if let old { session.clock.remove(old) }
        if let new { session.clock.add(new) }
    }

    private func timedOut(_ reason: String) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "The request timed out: \(reason)."]
        if let url = request?.request?.url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        let error = URLError(.timedOut, userInfo: userInfo)
        // Between two transfers, as in a pause, there is nothing to end yet.
        guard case .transferring(let transfer, _) = phase else { return overdue = error }
        transfer.abandon()
        attemptEnded(error)
    }

    // MARK: - What URLSession reports

    /// The hop that a transfer is of, unless it is over.
    private func hop(of transfer: Transfer) -> Hop? {
        guard case .transferring(let current, let hop) = phase, current === transfer else { return nil }
        idleDeadline?.touch()
        return hop
    }

    /// The policy does not trust the server.
    func transfer(_ transfer: Transfer, wasRefused error: any Error) {
        guard hop(of: transfer) != nil else { return }
        transfer.abandon()
        refuse(error)
    }

    func transfer(_ transfer: Transfer, didSend sent: Int64, of total: Int64) {
        guard hop(of: transfer) != nil else { return }
        request?.didSend(sent, of: transfer.contentLength ?? total)
    }

    func transfer(_ transfer: Transfer, didReceive response: URLResponse) {
        guard let hop = hop(of: transfer) else { return }
        let plan = plan(for: response, to: hop)
        self.plan = plan
        // Asked once, so that no part of a body is kept for the whole.
        isKeepingRedirection = isAskedForRedirections
        guard case .answer = plan else { return }
        do {
            switch try sink.begin(response) {
            case .keep(let offset, let total):
                bodyLength = offset
                request?.willReceive(response, from: offset, of: total)
                askAbout(response)
            case .startOver:
                transfer.abandon()
                var whole = hop
                whole.isWhole = true
                send(whole)
            }
        } catch {
            transfer.abandon()
            attemptEnded(error)
        }
    }

    /// Ends a transfer whose response is refused already: its body may have no end.
    func endTransfer(of response: URLResponse) {
        guard case .transferring(let transfer, _) = phase, transfer.response === response, case .answer = plan else {
            return
        }
        transfer.abandon()
        attemptEnded(nil)
    }

    /// Ends a transfer whose response is a challenge, if a credential for it has been said since; false if it has not.
    func answersChallenge(of response: URLResponse) -> Bool {
        guard challenged != nil, request?.credential != nil else { return false }
        endTransfer(of: response)
        return true
    }

    func transfer(_ transfer: Transfer, didReceive data: Data) {
        guard let hop = hop(of: transfer) else { return }
        do {
            switch plan {
            case .answer?: try receive(data, of: transfer.response)
            case .redirection? where isKeepingRedirection, .challenge?:
                redirectionBody.append(data)
                let length = Int64(redirectionBody.count)
                guard let error = request?.excess(length, of: transfer.response, isInMemory: true),
                    let plan, let response = transfer.response
                else { return }
                // An error only if the owner makes the redirection the answer: otherwise the body is dropped.
                redirectionBody = Data()
                redirectionExcess = error
                transfer.abandon()
                carryOut(plan, after: response, to: hop)
            case let plan:
                droppedLength += Int64(data.count)
                guard droppedLength > Self.mostDropped, let plan, let response = transfer.response else { return }
                transfer.abandon()
                carryOut(plan, after: response, to: hop)
            }
        } catch {
            transfer.abandon()
            attemptEnded(error)
        }
    }

    /// The number of bytes of a body nobody wants that are received, so that the connection can be used again. The
    /// transfer of a longer one is ended.
    private static let mostDropped: Int64 = 1 << 16

    /// Takes the next bytes of the answer's body.
    ///
    /// - Throws: The error of a body that is too long; the sink's.
    func receive(_ data: Data, of response: URLResponse?) throws {
        bodyLength = bodyLength.saturatingSum(Int64(data.count))
        if let error = request?.excess(bodyLength, of: response, isInMemory: sink.isInMemory) {
            // A reader is given what came before the limit.
            if !sink.isHandedOut { sink.reset(after: error) }
            throw error
        }
        try sink.receive(data)
        request?.didReceive(Int64(data.count))
        if !data.isEmpty { handOut(data) }
    }

    func transfer(_ transfer: Transfer, didCompleteWith error: (any Error)?) {
        guard let hop = hop(of: transfer) else { return }
        if let error, !(transfer.hasDeclined && error.isCancellation && transfer.response != nil) {
            return attemptEnded(transfer.body.failure() ?? error.asURLError)
        }
        guard let response = transfer.response else {
            guard sink.needsResponse else { return attemptEnded(nil) }
            return attemptEnded(
                SessionError(
                    .noResponse, url: hop.request.url,
                    reason: "The transfer ended without a response. Ask whether the server is there."))
        }
        // URLSession on Linux keeps some responses for itself until the end: a 302 that leads nowhere.
        if plan == nil { self.transfer(transfer, didReceive: response) }
        guard case .transferring(let current, _) = phase, current === transfer, let plan else { return }
        carryOut(plan, after: response, to: hop)
    }

    /// Goes on from a response.
    private func carryOut(_ plan: Plan, after response: URLResponse, to hop: Hop) {
        switch plan {
        case .answer: answered(hop)
        case .failure(let error): attemptEnded(error)
        case .redirection(let redirection): follow(redirection, of: response, from: hop)
        case .authentication: authenticate(hop)
        case .challenge:
            if let response = response as? HTTPURLResponse { askAboutChallenge(of: response, to: hop) }
        }
    }
}

extension Transfer {
    /// The body's length, where the request says it.
    fileprivate var contentLength: Int64? {
        if let body = request.httpBody { return Int64(body.count) }
        return request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
    }
}

extension Error {
    var isCancellation: Bool {
        let error = self as NSError
        return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
    }

    /// URLSession on Linux reports some errors as plain `NSError`s, which cannot be caught as what they are.
    fileprivate var asURLError: any Error {
        if self is URLError { return self }
        let error = self as NSError
        guard error.domain == NSURLErrorDomain else { return self }
        return URLError(URLError.Code(rawValue: error.code) ?? .unknown, userInfo: error.userInfo)
    }
}
