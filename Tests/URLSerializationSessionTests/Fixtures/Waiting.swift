import Foundation
import Testing

/// Returns once a condition is true, and records an issue if it is not after ten minutes, since other tests may use all
/// threads for a while.
func eventually(_ what: Comment, _ isTrue: () throws -> Bool) async throws {
    let end = Date(timeIntervalSinceNow: 600)
    while try !isTrue() {
        guard Date() < end else {
            Issue.record(what)
            return
        }
        try await Task.sleep(nanoseconds: 2_000_000)
    }
}
