/// Where a received body goes. All of it is the session's queue's, unless it says otherwise.
protocol BodySink: AnyObject, Sendable {
    /// Asks for a part of the body only, if the rest is there already.
    func prepare(_ request: inout URLRequest)
    /// A response has come whose body is to be kept.
    func begin(_ response: URLResponse) throws -> BodyDecision
    /// The next bytes of the body.
    func receive(_ data: Data) throws
    /// What came so far is worth nothing, unless the next attempt can go on from there.
    func reset(after error: (any Error)?)
    /// Ends the body.
    ///
    /// - Parameter isAnswered: Whether it came whole, so that what is stored belongs to the owner, whatever the error.
    func finish(_ error: (any Error)?, isAnswered: Bool)
    /// The request has ended, as everybody may see now.
    func tellEnd(_ error: (any Error)?)

    /// Hands nothing out until it is no longer paused.
    func setPaused(_ isPaused: Bool)

    /// Whether the transfer can be ended now and taken up again from there later.
    var canPause: Bool { get }
    /// Whether the request has to be sent again, for the rest, now that the body has come whole.
    ///
    /// - Throws: The reason why what came cannot be used.
    func needsRest() throws -> Bool
    /// Whether what comes is kept in memory.
    var isInMemory: Bool { get }
    /// Whether what comes is handed to a reader as it comes.
    var isHandedOut: Bool { get }
    /// Hands nothing out until ``reset(after:)`` or the end; false if something has been, and must not come again.
    func withhold() -> Bool
}

/// What is to become of a response.
enum BodyDecision {
    /// Its body is kept, after so many bytes that are there already; of so many in all, where the response says it.
    case keep(from: Int64, of: Int64? = nil)
    /// It does not fit the part that is there: the request is sent again, for the whole.
    case startOver
}

extension BodySink {
    func prepare(_ request: inout URLRequest) {}
    func finish(_ error: (any Error)?, isAnswered: Bool) {}
    func tellEnd(_ error: (any Error)?) {}
    func setPaused(_ isPaused: Bool) {}
    var canPause: Bool { false }
    func needsRest() throws -> Bool { false }
    var isInMemory: Bool { false }
    var isHandedOut: Bool { false }
    func withhold() -> Bool { true }
}
