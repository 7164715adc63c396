/// An object that an error carries from the task that decoded it to whichever reads it.
///
/// A decoded tree is not `Sendable`, and errors are. So nobody ever shares one: the first reader is given the object
/// itself, and each later one a copy decoded anew.
///
/// `@unchecked Sendable`: `object` is only touched under the lock, and leaves for good with the first reader.
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
