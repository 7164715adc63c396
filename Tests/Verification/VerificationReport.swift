/// The results of replaying vectors.
package struct VerificationReport: Sendable, Equatable {
    /// The number of vectors that the library answers as recorded.
    package private(set) var passed = 0
    /// The number of passed vectors, by the modules whose answers were compared, with the reason why others were not.
    package private(set) var passedThrough: [String: Int] = [:]
    /// The vectors that failed and the lines that are not vectors, in their order.
    package private(set) var failures: [VerificationFailure] = []
    /// The number of vectors that do not apply to this library, by reason.
    package private(set) var skipped: [String: Int] = [:]

    /// Creates an empty report.
    package init() {}

    /// The number of failures.
    package var failed: Int { failures.count }

    mutating func addPass(through modules: String) {
        passed += 1
        passedThrough[modules, default: 0] += 1
    }

    mutating func addSkip(_ reason: String) { skipped[reason, default: 0] += 1 }

    mutating func add(_ failure: VerificationFailure) { failures.append(failure) }

    /// Adds the results of other vectors.
    package mutating func add(_ other: VerificationReport) {
        passed += other.passed
        passedThrough.merge(other.passedThrough, uniquingKeysWith: +)
        failures += other.failures
        skipped.merge(other.skipped, uniquingKeysWith: +)
    }
}

extension VerificationReport: CustomStringConvertible {
    /// The failures, a line for each set of modules that answered, a line for each reason to skip, and the line `N
    /// passed, N failed, N skipped`.
    package var description: String {
        let skips = skipped.sorted { $0.key < $1.key }.map { "\($0.value) skipped: \($0.key)" }
        let passes = passedThrough.sorted { $0.key < $1.key }.map { "\($0.value) passed through \($0.key)" }
        let counts = "\(passed) passed, \(failed) failed, \(skipped.values.reduce(0, +)) skipped"
        return (failures.map(\.description) + passes + skips + [counts]).joined(separator: "\n")
    }
}
