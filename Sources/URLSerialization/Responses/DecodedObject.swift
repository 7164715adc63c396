/// A decoded object that an error carries from one task to others.
///
/// A decoded tree is not `Sendable`, and errors are. The object is therefore never shared: the first reader gets the
/// object itself, and each later one a copy decoded anew.
///
/// `@unchecked Sendable`: `object` is only accessed under the lock, and is removed when the first reader takes it.
final class DecodedObject: @unchecked Sendable {
    private let lock = NSLock()
    private var object: Any?
    private let decodeAgain: @Sendable () -> Any?

    /// - Parameter object: An object that nothing else refers to.
    init(_ object: Any, decodeAgain: @escaping @Sendable () -> Any?) {
        self.object = object
        self.decodeAgain = decodeAgain
    }

    func take() -> Any? {
        let first: Any? = lock.withLock {
            defer { object = nil }
            return object
        }
        return first ?? decodeAgain()
    }
}
