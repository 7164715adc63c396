import URLSerialization
import URLSerializationSession

extension NSError {
    /// Returns the error that a manager or a serializer reports: an `NSError` with AFNetworking's domain, code and
    /// sentence, whose URL is also there as text.
    ///
    /// An error of another type, such as a `RequestSerializationError` with the offending key path, is its underlying
    /// error.
    static func bridging(_ error: any Error) -> NSError {
        let own = error as NSError
        if type(of: error) is NSError.Type { return own }
        if type(of: error) is URLError.Type { return own.inAFNetworkingsWords }
        if error is any _BridgedStoredNSError { return own }
        #if canImport(ObjectiveC)
            // A cast finds the others.
            guard error is RequestSerializationError else { return own }
        #endif
        var userInfo = (error as? any CustomNSError)?.errorUserInfo ?? own.userInfo
        userInfo[NSLocalizedDescriptionKey] = error.localizedDescription
        userInfo[NSUnderlyingErrorKey] = error
        return NSError(domain: own.domain, code: own.code, userInfo: userInfo)
    }

    /// Returns the error of parameters that JSON cannot express, in AFNetworking's words and the core's.
    static func invalidJSON(_ refusal: RequestSerializationError) -> NSError {
        NSError(
            domain: RequestSerializationError.errorDomain, code: refusal.errorCode,
            userInfo: [
                NSLocalizedFailureReasonErrorKey: "The `parameters` argument is not valid JSON.",
                NSDebugDescriptionErrorKey: refusal.description, NSUnderlyingErrorKey: refusal,
            ])
    }

    /// The sentence for developers: this module's where AFNetworking's says less.
    var explanation: String { userInfo[NSDebugDescriptionErrorKey] as? String ?? localizedDescription }

    private var inAFNetworkingsWords: NSError {
        var userInfo = userInfo
        let own = userInfo[NSLocalizedDescriptionKey] as? String
        if let sentence = AFNetworkingSentences.transfer(code, own: own), sentence != own {
            userInfo[NSDebugDescriptionErrorKey] = own
            userInfo[NSLocalizedDescriptionKey] = sentence
        }
        if let url = userInfo[NSURLErrorFailingURLErrorKey] as? URL {
            // NSURLErrorFailingURLStringErrorKey, which is deprecated.
            userInfo["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        return NSError(domain: domain, code: code, userInfo: userInfo)
    }

    /// Returns the same error with the data from which its download is resumed, if there is any.
    func adding(resumeData: Data?) -> NSError {
        guard let resumeData else { return self }
        let added = [NSURLSessionDownloadTaskResumeData: resumeData]
        return NSError(domain: domain, code: code, userInfo: userInfo.merging(added) { _, data in data })
    }

    /// Whether this error, or one beneath it, is about an unacceptable content type
    /// (`AFErrorOrUnderlyingErrorHasCodeInDomain`).
    var forbidsDecoding: Bool {
        var next: NSError? = self
        // A subclass can make a chain that contains itself.
        for _ in 0..<64 {
            guard let error = next else { return false }
            if (error as? ResponseSerializationError)?.stopsDecoding == true { return true }
            if error.domain == AFURLResponseSerializationErrorDomain, error.code == NSURLErrorCannotDecodeContentData {
                return true
            }
            next = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        return false
    }

    /// Returns the error over another, unless it has an underlying error already (`AFErrorWithUnderlyingError`).
    func over(_ underlying: NSError?) -> NSError {
        guard let underlying, userInfo[NSUnderlyingErrorKey] == nil else { return self }
        var userInfo = userInfo
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: domain, code: code, userInfo: userInfo)
    }
}

#if !canImport(ObjectiveC)
    import URLSerializationSession

    // Casts between NSError and the errors beneath those that managers report, which Apple's systems have in the
    // language: both `error as? NSError` and `error as? URLError` succeed there. On Linux the runtime consults these
    // conformances.
    extension URLError: @retroactive _ObjectiveCBridgeable {}
    extension SessionError: _ObjectiveCBridgeable {}

    extension _ObjectiveCBridgeable where Self: CustomNSError, _ObjectiveCType == NSError {
        /// Returns the equivalent `NSError`.
        public func _bridgeToObjectiveC() -> NSError { .bridging(self) }

        /// Sets the error that the `NSError` stands for, or `nil`.
        public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout Self?) {
            result = original(of: error)
        }

        /// Sets the error that the `NSError` stands for, or `nil`, and returns whether there is one.
        public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout Self?) -> Bool {
            result = original(of: error)
            return result != nil
        }

