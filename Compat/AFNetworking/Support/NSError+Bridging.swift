import URLSerialization
import URLSerializationSession

extension NSError {
    /// Returns the error that a manager or a serializer reports: an `NSError` with AFNetworking's domain, code and
    /// sentence, and with its URL also as text.
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

    /// The sentence for developers: this module's if it has more to report than AFNetworking's.
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
        return replacing(userInfo)
    }

    private func replacing(_ userInfo: [String: Any]) -> NSError {
        NSError(domain: domain, code: code, userInfo: userInfo)
    }

    /// Returns the same error with the data from which its download is resumed, if there is any.
    func adding(resumeData: Data?) -> NSError {
        guard let resumeData else { return self }
        return replacing(userInfo.merging([NSURLSessionDownloadTaskResumeData: resumeData]) { _, data in data })
    }

    /// Whether this error, or one beneath it, is about an unacceptable content type
    /// (`AFErrorOrUnderlyingErrorHasCodeInDomain`).
    var forbidsDecoding: Bool {
        var next: NSError? = self
        // A subclass can make a chain of errors that contains itself.
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

    /// Returns the error with another as its underlying error, unless it already has one
    /// (`AFErrorWithUnderlyingError`).
    func over(_ underlying: NSError?) -> NSError {
        guard let underlying, userInfo[NSUnderlyingErrorKey] == nil else { return self }
        return replacing(userInfo.merging([NSUnderlyingErrorKey: underlying]) { own, _ in own })
    }
}

#if !canImport(ObjectiveC)
    // Casts between NSError and the errors beneath the ones that managers report. On Apple's systems the language
    // supports them: both `error as? NSError` and `error as? URLError` succeed. On Linux the runtime consults these
    // conformances.
    extension URLError: @retroactive _ObjectiveCBridgeable {}
    extension RequestError: _ObjectiveCBridgeable {}

    extension _ObjectiveCBridgeable where Self: CustomNSError, _ObjectiveCType == NSError {
        /// Returns the error as the `NSError` that managers report.
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
