import Foundation

/// The state that a server and its connections share.
///
/// `@unchecked Sendable`: all mutable state is accessed under the condition's lock.
final class ServerState: @unchecked Sendable {
    let options: LoopbackServer.Options
    private let condition = NSCondition()
    private var requests: [ReceivedRequest] = []
    private var requestCount = 0
    private var accepted = 0
    private var live: [Int: (socket: Socket, thread: JoinableThread?)] = [:]
    private var ended: [JoinableThread] = []
    private var opened: Set<String> = []
    private var held: [String: Int] = [:]
    private var failures: [String] = []
    private var stopping = false

    init(options: LoopbackServer.Options) { self.options = options }

    /// The values on which a wait can depend.
    struct Snapshot: Sendable {
        let requestCount: Int
        let acceptedCount: Int
        let openCount: Int
        let heldCounts: [String: Int]
    }

    var isStopping: Bool { condition.withLock { stopping } }
    var received: [ReceivedRequest] { condition.withLock { requests } }
    var failureTexts: [String] { condition.withLock { failures } }
    var snapshot: Snapshot { condition.withLock { currentSnapshot } }

    private var currentSnapshot: Snapshot {
        Snapshot(requestCount: requestCount, acceptedCount: accepted, openCount: live.count, heldCounts: held)
    }

    /// Counts a request, keeps it if there is room, and notifies waiting threads.
    func record(_ request: ReceivedRequest) {
        condition.withLock {
            requestCount += 1
            if requests.count < options.keptRequests { requests.append(request) }
            condition.broadcast()
        }
    }

    func record(failure: any Error) {
        condition.withLock { failures.append("\(failure)") }
    }

    // MARK: - Connections

    /// Starts a thread for a connection, unless the server is being stopped.
    func open(_ socket: Socket, _ serve: @escaping @Sendable (_ number: Int) -> Void) {
        condition.withLock {
            guard !stopping else { return socket.close() }
            let number = accepted
            accepted += 1
            live[number] = (socket, nil)
            // The thread cannot end before it is registered here, because it needs the lock to end.
            let thread = try? JoinableThread { [self] in
                serve(number)
                end(number)
            }
            if thread == nil { socket.close() }
            live[number] = thread.map { (socket, $0) }
            condition.broadcast()
        }
    }

    private func end(_ number: Int) {
        condition.withLock {
            if let connection = live.removeValue(forKey: number) {
                connection.socket.close()
                if let thread = connection.thread { ended.append(thread) }
            }
            condition.broadcast()
        }
    }

    /// Joins the threads of the connections that ended.
    func joinEnded() {
        let threads = condition.withLock {
            defer { ended = [] }
            return ended
        }
        for thread in threads { thread.join() }
    }

    /// Wakes all waiting threads; from now on every connection ends. Returns false if this was done before.
    func beginStopping() -> Bool {
        condition.withLock {
            guard !stopping else { return false }
            stopping = true
            for connection in live.values { connection.socket.shutDown() }
            condition.broadcast()
            return true
        }
    }

    /// Joins the threads of all connections.
    func joinAll() {
        let threads = condition.withLock {
            defer { ended = [] }
            return ended + live.values.compactMap(\.thread)
        }
        for thread in threads { thread.join() }
        // Those that ended in the meantime were among them.
        condition.withLock { ended = [] }
    }

    // MARK: - Waiting

    func open(gate name: String) {
        condition.withLock {
            opened.insert(name)
            condition.broadcast()
        }
    }

    /// Waits until a gate is open.
    func hold(at name: String) throws {
        try condition.withLock {
            held[name, default: 0] += 1
            condition.broadcast()
            defer {
                held[name, default: 0] -= 1
                condition.broadcast()
            }
            while !opened.contains(name), !stopping { condition.wait() }
            if stopping { throw LoopbackServerError.stopped }
        }
    }

    /// Waits for a time, or until the server is stopped.
    func pause(seconds: TimeInterval) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        try condition.withLock {
            while !stopping, condition.wait(until: end) {}
            if stopping { throw LoopbackServerError.stopped }
        }
    }

    /// Returns whether a condition became true in time.
    func wait(seconds: TimeInterval, until isTrue: (Snapshot) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isTrue(currentSnapshot) {
                guard condition.wait(until: end) else { return isTrue(currentSnapshot) }
            }
            return true
        }
    }
}