        /// Returns the error that the `NSError` stands for, which must be of this type.
        public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> Self {
            guard let error, let original = original(of: error) else { preconditionFailure("Not a \(Self.self)") }
            return original
        }

        private static func original(of error: NSError) -> Self? {
            guard error.domain == errorDomain else { return nil }
            if Self.self is URLError.Type { return URLError(_nsError: error) as? Self }
            guard let beneath = error.userInfo[NSUnderlyingErrorKey], type(of: beneath) is Self.Type else { return nil }
            return beneath as? Self
        }
    }
#endif

/// The sentences of AFNetworking's errors and of those that Apple's systems report under it, which applications
/// compare.
///
/// | error | sentence |
/// |---|---|
/// | `NSURLErrorCancelled` | `cancelled` |
/// | status 404 | `Request failed: not found (404)` |
/// | status 422 | `Request failed: client error (422)` |
package enum AFNetworkingSentences {
    /// Returns the sentence of an unacceptable response, or `nil` if the core's is the same.
    package static func unacceptable(_ error: ResponseSerializationError) -> String? {
        guard let response = error.response as? HTTPURLResponse else { return nil }
        return switch error.kind {
        case .unacceptableStatusCode: "Request failed: \(text(of: response.statusCode)) (\(response.statusCode))"
        case .unacceptableContentType where response.mediaType == nil:
            "Request failed: unacceptable content-type: (null)"
        default: nil
        }
    }

    /// Returns the sentence of an error of `NSURLErrorDomain`, or `nil` if its own is to stay.
    static func transfer(_ code: Int, own: String?) -> String? {
        #if canImport(ObjectiveC)
            // URLSession's own sentences are in the user's language.
            guard code == NSURLErrorCancelled || own?.hasPrefix("The request timed out: ") == true else { return nil }
        #endif
        return transfers[code]
    }

    private static let transfers = [
        NSURLErrorCancelled: "cancelled", NSURLErrorTimedOut: "The request timed out.",
        NSURLErrorCannotFindHost: "A server with the specified hostname could not be found.",
        NSURLErrorCannotConnectToHost: "Could not connect to the server.",
        NSURLErrorNetworkConnectionLost: "The network connection was lost.",
        NSURLErrorNotConnectedToInternet: "The Internet connection appears to be offline.",
    ]

    /// Returns Apple's `localizedString(forStatusCode:)`.
    private static func text(of status: Int) -> String {
        #if canImport(ObjectiveC)
            return HTTPURLResponse.localizedString(forStatusCode: status)
        #else
            // The last code of each hundred has the text of all.
            let code = known.contains(status) ? status : status / 100 * 100 + 99
            return statuses[code] ?? HTTPURLResponse.localizedString(forStatusCode: code).lowercased()
        #endif
    }

    /// The codes that have a text on Apple's systems, those of RFC 2616.
    private static let known = Set([100...101, 200...206, 300...305, 307...307, 400...417, 500...505].joined())

    /// The texts that differ from Foundation's on Linux by more than their case.
    private static let statuses = [
        200: "no error", 305: "needs proxy", 307: "temporarily redirected", 399: "redirected", 406: "unacceptable",
        408: "request timed out", 410: "no longer exists", 413: "request too large", 414: "requested URL too long",
        416: "requested range not satisfiable", 501: "unimplemented", 504: "gateway timed out",
        505: "unsupported version",
    ]
}
