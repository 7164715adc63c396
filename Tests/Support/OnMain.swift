import Dispatch

/// Whether code runs on the main queue. On Linux that need not be the main thread.
package enum OnMain {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isTrue: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Reads a value that is written on the main queue.
    package static func read<Value: Sendable>(_ value: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: value()) }
        }
    }

    /// Returns once everything that was put on the main queue before has run.
    package static func wait() async { await read {} }
}
