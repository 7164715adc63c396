extension RetryPolicy: RequestRetrier {
    /// Decides by what was sent, what came, and how often that was.
    public func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision {
        decision(
            afterRetries: request.retryCount, request: request.request, response: request.response, error: error)
    }
}
