/// Performs the transfers of a request, one after another.
extension RequestExecution: TransferDelegate {
    // MARK: - Sending

    /// Creates the message and the body of the next transfer.
    func compose() {
        plan = nil
        challenged = nil
        unanswerable = nil
        redirectionBody = Data()
        redirectionExcess = nil
        heldData = []
        droppedLength = 0
        idleDeadline = nil
        do {
            var message = outgoing.request.mutableCopy
            // Only once: headers that a redirection has removed, as secrets for another origin, must not return.
            if outgoing.redirections == 0 { try host.addHeaders(to: &message) }
            try RequestCheck.validate(message)
            message.url = message.url?.withLowercaseScheme
            message.removeFraming()
            outgoing.request = message
            do { try host.transportPolicy?.check(message) } catch {
                failure = error
                return report(.refused)
            }
            owner?.willSend(message, outgoing.body)
            if let redirection { owner?.report(.redirected(from: redirection, to: message)) }
            redirection = nil
            var wire = message
            if !outgoing.isWhole { sink.prepare(&wire) }
            // Later than this module's own timer.
            wire.timeoutInterval = host.idleTimeout(of: message).map { min($0.rounded(.up) + 5, 1e9) } ?? 1e9
            if case .inRequest = outgoing.body {
                composed = (wire, .none)
                return report(.composed)
            }
            makeBody(wire)
        } catch {
            failure = error
            report(.failed(mayBeRetried: error.mayBeRetried))
        }
    }

    /// Creates the body on the request's own queue: the user's code may make the stream, and a file may be slow to
    /// read.
    private func makeBody(_ wire: URLRequest) {
        guard let owner else { return }
        let (body, turn) = (outgoing.body, turn)
        owner.callbacks.async { [self] in
            let made = Result {
                var wire = wire
                let body = try body.prepare(&wire)
                return (wire, body)
            }
            host.queue.async { self.bodyMade(made, turn: turn) }
        }
    }

    private func bodyMade(_ made: Result<(URLRequest, PreparedBody), any Error>, turn: Int) {
        guard turn == self.turn else { return }
        switch made {
        case .success(let made):
            composed = made
            report(.composed)
        case .failure(let error):
            failure = error
            report(.failed(mayBeRetried: error.mayBeRetried))
        }
    }

    func launch() {
        guard let (wire, body) = composed else { return }
        composed = nil
        let transfer = Transfer(wire, body: body, delegate: self) { [weak owner] in owner?.didStart($0) }
        self.transfer = transfer
        startTimers(idle: host.idleTimeout(of: outgoing.request))
        if let length = transfer.contentLength { owner?.didSend(0, of: length) }
        owner?.report(.attemptStarted(outgoing.request))
        host.launch(transfer)
    }

    // MARK: - Timeouts

    private func startTimers(idle: TimeInterval?) {
        idleDeadline = idle.map(idleDeadline(after:))
        guard totalDeadline == nil else { return }
        totalDeadline = host.totalTimeout.map { seconds in
            Deadline(seconds) { [weak self] in self?.timedOut("it took longer than \(seconds) s") }
        }
    }

    func idleDeadline(after seconds: TimeInterval) -> Deadline {
        Deadline(seconds) { [weak self] in self?.timedOut("nothing came for \(seconds) s") }
    }

    func stopTimers() {
        idleDeadline = nil
        totalDeadline = nil
    }

    func replace(_ old: Deadline?, by new: Deadline?) {
        if let old { host.clock.remove(old) }
        if let new { host.clock.add(new) }
    }

