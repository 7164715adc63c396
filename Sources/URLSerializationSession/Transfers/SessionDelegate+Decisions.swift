// On Linux URLSession's challenges are declined, and their responses asked about later: none of this is called there. It
// has not been run.
extension SessionDelegate {
    /// Asks the request's owner about a challenge; returns `false` if the owner does not answer.
    func asksOwner(
        about challenge: URLAuthenticationChallenge, to transfer: Transfer?,
        _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) -> Bool {
        guard URLSessionTraits.answersChallenges, let transfer, let delegate = transfer.delegate,
            let handler = delegate.challengeHandler
        else { return false }
        let queue = delegate.queue
        return handler(challenge) { [self] answer in
            queue.async { self.reply(to: challenge, of: transfer, with: answer, completionHandler) }
        }
    }

    /// On the session's queue.
    private func reply(
        to challenge: URLAuthenticationChallenge, of transfer: Transfer, with answer: ChallengeAnswer,
        _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch answer {
        case .credential(let credential): completionHandler(.useCredential, credential)
        case .rejection: completionHandler(.rejectProtectionSpace, nil)
        case .defaultHandling:
            if judgesServer(of: challenge, to: transfer, completionHandler) { return }
            completionHandler(.performDefaultHandling, nil)
        case .cancellation(let error):
            // First, because the cancelled challenge ends the task with an error that does not say why.
            transfer.delegate?.transfer(transfer, wasRefused: error)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
