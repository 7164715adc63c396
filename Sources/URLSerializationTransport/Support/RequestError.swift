/// The error of a request: the one type that the session's calls throw.
///
/// ```swift
/// do {
///     let order = try await session.request(url).decode(Order.self)
/// } catch {
///     switch error.kind {
///     case .status: print(error.statusCode ?? 0, (try? error.decode(Problem.self)) ?? "")
///     case .timedOut, .unreachable, .offline: print("Try again later: \(error)")
///     default: print(error)
///     }
/// }
/// ```
///
/// <doc:WhichErrorDoICatch> lists what happens, the kind and what to do.
public struct RequestError: Error, Sendable {
    /// The kind of an error. Kinds may be added: switch over them with a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The code of the equivalent `NSError`, which must not change.
        fileprivate let number: Int
        private let name: String

        /// The request was cancelled, or the task that awaited it.
        public static let cancelled = Kind(number: 1, name: "cancelled")
        /// A timeout of the request expired.
        public static let timedOut = Kind(number: 2, name: "timedOut")
        /// The server could not be reached, or the connection was lost.
        public static let unreachable = Kind(number: 3, name: "unreachable")
        /// The server's certificate is not trusted, or no secure connection could be made.
        public static let untrusted = Kind(number: 4, name: "untrusted")
        /// The response's status is not acceptable.
        public static let status = Kind(number: 5, name: "status")
        /// The response's media type is not acceptable.
        public static let contentType = Kind(number: 6, name: "contentType")
        /// The body could not be decoded.
        public static let decoding = Kind(number: 7, name: "decoding")
        /// A value was expected, and the response has no body.
        public static let noBody = Kind(number: 8, name: "noBody")
        /// The body, a line or an event is longer than its limit.
        public static let tooLarge = Kind(number: 9, name: "tooLarge")
        /// The request could not be built, or may not be sent as it is.
        public static let invalidRequest = Kind(number: 10, name: "invalidRequest")
        /// The body can be read only once, although a retry, a redirection or a challenge requires it again.
        public static let bodyNotRepeatable = Kind(number: 11, name: "bodyNotRepeatable")
        /// A ``RequestAdapter`` threw; its error is the underlying one.
        public static let adapter = Kind(number: 12, name: "adapter")
        /// A file could not be read, written or placed. If a download could not be placed, the underlying error is a
        /// `CocoaError` with the reason, such as `fileWriteFileExists`.
        public static let file = Kind(number: 13, name: "file")
        /// The response contradicts itself or HTTP.
        public static let invalidResponse = Kind(number: 14, name: "invalidResponse")
        /// A part of a file (status 206) that was not requested, or whose length differs from its `Content-Range`.
        public static let partialContent = Kind(number: 15, name: "partialContent")
        /// The transfer ended without a response and without an error.
        public static let noResponse = Kind(number: 16, name: "noResponse")
        /// The session has been invalidated.
        public static let invalidated = Kind(number: 17, name: "invalidated")
        /// A redirection to an invalid URL or a scheme other than http and https, one that would send a body in clear
        /// text, or too many of them.
        public static let redirection = Kind(number: 18, name: "redirection")
        /// An authentication challenge in a form that is not supported, or without an answer.
        public static let authentication = Kind(number: 19, name: "authentication")
        /// A received body is read a second time.
        public static let bodyConsumed = Kind(number: 20, name: "bodyConsumed")
        /// Resume data that was not made by this module.
        public static let resumeData = Kind(number: 21, name: "resumeData")
        /// Another failure of the transfer; the `URLError` is the underlying error.
        public static let transfer = Kind(number: 22, name: "transfer")
        /// An error of the caller's own code, such as a validation; it is the underlying error.
        public static let other = Kind(number: 23, name: "other")
        /// The device is not connected to a network. Linux does not report this, and the kind there is ``unreachable``.
        public static let offline = Kind(number: 24, name: "offline")

