import URLSerialization

/// A server on this machine that answers each path by a script, and records the requests.
///
/// It reads a request's body by its `Content-Length` before it answers. A request that is incomplete when its
/// connection ends, or after ten minutes without a byte, is recorded as it is and not answered. Connections stay open:
/// bytes after a body are the next request.
final class ScriptedServer: Sendable {
    struct Answer {
        var status: Int
        /// Header lines.
        var fields: [String] = []
    }

    struct Received {
        let method: String
        let path: String
        let fields: [(name: String, value: String)]
        let body: Data
        let isWhole: Bool

        /// The values of a field, in the order of its lines.
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }.map(\.value)
        }
    }

    private let log: Log
    private let port: UInt16

    /// - Parameter script: The answers for each path, in turn; the last is repeated.
    init(_ script: [String: [Answer]]) {
        let log = Log(script)
        let listener = Self.makeSocket()
        self.log = log
        port = Self.bindAndListen(listener)
        Thread.detachNewThread {
            while !log.isStopped {
                guard Self.waitToRead(listener, milliseconds: 100) else { continue }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                Thread.detachNewThread { Connection(descriptor: connection, log: log).serve() }
            }
            close(listener)
        }
    }

    deinit { log.stop() }

    /// The URL of a path.
    func callAsFunction(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests received so far, in the order in which the bodies ended.
    var received: [Received] { log.received }

    /// Returns the received requests once there are `count`.
    func received(atLeast count: Int) async -> [Received] {
        while received.count < count { try? await Task.sleep(for: .milliseconds(10)) }
        return received
    }

    // MARK: - Sockets

    private static func makeSocket() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func bindAndListen(_ descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 8)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    fileprivate static func waitToRead(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) > 0
    }
}

/// The state that the connections of a server share.
///
/// `@unchecked Sendable`: the mutable state is behind a lock.
private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var script: [String: [ScriptedServer.Answer]]
    private var requests: [ScriptedServer.Received] = []
    private var stopped = false

    init(_ script: [String: [ScriptedServer.Answer]]) { self.script = script }

    var isStopped: Bool { lock.withLock { stopped } }
    var received: [ScriptedServer.Received] { lock.withLock { requests } }

    func stop() { lock.withLock { stopped = true } }
    func append(_ request: ScriptedServer.Received) { lock.withLock { requests.append(request) } }

    func nextAnswer(for path: String) -> ScriptedServer.Answer {
        lock.withLock {
            guard let answers = script[path], let answer = answers.first else { return .init(status: 404) }
            if answers.count > 1 { script[path]?.removeFirst() }
            return answer
        }
    }
}

/// A connection, served on a separate thread.
private struct Connection {
    let descriptor: Int32
    let log: Log
    private var pending = Data()

    init(descriptor: Int32, log: Log) {
        self.descriptor = descriptor
        self.log = log
    }

    consuming func serve() {
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        while serveOne() {}
        close(descriptor)
    }

    private mutating func serveOne() -> Bool {
        let blank = Data("\r\n\r\n".utf8)
        while pending.range(of: blank) == nil { guard receive() else { return false } }
        guard let end = pending.range(of: blank) else { return false }
        let lines = String(decoding: pending[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        pending = Data(pending[end.upperBound...])
        let words = lines[0].components(separatedBy: " ")
        let path = words.count == 3 ? words[1] : ""
        let fields = lines.dropFirst().map { line in
            let (name, value) = (line.prefix { $0 != ":" }, line.drop { $0 != ":" }.dropFirst())
            return (name: String(name), value: value.trimmingCharacters(in: .whitespaces))
        }
        let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        while pending.count < length, receive() {}
        let isWhole = pending.count >= length
        log.append(
            .init(method: words[0], path: path, fields: fields, body: Data(pending.prefix(length)), isWhole: isWhole))
        pending = Data(pending.dropFirst(length))
        if isWhole { write(log.nextAnswer(for: path)) }
        return isWhole
    }

    /// Waits for more bytes. Returns false at the end, or if there are none for ten minutes.
    private mutating func receive() -> Bool {
        guard ScriptedServer.waitToRead(descriptor, milliseconds: 600_000) else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        pending.append(contentsOf: buffer.prefix(count))
        return true
    }

    private func write(_ answer: ScriptedServer.Answer) {
        let lines = ["HTTP/1.1 \(answer.status) Status", "Content-Length: 2"] + answer.fields
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\nok").utf8)
        #if canImport(Darwin)
            _ = send(descriptor, bytes, bytes.count, 0)
        #else
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
