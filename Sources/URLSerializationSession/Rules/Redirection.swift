/// Decides about redirections (Alamofire 5's `RedirectHandler`).
///
/// ```swift
/// struct SameHost: RedirectHandler {
///     func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
///         request.url?.host == response.url?.host ? request : nil
///     }
/// }
/// ```
public protocol RedirectHandler: Sendable {
    /// Returns the request to send, or `nil` to make the redirection itself the answer.
    ///
    /// Called on the request's queue.
    ///
    /// - Parameters:
    ///   - response: The redirection.
    ///   - request: The request that it asks for, without headers that were meant for another origin. It has the
    ///     previous request's body if the method and the status keep it. From https to http, such a body is never sent:
    ///     if you return a request with a body, the request fails with ``RequestError/Kind/redirection``.
    func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest?
}

extension [any RedirectHandler] {
    /// Returns the closure that asks a request's own handlers and its session's handlers, or `nil` if there are none.
    ///
    /// | own | session's | decides |
    /// |---|---|---|
    /// | none | some | each handler, about the request that the previous one returned |
    /// | some | none | each handler, about the request that the previous one returned |
    /// | some | some | its own; the session's are called with the decided request, and their answers are ignored |
    func handler(notifying sessions: Self) -> RedirectionHandler? {
        let (deciding, notified) = isEmpty ? (sessions, []) : (self, sessions)
        guard !deciding.isEmpty else { return nil }
        return { response, proposed, decide in
            let decided = deciding.reduce(proposed as URLRequest?) { request, handler in
                request.flatMap { handler.request(after: response, proposing: $0) }
            }
            for handler in notified { _ = handler.request(after: response, proposing: decided ?? proposed) }
            decide(decided)
        }
    }
}

/// A redirect handler that treats all redirections alike.
public struct Redirector: RedirectHandler {
    private let decide: @Sendable (HTTPURLResponse, URLRequest) -> URLRequest?

    /// Creates a redirector that calls a closure.
    ///
    /// - Parameter decide: Returns the request to send, or `nil` to make the redirection itself the answer.
    public init(_ decide: @escaping @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?) {
        self.decide = decide
    }

    /// Returns the closure's decision: the request to send, or `nil` to stop at the redirection.
    public func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
        decide(response, request)
    }
}

extension RedirectHandler where Self == Redirector {
    /// A redirector that makes every redirection the answer to its request.
    public static var doNotFollow: Redirector { Redirector { _, _ in nil } }
}

/// The decision about a redirection: it calls `decide` once, from any queue, with the message to send, usually the
/// proposed one, or with `nil` to make the redirection itself the answer.
package typealias RedirectionHandler =
    @Sendable (
        _ response: HTTPURLResponse, _ message: URLRequest, _ decide: @escaping @Sendable (URLRequest?) -> Void
    ) -> Void

/// The message that a redirection asks for (RFC 9110, section 15.4; Fetch standard, "HTTP-redirect fetch").
///
/// It replaces URLSession's own, which on Linux forwards `Authorization` and `Cookie` to other hosts, drops the bodies
/// of 307 and 308, and resolves a relative `Location` against the root.
struct Redirection: Sendable {
    /// The message to send next, with the body of the previous one if ``keepsBody`` is true, and without a body
    /// otherwise.
    let message: URLRequest
    /// Whether the body has to be sent again, from its start.
    let keepsBody: Bool
    /// Whether the redirection would send an encrypted body in clear text, from https to http, which needs the caller's
    /// consent.
    let exposesBody: Bool
    /// Whether scheme, host or port differ from the message's, so that secrets for the one must not reach the other.
    let leavesOrigin: Bool

