import URLSerialization

extension NSError {
    /// An error as the methods of this module leave it: with the domain and the code that AFNetworking's users know.
    ///
    /// A `RequestSerializationError` stays within reach, as the underlying error: it has the key path, the field or the
    /// part at fault.
    static func bridging(_ error: any Error) -> NSError {
        guard let refusal = error as? RequestSerializationError else { return error as NSError }
        var userInfo = refusal.errorUserInfo
        userInfo[NSUnderlyingErrorKey] = refusal
        return NSError(
            domain: RequestSerializationError.errorDomain, code: refusal.errorCode, userInfo: userInfo)
    }

    /// Whether this error, or one beneath it, says that the content type was not acceptable
    /// (`AFErrorOrUnderlyingErrorHasCodeInDomain`).
    var forbidsDecoding: Bool {
        var next: NSError? = self
        // A chain can be a ring, if a subclass made it so.
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

    /// The error over another, unless it has one beneath it already (`AFErrorWithUnderlyingError`).
    func over(_ underlying: NSError?) -> NSError {
        guard let underlying, userInfo[NSUnderlyingErrorKey] == nil else { return self }
        var userInfo = userInfo
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: domain, code: code, userInfo: userInfo)
    }
}
