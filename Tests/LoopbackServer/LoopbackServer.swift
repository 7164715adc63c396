import Foundation

/// An HTTP/1.1 server on 127.0.0.1 within the process that uses it, with a thread for each connection.
///
/// It runs its handler, which may answer correctly or not, even byte by byte, and records the requests. Connections
/// stay open for further requests until the handler, the client or ``stop()`` ends them.
///
///     let server = try LoopbackServer { exchange in
///         try exchange.respond(headers: ["Content-Type": "text/plain"], body: "hello")
///     }
///
/// The trait ``Testing/Trait/stoppingServers`` stops it at the end of the test; without the trait, ``stop()`` does.
package final class LoopbackServer: Sendable {
    /// The options of reading, recording and answering.
    package struct Options: Sendable {
        /// Whether the handler is called after the head of a request, before its body. It then reads the body by
        /// ``Exchange/readBody(upTo:)``; the rest is read after it returns, if the connection is still open.
        package var answersBeforeBody = false
        /// Whether `Expect: 100-continue` is answered before the body is read.
        package var answersExpect = false
        /// The number of requests that are kept; later ones are only counted.
        package var keptRequests = Int.max
        /// The number of bytes of each body that are kept.
        package var keptBodyLength = 1 << 24
        /// Whether a ``BodyDigest`` of each body is computed.
        package var digestsBodies = false
        /// The size of each connection's receive buffer in bytes, or `nil` for one that the system lets grow.
        package var receiveBufferLength: Int?
        /// The certificate of TLS, or `nil` for plain connections. Only on Linux.
        package var certificate: CertificateFiles?

        package init() {}
    }

    /// The files in PEM of a certificate, with those above it, and of its key.
    package struct CertificateFiles: Sendable {
        package let chain: String
        package let key: String

        package init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The port, which the system chose.
    package let port: UInt16
    private let state: ServerState
    private let listener: Socket
    private let acceptor: JoinableThread
    private let scheme: String

    /// Creates a server that calls its handler for each request, on the connection's thread.
    ///
    /// A handler that throws ends the connection; one that writes nothing leaves the client waiting.
    ///
    /// - Throws: ``LoopbackServerError`` if the system refuses a socket or a thread.
    package convenience init(
        _ options: Options = Options(), _ respond: @escaping @Sendable (Exchange) throws -> Void
    ) throws {
        try self.init(options, connections: { try $0.serve(respond) })
    }

    /// Returns a server that calls its handler for each connection, on a separate thread, before anything is read.
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
        scheme = options.certificate == nil ? "http" : "https"
        acceptor = try JoinableThread {
            while !state.isStopping {
                state.joinEnded()
                guard let socket = listener.accept(certificate: options.certificate) else { continue }
                state.open(socket) { number in
                    let connection = Connection(socket: socket, number: number, state: state)
                    do {
                        try handle(connection)
                    } catch LoopbackServerError.ended, LoopbackServerError.stopped, LoopbackServerError.system {
                        // The client has left, or the server stops: not a failure of the handler.
                    } catch {
                        state.record(failure: error)
                    }
                }
            }
        }
        StartedServers.current?.add(self)
    }

    deinit { stop() }

    /// Returns a URL of this server.
    ///
    /// - Parameter target: The path and query, with their escapes.
    package func url(_ target: String = "/") -> URL {
        guard let url = URL(string: address(target)) else {
            preconditionFailure("\(target.debugDescription) is not the path and query of a URL")
        }
        return url
    }

    /// Returns the text of ``url(_:)``.
    package func address(_ target: String = "/") -> String { "\(scheme)://127.0.0.1:\(port)\(target)" }

    /// The received requests, in the order in which they were read to their ends.
    package var requests: [ReceivedRequest] { state.received }
    /// The number of received requests, including those not kept.
    package var requestCount: Int { state.snapshot.requestCount }
    /// The number of accepted connections.
    package var connectionCount: Int { state.snapshot.acceptedCount }
    /// The number of open connections.
    package var openConnectionCount: Int { state.snapshot.openCount }
    /// The errors of handlers, except for a client that left, and malformed requests.
    package var failures: [String] { state.failureTexts }

    /// Opens a gate for all present and future callers of ``Connection/hold(at:)``.
    package func release(_ gate: String = "") { state.open(gate: gate) }

    /// Returns the requests, once there are `count` of them.
    ///
    /// - Throws: ``LoopbackServerError/timedOut(_:)``.
    @discardableResult
    package func waitForRequests(_ count: Int, timeout: TimeInterval = 600) async throws -> [ReceivedRequest] {
        try await wait(timeout, for: "\(count) requests") { $0.requestCount >= count }
        return requests
    }

    /// Returns once `count` handlers are held at a gate.
    package func waitUntilHeld(_ gate: String = "", count: Int = 1, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "\(count) at the gate") { $0.heldCounts[gate, default: 0] >= count }
    }

    /// Returns once `count` connections have been accepted.
    package func waitForConnections(_ count: Int, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "\(count) connections") { $0.acceptedCount >= count }
    }

    /// Returns once at most `count` connections are open.
    package func waitForOpenConnections(atMost count: Int = 0, timeout: TimeInterval = 600) async throws {
        try await wait(timeout, for: "connections to end") { $0.openCount <= count }
    }

    /// Closes every socket and waits for the end of every thread. Further calls have no effect; releasing the server
    /// does the same.
    ///
    /// A handler that waits for something other than its connection must be released by the code that makes it wait.
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
        // Not on one of the few threads that all tasks share.
        let isInTime = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [state] in
                continuation.resume(returning: state.wait(seconds: timeout, until: isTrue))
            }
        }
        if !isInTime { throw LoopbackServerError.timedOut(what) }
    }
}
