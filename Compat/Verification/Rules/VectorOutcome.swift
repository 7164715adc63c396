/// The outcome of replaying a vector through a module.
enum VectorOutcome {
    case passed
    case failed([Mismatch])
    /// The vector does not apply to this module, for the given reason.
    case skipped(String)
}
