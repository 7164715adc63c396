import Testing
import URLSerialization

/// A thread with the stack that secondary threads have on Apple's systems: 512 KiB.
enum SmallStack {
    /// Calls `body` on such a thread and waits for it.
    static func run<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) throws -> Output {
        let outcome = Outcome<Output>()
        let thread = Thread {
            outcome.result = Result { try body() }
            outcome.done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        outcome.done.wait()
        return try #require(outcome.result).get()
    }

    /// Written by one thread before it signals, read by another after.
    private final class Outcome<Output>: @unchecked Sendable {
        var result: Result<Output, any Error>?
        let done = DispatchSemaphore(value: 0)
    }
}
