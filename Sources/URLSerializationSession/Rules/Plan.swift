/// The consequence of a response's head.
enum Plan: Sendable {
    /// Keeps the body: the response is the answer, perhaps one that a credential set later would have prevented.
    case answer(UnansweredChallenge?)
    /// Drops the body and sends another leg, after asking the handler if there is one.
    case redirection(Redirection, RedirectionHandler?)
    /// Drops the body and sends the message again with the credential.
    case authentication(URLCredential)
    /// Keeps the body apart and asks the handler for a credential.
    case challenge(ChallengeHandler)
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
    init(for head: URLResponse, of leg: Leg, _ settings: Settings) {
        self = .answer(nil)
        guard let head = head as? HTTPURLResponse else { return }
        do {
            try Framing.validate(head, to: leg.transferred)
            if leg.transferred?.value(forHTTPHeaderField: "Range") == nil {
                _ = try PartialContent.count(of: head, isWholeWanted: true)
            }
            if head.statusCode == 401 {
                self = Self.plan(forChallengeOf: head, to: leg, settings)
                guard case .answer = self else { return }
            }
            guard settings.followsRedirections,
                let redirection = try Redirection.following(head, to: leg.message)
            else { return }
            self = .redirection(redirection, settings.redirectionHandler)
        } catch {
            self = .failure(error)
        }
    }

    private static func plan(forChallengeOf head: HTTPURLResponse, to leg: Leg, _ settings: Settings) -> Plan {
        // On Apple's systems URLSession asks its delegate about challenges.
        guard !settings.engineAnswersChallenges else { return .answer(nil) }
        let challenges = AuthenticationChallenges(head)
        let isUnanswered = leg.isOnOrigin && leg.credential == nil
        guard let challenge = challenges.strongest else {
            return .answer(isUnanswered && challenges.offersDigest ? .unanswerable : nil)
        }
        if let credential = leg.credential, leg.digest?.isStale(challenge) ?? false {
            return .authentication(credential)
        }
        if isUnanswered, let credential = settings.credential { return .authentication(credential) }
        if leg.attempt.credentials < Attempt.mostCredentials, let handler = settings.challengeHandler {
            return .challenge(handler)
        }
        return .answer(isUnanswered ? .answerable : nil)
    }

    /// The number of bytes of an unused body that are received, so that the connection can be used again. The transfer
    /// of a longer one is ended.
    static let mostDropped: Int64 = 1 << 16
}

/// A question to the caller.
indirect enum Question: Sendable {
    /// Whether to follow a redirection, and how: the leg after it is proposed.
    case redirection(RedirectionHandler, Leg, after: Leg)
    /// The answer to a challenge, whose response is complete.
    case challenge(ChallengeHandler, HTTPURLResponse, to: Leg)
}
