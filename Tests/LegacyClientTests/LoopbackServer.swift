import AFNetworkingCompat

/// A server on this machine that gives the same answer to every request, one request a connection, and keeps what it was
/// sent.
///
/// `@unchecked Sendable`: what changes is behind a lock.
final class LoopbackServer: @unchecked Sendable {
    struct Received {
        let head: [String]
        let body: Data

        /// The value of a field of the head.
        func value(_ name: String) -> String? {
            let line = head.first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private let listener: Int32
    private let answer: Data
    private let lock = NSLock()
    private var requests: [Received] = []
    private var isStopping = false
    /// Where the server listens.
    let url: URL?

    init(status: Int, body: String) {
        answer = Data(
            ("HTTP/1.1 \(status) Status\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
        #if canImport(Darwin)
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { [listener] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = listen(listener, 8)
                _ = getsockname(listener, $0, &length)
            }
        }
        url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
        Thread.detachNewThread { [self] in
            while !isStopped {
                guard Self.waitToRead(listener, milliseconds: 50) else { continue }
                let connection = accept(listener, nil, nil)
                if connection >= 0 { serve(connection) }
            }
            close(listener)
        }
    }

    /// What has been received.
    var received: [Received] { lock.withLock { requests } }

    /// Ends the thread that listens, which closes its socket.
    func stop() { lock.withLock { isStopping = true } }

    private var isStopped: Bool { lock.withLock { isStopping } }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var bytes = Data()
        let blank = Data("\r\n\r\n".utf8)
        while bytes.range(of: blank) == nil { guard receive(connection, &bytes) else { return } }
        guard let end = bytes.range(of: blank) else { return }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var request = Received(head: head, body: Data(bytes[end.upperBound...]))
        let length = request.value("Content-Length").flatMap { Int($0) } ?? 0
        while request.body.count < length {
            var body = request.body
            guard receive(connection, &body) else { return }
            request = Received(head: head, body: body)
        }
        lock.withLock { requests.append(request) }
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
    }

    /// Waits for more; false at the end, or if there is nothing for 3 seconds.
    private func receive(_ connection: Int32, _ bytes: inout Data) -> Bool {
        guard Self.waitToRead(connection, milliseconds: 3000) else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        return true
    }

    private static func waitToRead(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) > 0
    }
}
