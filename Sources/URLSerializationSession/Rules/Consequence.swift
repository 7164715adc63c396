/// The consequence of a response's head.
indirect enum Consequence: Sendable {
    /// Keeps the body: the response is the answer, perhaps one that a credential set later would have prevented.
    case answer(UnansweredChallenge?)
    /// Drops the body and sends another leg: after a redirection, or with a credential.
    case next(Leg)
    /// Keeps the body apart and asks the caller.
    case question(Question)
    /// Fails the request, as after a redirection to an unsafe URL.
    case failure(any Error)

    /// A challenge that was not answered.
    enum UnansweredChallenge: Sendable {
        /// A credential would have answered it.
        case answerable
        /// It is one of the Digest scheme that this module cannot answer.
        case unanswerable
    }

    /// Returns the consequence of a head.
    ///
    /// - Parameters:
    ///   - leg: The leg, with the head.
    ///   - answersChallenges: Whether the engine answers challenges itself.
    ///   - credential: The caller's credential.
    init(
        for head: ResponseHead, of leg: Leg, followsRedirections: Bool, answersChallenges: Bool,
        credential: URLCredential?, challengeHandler: ChallengeHandler?, redirectionHandler: RedirectionHandler?
    ) {
        self = .answer(nil)
        guard let status = head.statusCode else { return }
        do {
            try Framing.validate(head, to: leg.wire)
            if leg.wire.value(forHTTPHeaderField: "Range") == nil {
                _ = try PartialContent.count(of: head, isWholeWanted: true)
            }
            // On Apple's systems URLSession asks its delegate about challenges.
            if status == 401, !answersChallenges {
                self = try Self.consequence(forChallengeOf: head, to: leg, credential, challengeHandler)
            } else if followsRedirections, let redirection = try Redirection.following(head, to: leg.message) {
                let next = try leg.following(redirection, isAsked: redirectionHandler != nil)
                self = redirectionHandler.map { .question(.redirection($0, next)) } ?? .next(next)
            }
        } catch {
            self = .failure(error)
        }
    }

    private static func consequence(
        forChallengeOf head: ResponseHead, to leg: Leg, _ credential: URLCredential?, _ handler: ChallengeHandler?
    ) throws -> Consequence {
        let challenges = AuthenticationChallenges(head)
        let isUnanswered = leg.isOnOrigin && leg.credential == nil
        guard let challenge = challenges.strongest
        else { return .answer(isUnanswered && challenges.offersDigest ? .unanswerable : nil) }
        let isStale = leg.digest?.isStale(challenge) ?? false
        if let credential = isStale ? leg.credential : isUnanswered ? credential : nil {
            return .next(try leg.authenticated(with: credential))
        }
        if let handler, leg.attempt.credentials < Attempt.mostCredentials { return .question(.challenge(handler)) }
        return .answer(isUnanswered ? .answerable : nil)
    }

    /// The number of bytes of an unused body that are received, so that the connection can be used again. The transfer
    /// of a longer one is ended.
    static let mostDropped: Int64 = 1 << 16
}

/// A question to the caller about a leg whose response is complete.
indirect enum Question: Sendable {
    /// Whether to follow a redirection, and how: the leg after it is proposed.
    case redirection(RedirectionHandler, Leg)
    case challenge(ChallengeHandler)
}
