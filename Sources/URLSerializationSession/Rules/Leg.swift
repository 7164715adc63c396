/// One message of an attempt, and what is known about its answer.
struct Leg: Sendable {
    var message: URLRequest
    /// The source of the body, or `nil` for none and for the message's own `httpBody`.
    private(set) var body: Uploadable?
    var attempt: Attempt
    /// Whether the body is the one with which the request was made.
    private(set) var hasOwnBody = true
    /// Whether the legs so far stayed on the origin that the caller's credential is for.
    private(set) var isOnOrigin = true
    /// The credential in the message, or `nil` for none.
    private(set) var credential: URLCredential?
    /// The answers to a Digest challenge, one for each message, or `nil` for none.
    private(set) var digest: DigestAuthorization?
    /// The redirection that this leg follows, or `nil`.
    private(set) var redirection: HTTPURLResponse?

    /// The trust that the engine applies, or `nil` for the system's.
    var trust: ServerTrust?
    /// The message as the engine gets it.
    var wire: URLRequest
    /// The head of the response, or `nil` before it.
    var head: ResponseHead?
    /// The consequence of the head, or `nil` before it.
    var consequence: Consequence?
    /// The length of a body that is kept apart or dropped.
    private var unusedLength: Int64 = 0
    /// The error of a body that was kept apart and is too long, if it becomes the answer's.
    private(set) var excess: (any Error)?

    /// Creates the first leg of an attempt.
    init(_ message: URLRequest, body: Uploadable?, attempt: Attempt) {
        self.message = message
        wire = message
        // An adapter may have given the message another body.
        self.body = body ?? Uploadable(bodyOf: message)
        self.attempt = attempt
    }

    /// Whether the message has a body, other than an empty one in memory.
    var hasBody: Bool { body != nil || message.httpBody?.isEmpty == false }

    /// The length of the body, or `nil` if it is not stated.
    static func contentLength(of message: URLRequest) -> Int64? {
        if let body = message.httpBody { return Int64(body.count) }
        return message.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
    }

    /// The challenge that was not answered, or `nil` for none.
    var unanswered: Consequence.UnansweredChallenge? {
        if case .answer(let challenge) = consequence { challenge } else { nil }
    }

    /// Counts bytes of a body that is kept apart, with a limit, or dropped. A body beyond its limit is an error only if
    /// the caller makes its response the answer. Otherwise, it is dropped.
    ///
    /// - Returns: Whether no more of the body is needed.
    mutating func count(unused data: Data, _ limit: BodyLimit?, sessionLimit: Int64?) -> Bool {
        unusedLength = unusedLength.saturatingSum(Int64(data.count))
        excess = limit?.error(for: unusedLength, of: head?.url, sessionLimit: sessionLimit, isInMemory: true)
        return limit == nil ? unusedLength > Consequence.mostDropped : excess != nil
    }

    // MARK: - Sending

    /// Adds the session's headers, and checks the message.
    ///
    /// - Throws: `RequestSerializationError` naming what cannot be sent.
    mutating func compose(_ addHeaders: (inout URLRequest) throws -> Void) throws {
        message = message.mutableCopy
        // Only once: headers that a redirection has removed, as secrets for another origin, must not return.
        if attempt.redirections == 0 { try addHeaders(&message) }
        if let credential { try digest?.authorize(&message, with: credential) }
        try RequestCheck.validate(message, hasBody: hasBody)
        // URLSession on Linux accepts no scheme in upper case (RFC 3986, section 3.1).
        if let scheme = message.url?.scheme, scheme != scheme.lowercased() {
            message.url = message.url?.changed { $0.scheme = scheme.lowercased() }
        }
        // The engine or this module states the body's length. URLSession on Linux sends the caller's `Content-Length`
        // whatever the body is, and a server then reads the excess bytes as the next request on the connection (RFC
        // 9112, section 11.2).
        message.removeFields(["Content-Length", "Transfer-Encoding"])
        wire = message
    }

    /// Makes the body of the leg's transfer, and puts it into the message as the engine gets it.
    mutating func makeBody() throws -> PreparedBody { try body?.prepare(&wire) ?? PreparedBody() }

    // MARK: - The next leg

