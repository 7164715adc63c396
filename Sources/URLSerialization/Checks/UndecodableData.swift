/// Why data is not what it was taken for, found out by a check of ours before or in place of Foundation's decoder.
///
/// It is the `NSError` that Foundation's decoder would have answered.
///
/// `@unchecked Sendable`, as `NSError` is: it adds no state.
package final class UndecodableData: NSError, @unchecked Sendable {
    /// What is wrong and where, in a sentence.
    package var reason: String { localizedDescription }

    /// By default the error of `JSONSerialization` and `PropertyListSerialization`: `NSCocoaErrorDomain` 3840
    /// (`NSPropertyListReadCorruptError`).
    package init(_ reason: String, domain: String = NSCocoaErrorDomain, code: Int = 3840) {
        super.init(
            domain: domain, code: code,
            userInfo: [NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason])
    }

    /// Not available: archives hold a plain `NSError`.
    package required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: what an archive holds instead of this class.
    package override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. `NSError`'s own ends the process on Linux.
    package override var hash: Int { ErrorHash.hash(of: self) }
}

/// What `NSError` hashes.
enum ErrorHash {
    static func hash(of error: NSError) -> Int {
        var hasher = Hasher()
        hasher.combine(error.domain)
        hasher.combine(error.code)
        return hasher.finalize()
    }
}
