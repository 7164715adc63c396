/// A decoded object that an error carries from one task to others.
///
/// A decoded tree is not `Sendable`, and errors are. The object is therefore never shared: the first reader gets the
/// object itself, and each later one a copy decoded anew.
final class DecodedObject: Sendable {
    private let object: TakenOnce<Any>
    private let decodeAgain: @Sendable () -> Any?

    /// - Parameter object: An object that nothing else refers to.
    init(_ object: Any, decodeAgain: @escaping @Sendable () -> Any?) {
        self.object = TakenOnce(object)
        self.decodeAgain = decodeAgain
    }

    func take() -> Any? { object.take() ?? decodeAgain() }
}
