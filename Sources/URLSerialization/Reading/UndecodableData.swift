/// The error of a document that cannot be read.
///
/// Its domain and code are those of the error that Foundation's reader would have thrown.
///
/// `@unchecked Sendable`, as `NSError` is: its own state is not changed once it is shared.
package final class UndecodableData: NSError, @unchecked Sendable {
    /// The problem and its place, in a sentence.
    package var reason: String { localizedDescription }

    /// The problem of a text without its place, and the place; `nil` for other data.
    package internal(set) var problem: (text: String, place: TextPlace)?

    /// Creates an error, by default the one of `JSONSerialization` and `PropertyListSerialization`:
    /// `NSCocoaErrorDomain` 3840 (`NSPropertyListReadCorruptError`).
    ///
    /// - Parameters:
    ///   - reason: The problem and its place, in a sentence.
    ///   - offset: The byte at which the problem is, or `nil`. In JSON it is under Foundation's key in `userInfo`.
    package init(_ reason: String, domain: String = NSCocoaErrorDomain, code: Int = 3840, at offset: Int? = nil) {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason,
        ]
        userInfo["NSJSONSerializationErrorIndex"] = offset
        super.init(domain: domain, code: code, userInfo: userInfo)
    }

    /// Returns `nil`: archives hold a plain `NSError`.
    package required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: the class that archives hold instead of this one.
    package override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. The hash of `NSError` itself ends the process on Linux.
    package override var hash: Int { ErrorHash.hash(of: self) }
}

/// The hash of an `NSError` by its domain and code.
enum ErrorHash {
    static func hash(of error: NSError) -> Int {
        var hasher = Hasher()
        hasher.combine(error.domain)
        hasher.combine(error.code)
        return hasher.finalize()
    }
}