    /// Returns the redirection that a response asks for, or `nil` if its status is not 301, 302, 303, 307 or 308, or it
    /// has no `Location`.
    ///
    /// The caller limits the number of redirections in a row.
    ///
    /// - Parameter message: The message as it was sent.
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/redirection`` for a `Location` that is not a URL, or
    ///   has a scheme other than http and https.
    static func following(_ head: ResponseHead, to message: URLRequest) throws(RequestError) -> Redirection? {
        guard let status = head.statusCode, [301, 302, 303, 307, 308].contains(status),
            let location = RedirectLocation(head)
        else { return nil }
        let origin = message.url ?? head.url
        let target = try location.resolved(against: origin)
        let leavesOrigin = Origin(target) != Origin(origin)

        var next = message.mutableCopy
        let userInfo = leavesOrigin ? nil : target.hasUserInfo ? target : origin
        next.url = target.withUserInfo(of: userInfo)
        let keepsBody = keepsBody(after: status, message.httpMethod ?? "GET")
        if !keepsBody {
            next.httpBody = nil
            next.httpBodyStream = nil
            next.httpMethod = "GET"
            next.removeFields(Self.bodyFields)
        }
        if leavesOrigin { next.removeFields(Self.originFields) }
        let exposesBody = keepsBody && Origin(origin).isSecure && !Origin(target).isSecure
        return Redirection(message: next, keepsBody: keepsBody, exposesBody: exposesBody, leavesOrigin: leavesOrigin)
    }

    /// Returns whether the method and the body stay, or the method becomes GET. Methods are case-sensitive (RFC 9110,
    /// section 9.1).
    private static func keepsBody(after status: Int, _ method: String) -> Bool {
        switch status {
        case 301, 302: method != "POST"
        case 303: ["GET", "HEAD"].contains(method)
        default: true
        }
    }

    /// The fields that describe a body or its transfer.
    private static let bodyFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
        "Transfer-Encoding", "Expect",
    ]
    /// The fields that are meant for one origin. URLSession writes the new `Host`.
    private static let originFields = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]
}

/// The value of a `Location` field: a reference to a URL (RFC 9110, section 10.2.2).
struct RedirectLocation {
    private let text: String

    /// Reads the field of a response, or returns `nil` without one and for an empty one.
    ///
    /// Some servers send a URL's characters unescaped, in UTF-8. Foundation reads fields as Latin-1 on Apple's systems
    /// and as UTF-8 on Linux, so a value whose Latin-1 bytes are valid UTF-8 is read as UTF-8.
    init?(_ head: ResponseHead) {
        guard let value = head.value(of: "Location") else { return nil }
        // The WHATWG URL standard strips controls and spaces around a URL.
        text = (value.readingLatin1AsUTF8 ?? value).trimmingCharacters(in: Self.surroundings)
        if text.isEmpty { return nil }
    }

    private static let surroundings = CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(0x20))

    /// Returns the URL that the reference stands for (RFC 3986, section 5), with the base's fragment if the reference
    /// has none.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/redirection``.
    func resolved(against base: URL?) throws(RequestError) -> URL {
        guard let reference = URL(string: escaped, relativeTo: base)?.absoluteURL else {
            throw unsafe(base, "is not a URL, or has an invalid user, host or port")
        }
        guard ["http", "https"].contains(reference.scheme?.lowercased()) else {
            throw unsafe(base, "is not of the schemes http and https")
        }
        guard let host = reference.host, !host.isEmpty else { throw unsafe(base, "names no host") }
        guard reference.port.map({ (0...0xFFFF).contains($0) }) ?? true else {
            throw unsafe(base, "has a port above 65535")
        }
        guard !text.contains("#"), let fragment = base?.components?.percentEncodedFragment else { return reference }
        return reference.changed { $0.percentEncodedFragment = fragment }
    }

    private func unsafe(_ url: URL?, _ what: String) -> RequestError {
        RequestError(
            .redirection, url: url,
            reason: "The server redirects to \(text.quoted), which \(what). "
                + "Request the right URL, or have the server corrected.")
    }

    /// The text, in which every character after the authority that a URL may not contain is percent-encoded.
    ///
    /// Foundation does that only on some systems, and encodes the percent signs of escapes a second time as soon as one
    /// character needs an escape. The authority is left to Foundation, because hosts are encoded differently.
    private var escaped: String {
        let parts = text[pathStart...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        return text[..<pathStart] + parts.map { URL.repaired(query: String($0)) }.joined(separator: "#")
    }

    /// The start of the path or the query: after `scheme://authority`, `//authority`, or nothing.
    private var pathStart: String.Index {
        let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
        // Text before the first of these is a scheme if it ends in a colon, and a path otherwise.
        guard text[end...].hasPrefix("//"), end == text.startIndex || text[..<end].hasSuffix(":")
        else { return text.startIndex }
        return text[end...].dropFirst(2).firstIndex { "/?#".contains($0) } ?? text.endIndex
    }

}
