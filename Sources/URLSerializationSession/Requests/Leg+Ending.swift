extension RequestRecord.Machine.Ending {
    static func failed(_ error: any Error) -> Self { .failed(error, mayBeRetried: error.mayBeRetried) }

    /// Returns the ending with another leg.
    static func sending(_ next: Leg) -> Self {
        .next(next, refusal: next.hasOwnBody ? SessionError.bodyNotRepeatable(next.message.url) : nil)
    }
}

extension Leg {
    /// The ending of a leg whose transfer has ended or is not needed any more.
    var ending: RequestRecord.Machine.Ending {
        do {
            switch plan {
            case .answer, nil: return .answered
            case .failure(let error): return .failed(error)
            case .authentication(let credential): return .sending(try authenticated(with: credential))
            case .challenge(let handler):
                guard let head = head as? HTTPURLResponse else { return .answered }
                return .question(.challenge(handler, head, to: self))
            case .redirection(let redirection, let handler):
                let next = try following(redirection, isAsked: handler != nil)
                return handler.map { .question(.redirection($0, next, after: self)) } ?? .sending(next)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Adds the session's headers, and checks the message.
    ///
    /// - Throws: `RequestSerializationError` naming what cannot be sent.
    mutating func compose(addingHeadersOf session: Session) throws {
        message = message.mutableCopy
        // Only once: headers that a redirection has removed, as secrets for another origin, must not return.
        if attempt.redirections == 0 { try session.addHeaders(to: &message) }
        try RequestCheck.validate(message)
        if hasBody { try RequestCheck.validateBody(of: message) }
        message.url = message.url?.withLowercaseScheme
        message.removeFraming()
    }
}

extension Error {
    /// Whether another attempt could succeed.
    var mayBeRetried: Bool {
        switch self {
        case let error as SessionError: error.code.mayBeRetried
        case let error as RequestSerializationError: error.code == .unreadableSource
        default: true
        }
    }
}

extension URLResponse {
    /// The length of the body as it will be handed out, in bytes, or −1 where it is unknown.
    var expectedBodyLength: Int64 {
        // URLSession decodes an encoded body, but reports its encoded length.
        if let response = self as? HTTPURLResponse, !response.isIdentity { return -1 }
        return max(expectedContentLength, -1)
    }
}
