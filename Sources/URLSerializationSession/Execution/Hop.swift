/// One of the requests that answer one attempt: the first, or one that a redirection or a challenge led to.
struct Hop: Sendable {
    var request: URLRequest
    var body: RequestBody
    /// Whether the body is still the one that the request was made with.
    private(set) var hasOwnBody = true
    /// The number of redirections that led here.
    var redirections = 0
    /// Whether every one of them stayed on the origin that the caller's credential is for.
    var isOnOrigin = true
    /// The credential that is in this request already.
    var credential: URLCredential?
    /// The number of credentials that have been tried.
    var credentials = 0
    /// Whether the whole is asked for because a part did not fit.
    var isWhole = false

    init(request: URLRequest, body: RequestBody) {
        self.request = request
        self.body = body
    }

    /// Forgets the origin's credentials, which are not meant for the server that the request goes to.
    mutating func leaveOrigin() {
        isOnOrigin = false
        credential = nil
        credentials = 0
    }

    mutating func replaceBody(by body: RequestBody) {
        self.body = body
        hasOwnBody = false
    }

    /// Whether there is anything in the body.
    var hasBody: Bool {
        if case .inRequest = body { return !(request.httpBody ?? Data()).isEmpty }
        return true
    }
}
