/// The storage of a received body. Members are called on the session's queue.
protocol BodySink: AnyObject, Sendable {
    /// Changes a request to ask only for the missing part of the body, if the sink has the first part.
    func prepare(_ request: inout URLRequest)
    /// Begins the body of a response.
    func begin(_ response: URLResponse) throws -> BodyDecision
    /// Stores the next bytes of the body.
    func receive(_ data: Data) throws
    /// Discards the body so far, unless the next attempt can continue it.
    func reset(after error: (any Error)?)
    /// Ends the body.
    ///
    /// - Parameter isAnswered: Whether the body is complete, so that it stays stored for the owner even with an error.
    func finish(_ error: (any Error)?, isAnswered: Bool)
    /// Notifies the reader of the end. Called after the request has ended.
    func notifyEnd(_ error: (any Error)?)

    /// Sets whether the sink is paused, during which it hands out nothing.
    func setPaused(_ isPaused: Bool)

    /// Whether the transfer can be ended now and continued from its last byte later.
    var canPause: Bool { get }
    /// Returns whether the request has to be sent again for the rest of the file, after a complete response.
    ///
    /// - Throws: The error of a body that cannot be used.
    func needsRest() throws -> Bool
    /// Whether received bytes are kept in memory.
    var isInMemory: Bool { get }
    /// Whether more bytes can be received.
    var hasRoom: Bool { get }
    /// Whether received bytes are handed to a reader as they arrive.
    var isHandedOut: Bool { get }
    /// Holds received bytes until ``reset(after:)`` or the end. Returns `false` if some were handed out, so that they
    /// must not be received again.
    func hold() -> Bool
}

/// The decision of a sink about a response.
enum BodyDecision {
    /// Keeps the body, as the continuation of `from` stored bytes; `of` is the whole file's length, or `nil` where the
    /// response does not state it.
    case keep(from: Int64, of: Int64? = nil)
    /// Sends the request again for the whole file, because the body does not continue the stored part.
    case startOver
}

extension BodySink {
    func prepare(_ request: inout URLRequest) {}
    func finish(_ error: (any Error)?, isAnswered: Bool) {}
    func notifyEnd(_ error: (any Error)?) {}
    func setPaused(_ isPaused: Bool) {}
    var canPause: Bool { false }
    func needsRest() throws -> Bool { false }
    var isInMemory: Bool { false }
    var hasRoom: Bool { true }
    var isHandedOut: Bool { false }
    func hold() -> Bool { true }
}