        /// The kind's name in this type, such as `timedOut`.
        public var description: String { name }
    }

    private struct Content: Sendable {
        var kind: Kind
        var request: URLRequest?
        var url: URL?
        var reason: String
        var underlyingError: (any Error)?
        /// The error of another module that this error wraps.
        var cause: (any Error)?
        var response: HTTPURLResponse?
        var data: Data?
        var body: (any Sendable)?
    }

    /// One word, because errors pass through many enumerations.
    private final class Box: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private let box: Box

    private init(_ content: Content) { box = Box(content) }

    /// The kind of the error, such as ``Kind/timedOut``.
    public var kind: Kind { box.content.kind }
    /// The request as it was sent last, or `nil` if it could not be built. It may contain secrets, such as a token.
    public var request: URLRequest? { box.content.request }
    /// The URL of the request or of the file, or `nil` for none.
    public var url: URL? { box.content.url }
    /// The problem and its remedy in sentences, with escapes for invisible characters.
    public var reason: String { box.content.reason }
    /// The error that caused this one, such as a `URLError`, a `DecodingError` or the adapter's, or `nil` for none.
    public var underlyingError: (any Error)? { box.content.underlyingError }
    /// The response, or `nil` if none was received.
    public var response: HTTPURLResponse? { box.content.response }
    /// The response's status, or `nil` if none was received.
    public var statusCode: Int? { response?.statusCode }
    /// The part of the response's body that was kept, or `nil` for none: all of a body in memory or of a
    /// file that was decoded, and at most 64 KiB of another body that is handed out or goes to a file.
    public var data: Data? { box.content.data }
    /// The body that was decoded as the server's description of the error (`decode(_:orError:decoder:)`), or `nil`.
    public var body: (any Sendable)? { box.content.body }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { kind == .cancelled }
    /// Whether a timeout expired.
    public var isTimeout: Bool { kind == .timedOut }
    /// Whether the system reports that the device is not connected to a network (``Kind/offline``).
    public var isOffline: Bool { kind == .offline }

    /// Decodes the JSON body as the server's description of the error.
    ///
    /// ```swift
    /// let problem = try? error.decode(Problem.self)
    /// ```
    ///
    /// A body that was decoded as this type already is returned as it is. The media type is not considered.
    ///
    /// - Throws: An error of kind ``Kind/decoding``, or ``Kind/noBody`` without ``data``.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(RequestError) -> Value {
        if let stored = body, let body = stored as? Value { return body }
        let any = HTTPResponseConfiguration(acceptableStatusCodes: nil, acceptableContentTypes: nil)
        let serializer = DecodableResponseSerializer(type, format: .json(decoder), configuration: any)
        do {
            return try serializer.decode(data, from: response)
        } catch {
            throw RequestError(wrapping: error, request: request, url: url, response: response, data: data)
        }
    }

    /// The domain of the equivalent `NSError`.
    public static let errorDomain = "URLSerializationSession.RequestError"
}

extension RequestError: CustomStringConvertible, CustomReflectable, LocalizedError, CustomNSError {
    /// The problem and its remedy, after the URL if the error is of this module. The URL omits the user, password,
    /// query and fragment, which may be secret.
    public var description: String {
        guard box.content.cause == nil, let url else { return reason }
        return "\(Self.text(of: url)): \(reason)"
    }

    /// A mirror with the kind and ``description``, so that `dump` shows no secrets of the URL, and not the body.
    public var customMirror: Mirror {
        let text = body == nil ? description : "The server described the error."
        return Mirror(self, children: ["kind": kind.description, "description": text])
    }

    /// The same as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
    /// The same as ``reason``: the description without the URL.
    public var failureReason: String? { reason }

    /// The code of the equivalent `NSError`: 1 for ``Kind/cancelled``, and so on in the order of the kinds.
    public var errorCode: Int { kind.number }

    /// The description and reason under Foundation's keys, and the underlying error.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
        return userInfo
    }

    package static func text(of url: URL) -> String {
        if url.isFileURL { return url.path.quoted }
        return url.withoutSecrets?.absoluteString ?? "The URL"
    }
}

extension RequestError {
    package init(_ kind: Kind, url: URL? = nil, reason: String, underlyingError: (any Error)? = nil) {
        self.init(Content(kind: kind, url: url, reason: reason.printable, underlyingError: underlyingError))
    }

