import Foundation

/// An answer from another thread, for which a thread can wait.
///
/// `@unchecked Sendable`: the result is set before the semaphore is signalled, once, and read after that.
final class LaterAnswer<Value: Sendable>: @unchecked Sendable {
    private var result: Result<Value, any Error>?
    private let done = DispatchSemaphore(value: 0)

    /// Sets the answer, once.
    func give(_ result: Result<Value, any Error>) {
        self.result = result
        done.signal()
    }

    /// Waits for the answer.
    func wait() throws -> Value {
        done.wait()
        guard let result else { throw BenchmarkError.failure("no answer") }
        return try result.get()
    }

    /// Waits for asynchronous work. It must not be called from such work.
    static func wait(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let answer = LaterAnswer()
        Task {
            do {
                answer.give(.success(try await work()))
            } catch {
                answer.give(.failure(error))
            }
        }
        return try answer.wait()
    }
}
