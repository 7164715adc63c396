import TestSupport
import Testing
import URLSerializationSession

/// A listener that accepts one connection on this machine, reads one request, answers, and closes; each step takes ten
/// minutes at most.
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
    private let listener = LoopbackListener()

    init() throws {
        port = UInt16(listener.port)
        try #require(port > 0)
    }

    /// Returns the next request, once it has been received and answered.
    func next() async throws -> Received {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try self.receive() }) }
        }
    }

    private func receive() throws -> Received {
        try #require(waits(listener.descriptor), "Nobody came.")
        let connection = accept(listener.descriptor, nil, nil)
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

    private func waits(_ descriptor: Int32) -> Bool { LoopbackListener.waits(descriptor, milliseconds: 600_000) }
}
