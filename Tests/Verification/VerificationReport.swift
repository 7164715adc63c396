/// The results of replaying vectors.
package struct VerificationReport: Sendable {
    /// The number of vectors that the library answers as recorded.
    package private(set) var passed = 0
    /// The number of passed vectors, by the modules whose answers were compared, with the reason why others were not.
    private(set) var passedThrough: [String: Int] = [:]
    /// The vectors that failed and the lines that are not vectors, in their order.
    var failures: [VerificationFailure] = []
    /// The number of vectors that do not apply to this library, by reason.
    package private(set) var skipped: [String: Int] = [:]

    package init() {}

    package var failed: Int { failures.count }

    /// Adds a vector that no module failed.
    mutating func add(_ outcomes: [(module: String, outcome: VectorOutcome)]) {
        var (modules, reason) = ([String](), String?.none)
        for (module, outcome) in outcomes {
            // The last module's reason is the most specific.
            if case .skipped(let skipReason) = outcome { reason = skipReason } else { modules.append(module) }
        }
        if modules.isEmpty {
            skipped[reason ?? "", default: 0] += 1
        } else {
            passed += 1
            passedThrough[modules.joined(separator: " and ") + (reason.map { " alone: \($0)" } ?? ""), default: 0] += 1
        }
    }

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

/// A vector that the library answers differently, or a line that is not a vector.
struct VerificationFailure: Sendable, CustomStringConvertible {
    let file: String
    /// The line, counted from 1.
    let line: Int
    /// The vector's name; `nil` if the line is not a vector.
    let id: String?
    /// The operation that it records; `nil` if the line is not a vector.
    let operation: String?
    /// The reason why the line cannot be replayed; `nil` if it was.
    let reason: String?
    let mismatches: [Mismatch]

    /// The place and the vector, and below it each difference with a mark under its beginning.
    var description: String {
        let place = (["\(file):\(line):"] + [id, operation.map { "(\($0))" }, reason].compactMap { $0 })
            .joined(separator: " ")
        return ([place] + mismatches.flatMap(\.lines)).joined(separator: "\n")
    }
}