    private func timedOut(_ reason: String) {
        guard machine.isUnderWay else { return }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "The request timed out: \(reason)."]
        userInfo[NSURLErrorFailingURLErrorKey] = outgoing.request.url
        failure = URLError(.timedOut, userInfo: userInfo)
        report(.expired)
    }

    // MARK: - Events of the transfer

    var queue: DispatchQueue { host.queue }

    var challengeHandler: ChallengeHandler? { owner?.challengeHandler }

    /// Whether a transfer is still the current one; its event otherwise means nothing.
    private func isRunning(_ transfer: Transfer) -> Bool {
        guard self.transfer === transfer, machine.phase == .transferring else { return false }
        idleDeadline?.touch()
        return true
    }

    /// Ends a transfer whose further bytes are not needed.
    private func end(_ transfer: Transfer, _ ending: RequestMachine.Ending) {
        transfer.abandon()
        self.transfer = nil
        report(.ended(ending))
    }

    func transfer(_ transfer: Transfer, wasRefused error: any Error) {
        guard isRunning(transfer) else { return }
        failure = error
        report(.refused)
    }

    func transfer(_ transfer: Transfer, didSend sent: Int64, of total: Int64) {
        guard isRunning(transfer) else { return }
        // On Linux the total of a stream without a length is 0.
        owner?.didSend(sent, of: transfer.contentLength ?? (total > 0 ? total : -1))
    }

    func transfer(_ transfer: Transfer, didReceive response: URLResponse) {
        guard isRunning(transfer) else { return }
        let plan = plan(for: response, to: outgoing)
        self.plan = plan
        // Decided once for each response, so that its body is kept either whole or not at all.
        isKeepingRedirection = owner?.redirectionHandler != nil
        guard case .answer = plan else { return }
        do {
            switch try sink.begin(response) {
            case .keep(let offset, let total):
                bodyLength = offset
                owner?.willReceive(response, from: offset, of: total)
                askAbout(response)
            case .startOver:
                outgoing.isWhole = true
                end(transfer, .next(sendsBody: outgoing.hasOwnBody))
            }
        } catch {
            end(transfer, failed(error))
        }
    }

    /// Ends the transfer of a response that was refused: its body may be endless.
    func endTransfer(of response: URLResponse) {
        guard let transfer, isRunning(transfer), transfer.response === response, case .answer = plan else { return }
        end(transfer, .answered)
    }

    /// Ends the transfer of a response that is a challenge, if the request has got a credential since.
    ///
    /// - Returns: Whether the request has a credential.
    func answersChallenge(of response: URLResponse) -> Bool {
        guard challenged != nil, owner?.credential != nil else { return false }
        endTransfer(of: response)
        return true
    }

    func transfer(_ transfer: Transfer, didReceive data: Data) {
        guard isRunning(transfer) else { return }
        do {
            switch plan {
            case .answer?: try receive(data, of: transfer.response)
            case .redirection? where isKeepingRedirection, .challenge?:
                redirectionBody.append(data)
                let length = Int64(redirectionBody.count)
                guard let error = owner?.excess(length, of: transfer.response, isInMemory: true),
                    let plan, let response = transfer.response
                else { return }
                // The length is an error only if the owner makes the redirection the answer; otherwise the body is
                // dropped.
                redirectionBody = Data()
                redirectionExcess = error
                end(transfer, ending(plan, after: response))
            case let plan:
                droppedLength += Int64(data.count)
                guard droppedLength > Self.mostDropped, let plan, let response = transfer.response else { return }
                end(transfer, ending(plan, after: response))
            }
        } catch {
            end(transfer, failed(error))
        }
    }

    /// The length up to which an unused body is received, so that the connection can be used again. The transfer of a
    /// longer one is ended.
    private static let mostDropped: Int64 = 1 << 16

    /// Stores the next bytes of the answer's body.
    ///
    /// - Throws: The error of a body that is too long, or the sink's error.
    func receive(_ data: Data, of response: URLResponse?) throws {
        bodyLength = bodyLength.saturatingSum(Int64(data.count))
        if let error = owner?.excess(bodyLength, of: response, isInMemory: sink.isInMemory) {
            // A reader gets the bytes before the limit.
            if !sink.isHandedOut { sink.reset(after: error) }
            throw error
        }
        try sink.receive(data)
        owner?.didReceive(Int64(data.count))
        if !data.isEmpty { handOut(data) }
    }

    /// Hands out a segment of the answer's body, or holds it until the request is resumed.
    private func handOut(_ data: Data) {
        guard let owner, let handler = owner.dataHandler else { return }
        if machine.isPaused || owner.state == .suspended { heldData.append(data) } else { handler(data) }
    }

    /// Hands out the data received during a suspension.
    func handOutHeldData() {
        let data = heldData
        heldData = []
        for segment in data { handOut(segment) }
    }

    func transfer(_ transfer: Transfer, didCompleteWith error: (any Error)?) {
        guard isRunning(transfer) else { return }
        if let error, !(transfer.hasDeclined && error.isCancellation && transfer.response != nil) {
            return completed(failed(transfer.body.failure() ?? error.asURLError))
        }
        guard let response = transfer.response else {
            return completed(failed(SessionError.noResponse(outgoing.request.url)))
        }
        // URLSession on Linux reports some responses only with the end, as a 302 without a usable `Location`.
        if plan == nil { self.transfer(transfer, didReceive: response) }
        guard self.transfer === transfer, let plan else { return }
        completed(ending(plan, after: response))
    }

    /// Continues after a transfer that URLSession has completed.
    private func completed(_ ending: RequestMachine.Ending) {
        transfer = nil
        report(.ended(ending))
    }
}

extension Transfer {
    /// The body's length, or `nil` if the request does not state it.
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

    /// The error as a `URLError` where it is of that domain: URLSession on Linux reports some as plain `NSError`s,
    /// which cannot be caught as `URLError`.
    fileprivate var asURLError: any Error {
        if self is URLError { return self }
        let error = self as NSError
        guard error.domain == NSURLErrorDomain else { return self }
        return URLError(URLError.Code(rawValue: error.code) ?? .unknown, userInfo: error.userInfo)
    }
}
