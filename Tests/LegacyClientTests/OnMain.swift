import Dispatch

/// Whether code runs on the main queue. On Linux that need not be the main thread.
enum OnMain {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isTrue: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Reads something that is written on the main queue.
    static func read<Value: Sendable>(_ value: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: value()) }
        }
    }
}
