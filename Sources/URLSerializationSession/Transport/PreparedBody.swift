/// The body of one transfer, made anew for it.
struct PreparedBody: Sendable {
    /// Another stream of the body from its start, where URLSession asks for one; nil where there is no stream.
    let makeStream: (@Sendable () -> InputStream?)?
    /// Why the body could not be read, which URLSession does not say.
    let failure: @Sendable () -> (any Error)?

    static let none = PreparedBody(makeStream: nil, failure: { nil })
}
