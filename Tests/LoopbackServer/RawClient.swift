import Foundation

/// A client that sends bytes unchanged, for one thread.
package final class RawClient {
    private let socket: Socket

    /// Connects to a port of 127.0.0.1.
    package init(port: UInt16) throws { socket = try Socket.connected(to: port) }

    /// Sends a text unchanged, in UTF-8.
    package func send(_ text: String) throws {
        var text = text
        try text.withUTF8 { try socket.send(UnsafeRawBufferPointer($0)) }
    }

    /// Sends bytes unchanged.
    package func send(_ bytes: some ContiguousBytes) throws {
        try bytes.withUnsafeBytes { try socket.send($0) }
    }

    /// Receives until the text has an ending, or the peer ends its side.
    ///
    /// - Throws: ``LoopbackServerError`` if nothing is received within the time, or if the peer resets the connection.
    package func receive(until end: String? = nil, timeout: TimeInterval = 600) throws -> String {
        String(decoding: try receiveBytes(until: end, timeout: timeout), as: UTF8.self)
    }

    /// Receives as ``receive(until:timeout:)`` does.
    package func receiveBytes(until end: String? = nil, timeout: TimeInterval = 600) throws -> Data {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while end.map({ !received.suffix($0.utf8.count).elementsEqual($0.utf8) }) ?? true {
            guard socket.waitToRead(seconds: timeout) else {
                throw LoopbackServerError.timedOut("bytes after \(String(decoding: received, as: UTF8.self))")
            }
            let count = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
            guard count > 0 else { break }
            received.append(contentsOf: buffer.prefix(count))
        }
        return received
    }

    /// Ends this side of the connection; the other can still send.
    package func endSending() { socket.endSending() }

    package func close() { socket.close() }
}
