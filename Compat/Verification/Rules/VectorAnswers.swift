/// What the modules that have an operation answered to a vector, taken together.
struct VectorAnswers {
    private var passed: [String] = []
    private var skipped: [String] = []
    /// Everything that differs, each with the modules that answered so.
    private(set) var mismatches: [Mismatch] = []

    /// Why the vector says nothing about any module: what the last has to say, which knows of the most.
    var skipReason: String { skipped.last ?? "" }

    /// The modules that answered as the vector says, and why by no more than these; nil if there are none.
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
