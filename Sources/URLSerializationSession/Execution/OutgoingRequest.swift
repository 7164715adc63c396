/// One of the requests of an attempt: the first, or one that a redirection, a challenge or the rest of a file requires.
struct OutgoingRequest: Sendable {
    var request: URLRequest
    var body: RequestBody
    /// Whether the body is the one with which the request was made.
    private(set) var hasOwnBody = true
    /// The number of redirections in the attempt so far.
    var redirections = 0
    /// Whether all of them stayed on the origin that the caller's credential is for.
    var isOnOrigin = true
    /// The credential that this request has in its headers, or `nil` for none.
    var credential: URLCredential?
    /// The number of credentials that have been tried.
    var credentials = 0
    /// Whether the whole file is requested because a part of it did not fit the stored bytes.
    var isWhole = false

    init(request: URLRequest, body: RequestBody) {
        self.request = request
        self.body = body
    }

    /// Removes the origin's credentials, which are not meant for the server to which the request goes.
    mutating func leaveOrigin() {
        isOnOrigin = false
        credential = nil
        credentials = 0
    }

    mutating func replaceBody(by body: RequestBody) {
        self.body = body
        hasOwnBody = false
    }

    /// Whether the request has a body, other than an empty one in memory.
    var hasBody: Bool {
        if case .inRequest = body { return !(request.httpBody ?? Data()).isEmpty }
        return true
    }
}
