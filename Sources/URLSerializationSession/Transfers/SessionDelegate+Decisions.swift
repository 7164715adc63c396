// None of this is called on Linux, where URLSession's challenges are declined and their owner is asked once the
// response is complete. It has not been run.
extension SessionDelegate {
    /// Asks the request's owner about a challenge; returns `false` if the owner does not answer.
    func asksOwner(
        about challenge: URLAuthenticationChallenge, to transfer: Transfer?, _ completionHandler: @escaping Reply
    ) -> Bool {
        guard URLSessionTraits.isApples, let transfer, let handler = transfer.owner?.challengeHandler
        else { return false }
        return handler(challenge) { [self] answer in
            queue.async { self.reply(to: challenge, of: transfer, with: answer, completionHandler) }
        }
    }

    /// Passes the owner's answer to URLSession. Called on the session's queue.
    private func reply(
        to challenge: URLAuthenticationChallenge, of transfer: Transfer, with answer: ChallengeAnswer,
        _ completionHandler: @escaping Reply
    ) {
        switch answer {
        case .credential(let credential): completionHandler(.useCredential, credential)
        case .rejection: completionHandler(.rejectProtectionSpace, nil)
        case .defaultHandling:
            if evaluatesServer(of: challenge, to: transfer, completionHandler) { return }
            completionHandler(.performDefaultHandling, nil)
        case .cancellation(let error):
            // Before the completion handler: a cancelled challenge ends the task with an error that omits the reason.
            transfer.report(.refused(error))
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
