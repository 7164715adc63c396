/// One of the requests that answer one attempt: the first, or where a redirection or a challenge led.
struct Hop: Sendable {
    var request: URLRequest
    var body: RequestBody
    /// How many redirections led here.
    var redirections = 0
    /// Whether every one of them stayed on the origin that the caller's credential is for.
    var isOnOrigin = true
    /// The credential that is in this request already.
    var credential: URLCredential?
    /// How many credentials have been tried.
    var credentials = 0
    /// Whether the whole is asked for because a part did not fit.
    var isWhole = false

    /// Forgets the origin's credentials, which are not meant for where the request is going.
    mutating func leaveOrigin() {
        isOnOrigin = false
        credential = nil
        credentials = 0
    }

    /// Whether there is anything in the body.
    var hasBody: Bool {
        if case .inRequest = body { return !(request.httpBody ?? Data()).isEmpty }
        return true
    }
}
