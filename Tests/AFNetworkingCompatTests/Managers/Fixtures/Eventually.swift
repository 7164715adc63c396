import AFNetworkingCompat
import Testing

/// Returns once a condition is true; records an issue if it is not after ten minutes.
func eventually(_ what: Comment, _ isTrue: () -> Bool) async throws {
    let end = Date(timeIntervalSinceNow: 600)
    while !isTrue() {
        guard Date() < end else {
            Issue.record(what)
            return
        }
        try await Task.sleep(nanoseconds: 2_000_000)
    }
}
