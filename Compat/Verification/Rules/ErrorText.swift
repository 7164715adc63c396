import URLSerialization

extension RequestSerializationError {
    /// The core's refusal that an error is, or that AFNetworkingCompat's `NSError` has beneath it.
    static func refusal(in error: any Error) -> RequestSerializationError? {
        if let refusal = error as? RequestSerializationError { return refusal }
        return (error as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }
}

/// Errors in one line, seen as AFNetworking's users see them: as `NSError`.
enum ErrorText {
    /// The domain and code.
    static func identity(of error: any Error) -> String {
        let error = error as NSError
        return identity(domain: error.domain, code: error.code)
    }

    /// A domain and code.
    static func identity(domain: String, code: Int) -> String {
        "error \(domain) \(code)"
    }

    /// The domain and code, and what the error says.
    static func text(of error: any Error) -> String {
        "\(identity(of: error)): \(error.localizedDescription)"
    }
}
