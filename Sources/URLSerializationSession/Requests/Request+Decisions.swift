/// The caller's closures, looked up when they are needed. None is called under the request's lock.
extension Request {
    /// The handler for a redirection received now, or `nil` to follow it.
    private var redirectionHandler: RedirectionHandler? {
        let settings = record.withLock { $0.settings }
        if let handler = settings.redirectionHandler { return handler() }
        return RedirectHandlers.handler(own: settings.redirectHandlers, session: session.redirectHandlers)
    }

    var keepsRedirections: Bool { !session.followsRedirections || redirectionHandler != nil }

    var dataHandler: DataHandler? {
        guard let (isWanted, handler) = record.withLock({ $0.settings.dataHandler }), isWanted() else { return nil }
        return handler
    }

    var challengeHandler: ChallengeHandler? {
        guard let (isWanted, handler) = record.withLock({ $0.settings.challengeHandler }), isWanted() else {
            return nil
        }
        return handler
    }

    /// The settings for a head that is received now.
    var planSettings: Plan.Settings {
        Plan.Settings(
            followsRedirections: session.followsRedirections,
            engineAnswersChallenges: session.engine.answersChallenges,
            credential: record.withLock { $0.credential }, challengeHandler: challengeHandler,
            redirectionHandler: redirectionHandler)
    }

    /// Returns the error of a body that is longer than its limit, or `nil` for one that is not.
    func excess(
        _ length: Int64, of head: URLResponse?, isInMemory: Bool, _ limit: BodyLimit
    ) -> (any Error)? {
        limit.error(for: length, of: head, sessionLimit: session.maximumReceivedBytes, isInMemory: isInMemory)
    }

    /// Returns the decision of the request's own retriers, then of the session's: the first to retry counts.
    func retryDecision(after error: any Error, by retriers: [any RequestRetrier]) async -> RetryDecision {
        for retrier in retriers + session.retriers {
            let decision = await retrier.decision(for: self, of: session, after: error)
            if decision != .doNotRetry { return decision }
        }
        return .doNotRetry
    }

    /// Whether the answer has to be validated or placed before the request ends.
    var needsValidation: Bool {
        record.withLock { record in
            !record.settings.validations.isEmpty || !record.settings.fileValidations.isEmpty
                || record.settings.destination != nil
        }
    }

    /// Validates the answer and places its file. Called on the request's own queue.
    func validate(placing leg: Int) throws(ValidationFailure) {
        let (settings, message, response) = record.withLock { record in
            record.validated = (record.settings.validations.count, record.settings.fileValidations.count)
            return (record.settings, record.message, record.response)
        }
        do {
            if let response {
                let data = receivedData
                for validation in settings.validations { try validation(message, response, data) }
            }
        } catch {
            throw ValidationFailure(error: error, mayBeRetried: true)
        }
        do {
            if let response {
                for validation in settings.fileValidations { try validation(message, response, nil) }
            }
        } catch {
            // Its bytes are not worth resuming.
            invalidateFile()
            throw ValidationFailure(error: error, mayBeRetried: true)
        }
        do {
            if let destination = settings.destination { try place(at: destination, leg) }
        } catch {
            throw ValidationFailure(error: error, mayBeRetried: false)
        }
    }
}

/// The failure of validating a response or placing its file.
struct ValidationFailure: Error {
    let error: any Error
    /// Whether another attempt could succeed, which it cannot where a file could not be placed.
    let mayBeRetried: Bool
}
