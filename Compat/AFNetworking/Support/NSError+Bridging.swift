import URLSerialization

extension NSError {
    /// Returns an error with AFNetworking's domain and code.
    ///
    /// A `RequestSerializationError`, with the offending key path, field or part, is its underlying error.
    static func bridging(_ error: any Error) -> NSError {
        guard let refusal = error as? RequestSerializationError else { return error as NSError }
        var userInfo = refusal.errorUserInfo
        userInfo[NSUnderlyingErrorKey] = refusal
        return NSError(
            domain: RequestSerializationError.errorDomain, code: refusal.errorCode, userInfo: userInfo)
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