    /// Creates an error whose reason is the same for every request.
    package init(_ kind: Kind, _ url: URL?) { self.init(kind, url: url, reason: Self.reasons[kind] ?? "") }

    /// Creates the error of a request from any error. An error of this type keeps what it has, and gets the rest.
    package init(
        wrapping error: any Error, request: URLRequest? = nil, url: URL? = nil, response: HTTPURLResponse? = nil,
        data: Data? = nil
    ) {
        var content: Content
        switch error {
        case let error as RequestError: content = error.box.content
        case let error as ResponseSerializationError:
            let kinds = ([error] + error.causes).map(\.kind)
            // Causes may also be those of serializers that were tried before.
            let isAcceptable = error.statusCode.map((200..<300).contains) ?? true
            let isOfStatus = kinds.contains(.unacceptableStatusCode) && !isAcceptable
            let kind = isOfStatus || kinds[0] == .unacceptableStatusCode ? .status : Self.kinds[error.kind]
            content = Content(kind: kind ?? .decoding, reason: error.description)
            (content.underlyingError, content.cause) = (error.decodingError ?? error, error)
            (content.response, content.data) = (error.response as? HTTPURLResponse, error.data)
        case let error as RequestSerializationError:
            let isOfFile = [.unusableFile, .unwritableFile].contains(error.code)
            content = Content(kind: isOfFile ? .file : .invalidRequest, reason: error.description)
            (content.underlyingError, content.cause) = (error, error)
        default:
            let kind = error is CancellationError ? .cancelled : error.urlErrorCode?.kind ?? .other
            content = Content(kind: kind, reason: error.localizedDescription.printable)
            (content.underlyingError, content.cause) = (error, error)
        }
        content.request = content.request ?? request
        content.url = content.url ?? url ?? request?.url
        content.response = content.response ?? response
        content.data = content.data ?? data
        self.init(content)
    }

    /// Returns the error with which a retrier replaces this one.
    package func replaced(by error: any Error) -> RequestError {
        guard let other = error as? RequestError else {
            return RequestError(wrapping: error, request: request, url: url, response: response, data: data)
        }
        // Another request's error has another response.
        return other.box === box
            ? self
            : RequestError(
                Content(
                    kind: .other, request: request, url: url, reason: other.description, underlyingError: other,
                    cause: other, response: response, data: data))
    }

    /// Returns the same error with the body that was decoded as the server's description of it.
    package func adding(body: some Sendable) -> RequestError {
        var content = box.content
        content.body = body
        let text = body is any CustomStringConvertible ? ": \(body)" : "."
        content.reason = "The server answered with status \(statusCode ?? 0)\(text.printable)"
        return RequestError(content)
    }

    /// The error of another module that this error wraps, or this error.
    package var cause: any Error { box.content.cause ?? self }

    /// The reason why a finished download could not be placed, or `nil` for another error.
    package var placing: CocoaError.Code? {
        // On Linux a cast to CocoaError also succeeds for errors of other domains.
        guard kind == .file, let error = underlyingError as NSError?, error.domain == NSCocoaErrorDomain else {
            return nil
        }
        return CocoaError.Code(rawValue: error.code)
    }

    private static let kinds: [ResponseSerializationError.Kind: Kind] = [
        .unacceptableContentType: .contentType, .tooLarge: .tooLarge, .noObject: .noBody,
    ]

    private static let reasons: [Kind: String] = [
        .invalidated: "The session has been invalidated. Make the request with another.",
        .bodyNotRepeatable: "The body has to be sent again, and its stream can be read only once. "
            + "Give a closure that makes the stream, a file, or data.",
        .noResponse: "The transfer ended without a response. Check that the server is running.",
        .authentication: "The server asks for Digest authentication (RFC 7616) in a form that is not supported. "
            + "Have it offer MD5 or SHA-256 with qop=auth, or set the Authorization header in an adapter.",
        .bodyConsumed: "The received body can be read once, by one task. Keep its segments, or make another request.",
        .redirection: "The server redirects an encrypted body from https to http, where it would be sent in clear "
            + "text. Have the server redirect to an https URL, or send the body to the new URL yourself.",
    ]
}
