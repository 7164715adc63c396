/// The storage of a received body. Methods are called by the driver, one at a time; properties are read on any thread.
///
/// `@unchecked Sendable`: the subclasses keep their state behind locks.
class BodySink: @unchecked Sendable {
    /// Changes a message to ask only for the missing part of the body, if the sink has the first part.
    func prepare(_ message: inout URLRequest) {}

    /// Begins the body of a response.
    ///
    /// - Returns: The number of stored bytes that the body continues, and the whole file's length or `nil` if the
    ///   response does not state it. `nil` if the body does not continue the stored part, so that the request has to be
    ///   sent again for the whole file.
    func begin(_ head: ResponseHead) throws -> (offset: Int64, total: Int64?)? { (0, nil) }

    /// Stores the next bytes of the body.
    func receive(_ data: Data) throws {}
    /// Discards the body so far, unless the next attempt can continue it.
    func reset(after error: (any Error)?) {}
    /// Ends the body, with the request's error or without one.
    ///
    /// - Parameter isAnswered: Whether the body is complete, so that it stays stored for the owner even with an error.
    /// - Returns: Files that are closed, and perhaps removed, when the caller releases them outside its lock.
    func finish(_ error: (any Error)?, isAnswered: Bool) -> (any Sendable)? { nil }
    /// Notifies the reader of the end. Called after the request has ended.
    func notifyEnd(_ error: RequestError?) {}
    /// Sets whether the sink is paused, during which it hands out nothing.
    func setPaused(_ isPaused: Bool) {}

    /// The received bytes, or `nil` if they are not in memory.
    var data: Data? { nil }
    /// Notes that a body with an unacceptable status is of no use, because its error has the beginning.
    func dropRefused() {}
    /// The part of a refused body that its error has: all of it in memory, or at most ``mostRefused``.
    var excerpt: Data? { data }
    /// Whether the body is not handed out, because its response is not acceptable.
    var isRefused: Bool { false }
    /// Whether no more of a refused body is needed.
    var isFull: Bool { false }
    /// The most bytes of a refused body that are kept if it is not in memory.
    static let mostRefused = 1 << 16
    /// Whether the transfer can be ended now and continued from its last byte later.
    var canPause: Bool { false }
    /// Returns whether the request has to be sent again for the rest of the file, after a complete response.
    ///
    /// - Throws: The error of a body that cannot be used.
    func needsRest() throws -> Bool { false }
    /// Whether received bytes are kept in memory.
    var isInMemory: Bool { false }
    /// Whether more bytes can be received.
    var hasRoom: Bool { true }
    /// Whether received bytes are handed to a reader as they arrive.
    var isHandedOut: Bool { false }
    /// Holds received bytes until ``reset(after:)`` or the end. Returns `false` if some were handed out, so that they
    /// must not be received again.
    func hold() -> Bool { true }
}

extension RequestError {
    /// Does work that writes received bytes to a temporary file, or reads them from it.
    ///
    /// - Parameter url: The URL of the file or of its directory.
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/file``.
    static func inTemporaryFile<Result>(
        at url: URL = FileManager.default.temporaryDirectory, _ work: () throws -> Result
    ) throws(RequestError) -> Result {
        do {
            return try work()
        } catch {
            let failure = error as? FileError
            throw RequestError(
                .file, url: url,
                reason: "A temporary file \(failure?.reason ?? "cannot be used: \(error.localizedDescription)"). "
                    + "Make room there, or set TMPDIR to another directory.",
                underlyingError: failure?.underlyingError ?? error)
        }
    }
}
