import Testing

/// The Foundation that the library's texts and checks were compared with: that of Swift 6.3 on Linux.
///
/// Suites that compare with the Foundation at hand run only there, and are reported as skipped elsewhere.
enum ComparedFoundation {
    static let isPresent: Bool = {
        #if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
            true
        #else
            false
        #endif
    }()
    static let comment: Comment = "compares with the Foundation of Swift 6.3 on Linux"
}
