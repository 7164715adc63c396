/// What the owner decides about a response. All of it happens on the session's queue.
extension RequestExecution {
    // MARK: - Responses

    /// Asks the owner about the response that answers the request.
    func askAbout(_ response: URLResponse) {
        guard let handler = request?.record.withLock({ $0.responseHandler }) else { return }
        undecided = response
        let isDeciding = handler(response) { [self] error in
            session.queue.async { self.decided(on: response, error) }
        }
        if !isDeciding { undecided = nil }
    }

    private func decided(on response: URLResponse, _ error: (any Error)?) {
        guard undecided === response else { return }
        undecided = nil
        let end = heldEnd
        heldEnd = nil
        guard let error else {
            if let end { attemptEnded(end.error) }
            return
        }
        if case .transferring(let transfer, _) = phase { transfer.abandon() }
        refuse(error)
    }

    // MARK: - Data

    /// Hands out a piece of the answer's body, or keeps it until the request is resumed.
    func handOut(_ data: Data) {
        guard let (isWanted, handler) = request?.record.withLock({ $0.dataHandler }), isWanted() else { return }
        if isPaused { heldData.append(data) } else { handler(data) }
    }

    /// Hands out what came during a pause.
    func handOutHeldData() {
        let data = heldData
        heldData = []
        for piece in data { handOut(piece) }
    }

    // MARK: - Challenges

    /// The number of credentials that are tried in one attempt.
    private static let mostCredentials = 20

    /// Whether to ask the owner about a challenge that URLSession does not ask about.
    func asksAboutChallenge(after hop: Hop) -> Bool {
        guard !URLSessionTraits.answersChallenges, hop.credentials < Self.mostCredentials,
            let isWanted = request?.record.withLock({ $0.challengeHandler })?.isWanted
        else { return false }
        return isWanted()
    }

    /// Asks the owner about a complete response with a Basic challenge.
    func askAboutChallenge(of response: HTTPURLResponse, to hop: Hop) {
        guard let (_, handler) = request?.record.withLock({ $0.challengeHandler }) else { return keep(response) }
        idleDeadline = nil
        phase = .preparing(nil)
        let turn = turn
        let challenge = URLAuthenticationChallenge.basic(
            of: response, previousFailureCount: hop.credentials, proposing: hop.credential)
        let isAnswered = handler(challenge) { [self] answer in
            session.queue.async { self.answered(answer, response, hop, turn: turn) }
        }
        if !isAnswered { keep(response) }
    }

    private func answered(_ answer: Request.ChallengeAnswer, _ response: HTTPURLResponse, _ hop: Hop, turn: Int) {
        guard turn == self.turn, case .preparing = phase else { return }
        switch answer {
        case .credential(let credential): send(hop, with: credential)
        case .defaultHandling, .rejection: keep(response)
        case .cancellation(let error): refuse(error)
        }
    }
}
