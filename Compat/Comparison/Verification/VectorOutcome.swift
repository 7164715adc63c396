/// What came of replaying a vector.
enum VectorOutcome {
    case passed
    case failed([Mismatch])
    /// The vector says nothing about this library, for the reason given.
    case skipped(String)
}
