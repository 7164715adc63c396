/// The decision about a response before the request can end.
///
/// Called by the driver with the response that answers the request. A handler that returns `true` calls
/// `decide` once, from any queue: with `nil` to continue, or with the error that ends the transfer.
package typealias ResponseHandler =
    @Sendable (_ response: URLResponse, _ decide: @escaping @Sendable ((any Error)?) -> Void) -> Bool

/// The receiver of the segments of the response's body, one after another, none while the request is suspended.
package typealias DataHandler = @Sendable (_ data: Data) -> Void

/// The answer to an authentication challenge.
///
/// Called by the driver: on Linux with a Digest or Basic challenge, whose response is then complete, on
/// Apple's systems with every challenge of URLSession. A handler that returns `true` calls `answer` once, from any
/// queue.
package typealias ChallengeHandler =
    @Sendable (_ challenge: URLAuthenticationChallenge, _ answer: @escaping @Sendable (ChallengeAnswer) -> Void)
    -> Bool

/// The answer to an authentication challenge.
package enum ChallengeAnswer: Sendable {
    /// Sends the request with a credential.
    case credential(URLCredential)
    /// Handles the challenge as if there were no handler. On Linux the response with the challenge is the request's
    /// answer.
    case defaultHandling
    /// Refuses to authenticate. The response with the challenge is the request's answer.
    case rejection
    /// Ends the request with an error.
    case cancellation(any Error)
}

/// The decision about a redirection: it calls `decide` once, from any queue, with the message to send, usually the
/// proposed one, or with `nil` to make the redirection itself the answer.
package typealias RedirectionHandler =
    @Sendable (
        _ response: HTTPURLResponse, _ message: URLRequest, _ decide: @escaping @Sendable (URLRequest?) -> Void
    ) -> Void
