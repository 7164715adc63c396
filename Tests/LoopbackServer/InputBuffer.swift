import Foundation

/// The bytes that have been received over a connection and not been taken yet.
final class InputBuffer {
    private static let capacity = 1 << 18
    private let socket: Socket
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    private var start = 0
    private var end = 0

    init(socket: Socket) { self.socket = socket }

    deinit { memory.deallocate() }

    /// The available bytes, without waiting for more.
    private var pending: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Waits for more bytes. Returns false at the end of the peer's bytes.
    private func fill() throws -> Bool {
        if start == end {
            (start, end) = (0, 0)
        } else if end == memory.count {
            guard start > 0 else { throw LoopbackServerError.malformed("a line or a head of more than 256 KiB") }
            memory.copyMemory(from: pending)
            (start, end) = (0, end - start)
        }
        let count = try socket.receive(into: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        end += count
        return count > 0
    }

    /// Returns the bytes up to a blank line, without it, or `nil` at the end of the peer's bytes if there are none
    /// before it.
    func takeHead() throws -> [UInt8]? {
        var searched = 0
        while true {
            // Blank lines before a request are skipped (RFC 9112, 2.2).
            while searched == 0, start < end, memory[start] == 13 || memory[start] == 10 { start += 1 }
            let bytes = pending
            while searched + 3 < bytes.count {
                if bytes[searched] == 13, bytes[searched + 1] == 10, bytes[searched + 2] == 13,
                    bytes[searched + 3] == 10
                {
                    let head = Array(bytes[..<searched])
                    start += searched + 4
                    return head
                }
                searched += 1
            }
            guard try fill() else {
                if pending.isEmpty { return nil }
                throw LoopbackServerError.ended
            }
        }
    }

    /// Returns a line without its end.
    func takeLine() throws -> String {
        var searched = 0
        while true {
            let bytes = pending
            while searched + 1 < bytes.count {
                if bytes[searched] == 13, bytes[searched + 1] == 10 {
                    let line = String(decoding: bytes[..<searched], as: UTF8.self)
                    start += searched + 2
                    return line
                }
                searched += 1
            }
            guard try fill() else { throw LoopbackServerError.ended }
        }
    }

    /// Passes on the next bytes, at least one and at most `limit`.
    ///
    /// - Returns: The number of bytes.
    func take(atMost limit: Int, _ receive: (UnsafeRawBufferPointer) -> Void) throws -> Int {
        if start == end, try !fill() { throw LoopbackServerError.ended }
        let count = min(limit, end - start)
        receive(UnsafeRawBufferPointer(rebasing: memory[start..<(start + count)]))
        start += count
        return count
    }

    /// Reads and discards bytes until the peer ends its side, at most for a time.
    ///
    /// - Returns: Whether it did.
    func drain(seconds: TimeInterval) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        (start, end) = (0, 0)
        while socket.waitToRead(seconds: limit.timeIntervalSinceNow) {
            // A reset is an end as well.
            guard let count = try? socket.receive(into: memory), count > 0 else { return true }
        }
        return false
    }
}
