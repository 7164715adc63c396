/// Why the latest stream of a body failed. Foundation on Linux drops a stream's error, and whoever waits for the task
/// does not always have the stream.
///
/// `@unchecked Sendable`: what changes is behind a lock.
final class StreamFailures: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: RequestSerializationError?

    func get() -> RequestSerializationError? { lock.withLock { latest } }

    func set(_ failure: RequestSerializationError?) { lock.withLock { latest = failure } }
}
