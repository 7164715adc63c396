/// What came of an attempt.
enum Verdict {
    case passed
    /// Final: sending it again would not help.
    case failed(any Error, isFinal: Bool)
}

extension Error {
    /// Whether another attempt could end differently.
    var mayBeRetried: Bool {
        switch self {
        case let error as SessionError: error.code != .bodyNotRepeatable && error.code != .sessionInvalidated
        case let error as RequestSerializationError: error.code == .unreadableSource
        default: true
        }
    }
}
