import AFNetworkingCompat

/// Whether code runs on the main queue. On Linux that need not be the main thread.
enum OnMain {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isTrue: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Comes back once everything that was put on the main queue before has run.
    static func wait() async {
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
}
