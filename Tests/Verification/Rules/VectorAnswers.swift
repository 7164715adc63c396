/// The combined answers to a vector of the modules that have its operation.
struct VectorAnswers {
    private var passed: [String] = []
    private var skipped: [String] = []
    /// All differences, each with the modules that have it.
    private(set) var mismatches: [Mismatch] = []

    /// The reason why the vector applies to no module: the last module's, whose reason is the most specific.
    var skipReason: String { skipped.last ?? "" }

    /// The modules that passed, with the reason why others were skipped; `nil` if none passed.
    var passedThrough: String? {
        guard !passed.isEmpty else { return nil }
        return passed.joined(separator: " and ") + (skipped.isEmpty ? "" : " alone: \(skipReason)")
    }

    /// Adds a module's answer.
    mutating func add(_ outcome: VectorOutcome, of module: String) {
        switch outcome {
        case .passed: passed.append(module)
        case .skipped(let reason): skipped.append(reason)
        case .failed(let mismatches): Mismatch.merge(mismatches, of: module, into: &self.mismatches)
        }
    }
}

/// The outcome of replaying a vector through a module.
enum VectorOutcome {
    case passed
    case failed([Mismatch])
    /// The vector does not apply to this module, for the given reason.
    case skipped(String)
}
