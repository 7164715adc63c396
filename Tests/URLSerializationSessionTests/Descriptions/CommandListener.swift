import Testing
import URLSerializationSession

/// Takes one connection on this machine, reads one request from it, answers, and closes; each step for 5 seconds at most.
final class CommandListener: Sendable {
    struct Received: Sendable {
        var head: [String]
        var body: Data

        var target: String { head[0] }
        func values(_ name: String) -> [String] {
            let prefix = name.lowercased() + ":"
            return head.dropFirst().filter { $0.lowercased().hasPrefix(prefix) }
                .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
        }
    }

    let port: UInt16
    private let descriptor: Int32

    init() throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isListening)
    }

    deinit { _ = close(descriptor) }

    /// The next request, once it has come and been answered.
    func next() async throws -> Received {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try self.receive() }) }
        }
    }

    private func receive() throws -> Received {
        try #require(waits(descriptor), "Nobody came.")
        let connection = accept(descriptor, nil, nil)
        defer { _ = close(connection) }
        let (blank, line) = (Data("\r\n\r\n".utf8), Data("\r\n".utf8))
        var data = Data()
        while true {
            if let end = data.range(of: blank) {
                var received = Received(
                    head: String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n"),
                    body: Data(data[end.upperBound...]))
                let length = received.values("Content-Length").first.flatMap { Int($0) } ?? 0
                if received.body.count >= length {
                    let answer = Data("HTTP/1.1 200 OK\r\nContent-Length: 0".utf8) + line + line
                    _ = answer.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
                    received.body = Data(received.body)
                    return received
                }
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = waits(connection) ? read(connection, &buffer, buffer.count) : 0
            try #require(count > 0, "The request ended early.")
            data.append(contentsOf: buffer.prefix(count))
        }
    }

    private func waits(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 5000) > 0
    }
}
