/// The consequence of a response's head.
indirect enum Plan: Sendable {
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

    /// The settings that decide about responses, in effect when the head is received.
    struct Settings {
        var followsRedirections = true
        /// Whether the engine answers challenges itself.
        var engineAnswersChallenges = false
        /// The caller's credential.
        var credential: URLCredential?
        var challengeHandler: ChallengeHandler?
        var redirectionHandler: RedirectionHandler?
    }

    /// Returns the consequence of a head.
    ///
    /// - Parameter leg: The leg, with the head.
    init(for head: URLResponse, of leg: Leg, _ settings: Settings) {
        self = .answer(nil)
        guard let head = head as? HTTPURLResponse else { return }
        do {
            try Framing.validate(head, to: leg.wire)
            if leg.wire.value(forHTTPHeaderField: "Range") == nil {
                _ = try PartialContent.count(of: head, isWholeWanted: true)
            }
            if head.statusCode == 401 {
                self = try Self.plan(forChallengeOf: head, to: leg, settings)
                guard case .answer = self else { return }
            }
            guard settings.followsRedirections,
                let redirection = try Redirection.following(head, to: leg.message)
            else { return }
            let handler = settings.redirectionHandler
            let next = try leg.following(redirection, isAsked: handler != nil)
            self = handler.map { .question(.redirection($0, next)) } ?? .next(next)
        } catch {
            self = .failure(error)
        }
    }

    private static func plan(forChallengeOf head: HTTPURLResponse, to leg: Leg, _ settings: Settings) throws -> Plan {
        // On Apple's systems URLSession asks its delegate about challenges.
        guard !settings.engineAnswersChallenges else { return .answer(nil) }
        let challenges = AuthenticationChallenges(head)
        let isUnanswered = leg.isOnOrigin && leg.credential == nil
        guard let challenge = challenges.strongest else {
            return .answer(isUnanswered && challenges.offersDigest ? .unanswerable : nil)
        }
        let isStale = leg.digest?.isStale(challenge) ?? false
        if let credential = isStale ? leg.credential : isUnanswered ? settings.credential : nil {
            return .next(try leg.authenticated(with: credential))
        }
        if leg.attempt.credentials < Attempt.mostCredentials, let handler = settings.challengeHandler {
            return .question(.challenge(handler))
        }
        return .answer(isUnanswered ? .answerable : nil)
    }

    /// The number of bytes of an unused body that are received, so that the connection can be used again. The transfer
    /// of a longer one is ended.
    static let mostDropped: Int64 = 1 << 16
}

/// A question to the caller about a leg whose response is complete.
enum Question: Sendable {
    /// Whether to follow a redirection, and how: the leg after it is proposed.
    case redirection(RedirectionHandler, Leg)
    /// The answer to a challenge.
    case challenge(ChallengeHandler)
}
