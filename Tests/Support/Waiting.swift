import Testing
import URLSerialization

/// Returns once a condition is true, and records an issue if it is not after ten minutes, since other tests may use all
/// threads for a while.
package func eventually(_ what: Comment, _ isTrue: () throws -> Bool) async throws {
    let end = Date(timeIntervalSinceNow: 600)
    while try !isTrue() {
        guard Date() < end else { return _ = Issue.record(what) }
        try await Task.sleep(nanoseconds: 2_000_000)
    }
}

/// The length of a second in a test with times, longer at each try: 1, 2, 4 … 64. A busy machine is too late for one of
/// them, and hardly for the next.
package struct LongerTimes: Sequence {
    package init() {}

    package func makeIterator() -> some IteratorProtocol<Double> { (0...6).lazy.map { Double(1 << $0) }.makeIterator() }
}

extension URLSessionConfiguration {
    /// An ephemeral configuration whose requests wait while other tests use all threads.
    package static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}
