/// The error of a check that runs before or instead of one of Foundation's decoders.
///
/// It equals the `NSError` that Foundation's decoder would have thrown.
///
/// `@unchecked Sendable`, as `NSError` is: it adds no state.
package final class UndecodableData: NSError, @unchecked Sendable {
    /// The problem and its place, in a sentence.
    package var reason: String { localizedDescription }

    /// Creates an error, by default the one of `JSONSerialization` and `PropertyListSerialization`:
    /// `NSCocoaErrorDomain` 3840 (`NSPropertyListReadCorruptError`).
    package init(_ reason: String, domain: String = NSCocoaErrorDomain, code: Int = 3840) {
        super.init(
            domain: domain, code: code,
            userInfo: [NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason])
    }

    /// Returns `nil`: archives hold a plain `NSError`.
    package required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: the class that archives hold instead of this one.
    package override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. `NSError`'s own ends the process on Linux.
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
