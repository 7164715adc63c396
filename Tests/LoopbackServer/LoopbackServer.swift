import Foundation

/// An HTTP/1.1 server within the process that uses it, on 127.0.0.1, with a thread for each connection.
///
/// It does what its handler says, right or wrong, byte by byte if need be, and keeps what it was sent. Connections stay
/// open for further requests until the handler, the client or ``stop()`` ends them.
///
///     let server = try LoopbackServer { exchange in
///         try exchange.respond(headers: ["Content-Type": "text/plain"], body: "hello")
///     }
///     defer { server.stop() }
package final class LoopbackServer: Sendable {
    /// What a server reads, keeps and answers by itself.
    package struct Options: Sendable {
        /// Whether the handler is called as soon as the head of a request is there. It then reads the body by
        /// ``Exchange/readBody(upTo:)``; what it leaves of it is read after it, if the connection is still open.
        package var answersBeforeBody = false
        /// Whether `Expect: 100-continue` is answered before the body is read.
        package var answersExpect = false
        /// How many requests are kept; later ones are only counted.
        package var keptRequests = Int.max
        /// How many bytes of each body are kept.
        package var keptBodyLength = 1 << 24
        /// Whether a ``BodyDigest`` of each body is taken.
        package var digestsBodies = false
        /// The size of each connection's receive buffer in bytes, or `nil` for one that the system lets grow.
        package var receiveBufferLength: Int?

        package init() {}
    }

    /// The port, which the system chose.
    package let port: UInt16
    private let state: ServerState
    private let listener: Socket
    private let acceptor: JoinableThread

    /// A server that calls its handler for each request, on the connection's thread.
    ///
    /// A handler that throws ends the connection; one that writes nothing leaves the client waiting.
    /// - Throws: ``LoopbackServerError`` if the system refuses a socket or a thread.
    package convenience init(
        _ options: Options = Options(), _ respond: @escaping @Sendable (Exchange) throws -> Void
    ) throws {
        try self.init(options, connections: { try $0.serve(respond) })
    }

    /// A server that calls its handler for each connection, on a thread of its own, before anything is read.
    package static func forConnections(
        _ options: Options = Options(), _ handle: @escaping @Sendable (Connection) throws -> Void
    ) throws -> LoopbackServer {
        try LoopbackServer(options, connections: handle)
    }

    private init(_ options: Options, connections handle: @escaping @Sendable (Connection) throws -> Void) throws {
        let state = ServerState(options: options)
        let (listener, port) = try Socket.listening(receiveBufferLength: options.receiveBufferLength)
        self.state = state
        self.listener = listener
        self.port = port
        acceptor = try JoinableThread {
            while !state.isStopping {
                state.joinEnded()
                guard let socket = listener.accept() else { continue }
                state.open(socket) { number in
                    let connection = Connection(socket: socket, number: number, state: state)
                    do {
                        try handle(connection)
                    } catch LoopbackServerError.ended, LoopbackServerError.stopped, LoopbackServerError.system {
                        // The client went away, or the server stops: no failure of the handler.
                    } catch {
                        state.record(failure: error)
                    }
                }
            }
        }
    }

    deinit { stop() }

    /// A URL of this server.
    /// - Parameter target: Path and query, with their escapes.
    package func url(_ target: String = "/") -> URL {
        guard let url = URL(string: address(target)) else {
            preconditionFailure("\(target.debugDescription) is not the path and query of a URL")
        }
        return url
    }

    /// The same as ``url(_:)``, as text.
    package func address(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

    /// What has been received, in the order in which the requests were read to their ends.
    package var requests: [ReceivedRequest] { state.received }
    /// How many requests have been received, kept or not.
    package var requestCount: Int { state.snapshot.requestCount }
    /// How many connections have been accepted.
    package var connectionCount: Int { state.snapshot.acceptedCount }
    /// How many connections are open.
    package var openConnectionCount: Int { state.snapshot.openCount }
    /// What handlers threw, other than for a client that went away, and what came that is no request.
    package var failures: [String] { state.failureTexts }

    /// Lets go on who is, or will be, held by ``Connection/hold(at:)``.
    package func release(_ gate: String = "") { state.open(gate: gate) }

    /// The requests, once there are so many.
    /// - Throws: ``LoopbackServerError/timedOut(_:)``.
    @discardableResult
    package func waitForRequests(_ count: Int, timeout: TimeInterval = 600) async throws -> [ReceivedRequest] {
        try await wait(timeout, for: "\(count) requests") { $0.requestCount >= count }
        return requests
    }

    /// Comes back once so many handlers are held at a gate.
    package func waitUntilHeld(_ gate: String = "", count: Int = 1, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "\(count) at the gate") { $0.heldCounts[gate, default: 0] >= count }
    }

    /// Comes back once so many connections have been accepted.
    package func waitForConnections(_ count: Int, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "\(count) connections") { $0.acceptedCount >= count }
    }

    /// Comes back once at most so many connections are open.
    package func waitForOpenConnections(atMost count: Int = 0, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "connections to end") { $0.openCount <= count }
    }

    /// Closes every socket and waits for the end of every thread. Once is enough; the server's end does the same.
    ///
    /// A handler that waits for something other than its connection must be let go by whoever has it wait.
    package func stop() {
        guard state.beginStopping() else { return }
        listener.shutDown()
        acceptor.join()
        listener.close()
        state.joinAll()
    }

    private func wait(
        _ timeout: TimeInterval, for what: String, until isTrue: @escaping @Sendable (ServerState.Snapshot) -> Bool
    ) async throws {
        // Not on one of the few threads that every task shares.
        let isInTime = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [state] in
                continuation.resume(returning: state.wait(seconds: timeout, until: isTrue))
            }
        }
        if !isInTime { throw LoopbackServerError.timedOut(what) }
    }
}
