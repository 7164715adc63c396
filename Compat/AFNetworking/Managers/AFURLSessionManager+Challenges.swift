import URLSerialization
import URLSerializationSession

/// Authentication challenges, which the manager's blocks answer on its queue.
extension AFURLSessionManager {
    func answer(
        _ challenge: URLAuthenticationChallenge, to task: any SessionTask, in managed: ManagedSession,
        _ answer: @escaping @Sendable (ChallengeAnswer) -> Void
    ) {
        let blocks = blocks
        let url = task.currentRequest?.url
        func ask(_ block: (inout URLCredential?) -> URLSession.AuthChallengeDisposition) {
            var credential: URLCredential?
            let disposition = block(&credential)
            answer(ChallengeAnswer(disposition, credential, url: url))
        }
        if let block = blocks.sessionDidReceiveChallenge, challenge.isServerTrust || !blocks.answersTaskChallenges {
            ask { block(managed.urlSession, challenge, &$0) }
        } else if let handler = blocks.authenticationChallengeHandler {
            let once = TakenOnce(answer)
            let result = handler(managed.urlSession, task, challenge) { disposition, credential in
                once.take()?(ChallengeAnswer(disposition, credential, url: url))
            }
            if let result { once.take()?(ChallengeAnswer(result, url: url)) }
        } else if let block = blocks.taskDidReceiveChallenge {
            ask { block(managed.urlSession, task, challenge, &$0) }
        } else {
            answer(.defaultHandling)
        }
    }
}

extension ChallengeAnswer {
    fileprivate init(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?, url: URL?) {
        switch (disposition, credential) {
        case (.useCredential, let credential?): self = .credential(credential)
        case (.useCredential, nil), (.rejectProtectionSpace, _): self = .rejection
        case (.cancelAuthenticationChallenge, _): self = .cancellation(URLError.cancelled(url))
        case (.performDefaultHandling, _): self = .defaultHandling
        @unknown default: self = .defaultHandling
        }
    }

    /// Reads the credential, the disposition or the error that an `authenticationChallengeHandler` returned.
    fileprivate init(_ result: Any, url: URL?) {
        if let credential = result as? URLCredential {
            self = .credential(credential)
        } else if let number = result as? NSNumber,
            let disposition = URLSession.AuthChallengeDisposition(rawValue: number.intValue),
            disposition != .useCredential
        {
            self.init(disposition, nil, url: url)
        } else if let error = result as? any Error {
            self = .cancellation(error)
        } else {
            self = .cancellation(
                RequestSerializationError(
                    .invalidSetting, field: "setAuthenticationChallengeHandler",
                    reason:
                        "The block returned \(type(of: result)). Return a URLCredential, an Error, an NSNumber of a "
                        + "disposition other than useCredential, or nil."))
        }
    }
}

extension URLError {
    /// Returns the error of a task that a block has cancelled.
    static func cancelled(_ url: URL?) -> URLError {
        URLError(.cancelled, userInfo: url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
    }
}
