/// What came of replaying a vector through a module.
enum VectorOutcome {
    case passed
    case failed([Mismatch])
    /// The vector says nothing about this module, for the reason given.
    case skipped(String)
}
