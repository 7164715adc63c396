/// One of the requests that answer one attempt: the first, or where a redirection or a challenge led.
struct Hop: Sendable {
    var request: URLRequest
    var body: RequestBody
    /// How many redirections led here.
    var redirections = 0
    /// Whether every one of them stayed on the origin that the caller's credential is for.
    var isOnOrigin = true
    /// Whether the credential is in this request already.
    var hasCredential = false
    /// Whether the whole is asked for because a part did not fit.
    var isWhole = false
}
