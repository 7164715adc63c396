extension RequestRecord.Machine.LegEnding {
    static func failed(_ error: any Error) -> Self { .failed(error, mayBeRetried: error.asksRetriers) }

    /// Returns the ending with another leg, or with the reason why there is none.
    static func sending(_ next: @autoclosure () throws -> Leg) -> Self {
        do {
            let next = try next()
            return .next(
                Boxed(next), refusal: next.hasOwnBody ? RequestError(.bodyNotRepeatable, next.message.url) : nil)
        } catch {
            return .failed(error)
        }
    }
}

extension Leg {
    typealias Machine = RequestRecord.Machine

    /// The place for the response's body.
    var bodyPlace: Machine.BodyPlace {
        switch consequence {
        case .answer, nil: .stored
        case .question: .apart
        case .next, .failure: .dropped
        }
    }

    /// The ending of a leg whose transfer has ended or is no longer needed.
    var ending: Machine.LegEnding {
        switch consequence {
        case .answer, nil: .answered
        case .failure(let error): .failed(error)
        case .next(let next): .sending(next)
        case .question(let question): .question(question)
        }
    }

    /// The ending that makes the redirection or the challenge the answer, with its body.
    var kept: Machine.LegEnding { excess.map { .failed($0) } ?? .kept }

    /// Returns the ending of a redirected leg whose proposed next leg is this one.
    ///
    /// - Parameter message: The message that the handler decided to send, or `nil` to make the redirection the answer.
    func ending(sending message: URLRequest?, after leg: Leg, protectsBody: Bool) -> Machine.LegEnding {
        guard let message else { return leg.kept }
        return .sending(try changed(to: message, after: leg, protectsBody: protectsBody))
    }

    /// Returns the report of the answer to a challenge.
    func report(_ answer: ChallengeAnswer) -> Machine.LegReport {
        switch answer {
        case .credential(let credential): .concluded(.sending(try authenticated(with: credential)))
        case .defaultHandling, .rejection: .concluded(kept)
        case .cancellation(let error): .refused(error)
        }
    }
}

extension Error {
    /// Whether the retriers decide about the error.
    var asksRetriers: Bool {
        switch (self as? RequestError)?.cause ?? self {
        case let error as RequestError: ![.bodyNotRepeatable, .invalidated, .authentication].contains(error.kind)
        case let error as RequestSerializationError: error.code == .unreadableSource
        default: true
        }
    }
}
