import URLSerialization

extension RequestSerializationError {
    /// Returns the core's refusal, which is the error itself or the underlying error of AFNetworkingCompat's `NSError`.
    static func refusal(in error: any Error) -> RequestSerializationError? {
        if let refusal = error as? RequestSerializationError { return refusal }
        return (error as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }
}

/// Errors in one line, as `NSError`, which is how AFNetworking's users see them.
enum ErrorText {
    /// Returns the domain and code.
    static func identity(of error: any Error) -> String {
        let error = error as NSError
        return identity(domain: error.domain, code: error.code)
    }

    /// Returns a domain and code.
    static func identity(domain: String, code: Int) -> String {
        "error \(domain) \(code)"
    }

    /// Returns the domain, the code and the description of an error, the one for developers where there are two.
    static func text(of error: any Error) -> String {
        let explanation = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        return "\(identity(of: error)): \(explanation ?? error.localizedDescription)"
    }
}