    /// A new leg with the same message, for example to ask for the rest of a file, or for the whole file once the part
    /// of it has been found not to belong to it.
    var rest: Leg {
        var next = Leg(message, body: body, attempt: attempt)
        (next.hasOwnBody, next.isOnOrigin, next.credential, next.digest) = (hasOwnBody, isOnOrigin, credential, digest)
        return next
    }

    /// Returns the leg with a credential, which answers the response's strongest challenge.
    func authenticated(with credential: URLCredential) throws -> Leg {
        var next = rest
        next.credential = credential
        let challenge = head.flatMap { AuthenticationChallenges($0).strongest }
        next.digest = challenge.flatMap { DigestAuthorization($0, after: digest) }
        if next.digest?.isRenewal != true { next.attempt.credentials += 1 }
        guard next.digest == nil else { return next }
        next.message.setValue(
            try BasicAuthorization(user: credential.user ?? "", password: credential.password ?? "").value,
            forHTTPHeaderField: "Authorization")
        return next
    }

    /// Returns the leg that a redirection leads to.
    ///
    /// - Parameter isAsked: Whether the caller decides about the redirection.
    func following(_ redirection: Redirection, isAsked: Bool) throws -> Leg {
        guard attempt.redirections < Attempt.mostRedirections else {
            throw URLError.making(.httpTooManyRedirects, message.url, "There were too many redirections.")
        }
        if !isAsked, redirection.exposesBody, hasBody { throw RequestError(.redirection, message.url) }
        var next = rest
        next.message = redirection.message
        next.attempt.redirections += 1
        next.redirection = head?.http
        if !redirection.keepsBody { next.replaceBody(by: nil) }
        if redirection.leavesOrigin { next.leaveOrigin() }
        return next
    }

    /// Returns the leg after a handler's answer about it.
    ///
    /// - Parameters:
    ///   - previous: The leg that was redirected.
    ///   - protectsBody: Whether a body that was sent over https is never sent over http, even if the handler says so.
    func changed(to message: URLRequest, after previous: Leg, protectsBody: Bool) throws -> Leg {
        // Changing a request without a URL would end the process.
        try RequestCheck.validate(message)
        var next = self
        next.message = message
        let (old, new) = (Origin(previous.message.url), Origin(message.url))
        // A handler's request to another origin must not contain what was meant for this one.
        if old != new {
            // This module added the challenge's credential; the handler need not know of it.
            let fields = [message, previous.message].map { $0.value(forHTTPHeaderField: "Authorization") }
            if previous.credential != nil, fields[0] == fields[1] {
                next.message.setValue(nil, forHTTPHeaderField: "Authorization")
            }
            next.leaveOrigin()
        }
        if ["GET", "HEAD"].contains(message.httpMethod ?? "GET") {
            // URLSession refuses to send a body with these.
            next.message.httpBody = nil
            next.replaceBody(by: nil)
        } else if next.body == nil || message.httpBody != nil {
            next.replaceBody(by: Uploadable(bodyOf: message))
        }
        if protectsBody, old.isSecure, !new.isSecure, next.hasBody {
            throw RequestError(.redirection, previous.message.url)
        }
        return next
    }

    /// Removes the origin's credentials, which are not meant for the server to which the message goes.
    private mutating func leaveOrigin() {
        isOnOrigin = false
        credential = nil
        digest = nil
        attempt.credentials = 0
    }

    private mutating func replaceBody(by body: Uploadable?) {
        self.body = body
        hasOwnBody = false
    }
}

/// A value behind one reference, which events, effects and queues pass on without copying it.
@dynamicMemberLookup
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

/// One try to get an answer, with all its legs.
struct Attempt: Sendable {
    /// The largest number of redirections that are followed, as in URLSession and the Fetch standard.
    static let mostRedirections = 20
    /// The largest number of credentials that are tried.
    static let mostCredentials = 20

    /// The largest number of times that a body is sent again because a kept connection was found dead: a server may
    /// refuse each.
    static let mostResendings = 5

    var resendings = 0
    fileprivate(set) var redirections = 0
    fileprivate(set) var credentials = 0
    /// The end of the time for all legs, from the first transfer, or `nil` for none.
    let deadline: Deadline?
}
