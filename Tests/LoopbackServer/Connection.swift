import Foundation

/// A connection, for the single thread that serves it, which reads and writes byte by byte.
///
/// Every method throws ``LoopbackServerError`` after the client or the server has ended the connection.
package final class Connection {
    /// The number of the connection, counted from 0.
    package let number: Int
    private let socket: Socket
    private let state: ServerState
    private let input: InputBuffer
    private let reader: RequestReader
    private var isRecorded = true
    private(set) var isClosed = false

    init(socket: Socket, number: Int, state: ServerState) {
        self.socket = socket
        self.number = number
        self.state = state
        input = InputBuffer(socket: socket)
        reader = RequestReader(input: input, options: state.options, connection: number)
    }

    // MARK: - Reading

    /// The request that is being read, as far as it has been received.
    package var request: ReceivedRequest? { reader.request }

    /// Reads the head of the next request, after the rest of the body before it. Returns `nil` if there is none.
    package func readHead() throws -> ReceivedRequest? {
        try readBody()
        let request = try reader.readHead()
        isRecorded = request == nil
        if let request, request.isComplete { record() }
        return request
    }

    /// Reads the body of the request, all of it or up to a length.
    package func readBody(upTo length: Int = .max) throws {
        do {
            try reader.readBody(upTo: length)
        } catch {
            // The part that was received.
            record()
            throw error
        }
        if reader.request?.isComplete ?? false { record() }
    }

    /// Tells a client that waits for it to send the body.
    package func writeContinue() throws { try write("HTTP/1.1 100 Continue\r\n\r\n") }

    private func record() {
        guard !isRecorded, let request = reader.request else { return }
        isRecorded = true
        state.record(request)
    }

    // MARK: - Writing

    /// Sends bytes unchanged.
    package func write(_ bytes: some ContiguousBytes) throws {
        try bytes.withUnsafeBytes { try socket.send($0) }
    }

    /// Sends a text unchanged, in UTF-8.
    package func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try socket.send(UnsafeRawBufferPointer($0)) }
    }

    /// Sends bytes in pieces, with a pause after each.
    package func write(_ bytes: Data, slowly length: Int, pause seconds: TimeInterval) throws {
        var rest = bytes
        while !rest.isEmpty {
            try write(rest.prefix(length))
            rest = rest.dropFirst(length)
            try pause(seconds: seconds)
        }
    }

    /// Sends bytes of a pattern that repeats every 251 bytes, beginning at a position in it.
    package func write(patternFrom position: Int = 0, count: Int) throws {
        var (position, rest) = (position % 251, count)
        try Self.pattern.withUnsafeBytes { pattern in
            while rest > 0 {
                let length = min(rest, pattern.count - position)
                try socket.send(UnsafeRawBufferPointer(rebasing: pattern[position..<(position + length)]))
                rest -= length
                position = (position + length) % 251
            }
        }
    }

    /// Returns a part of the pattern of ``write(patternFrom:count:)``: each byte is its position modulo 251.
    package static func pattern(_ range: Range<Int>) -> Data {
        var data = Data(pattern.dropFirst(range.lowerBound % 251).prefix(range.count))
        while data.count < range.count { data += pattern }
        return data.prefix(range.count)
    }

    private static let pattern = (0..<(251 * 1024)).map { UInt8($0 % 251) }

    // MARK: - Waiting

    /// Waits until the test opens the gate by ``LoopbackServer/release(_:)``.
    package func hold(at gate: String = "") throws { try state.hold(at: gate) }

    package func pause(seconds: TimeInterval) throws { try state.pause(seconds: seconds) }

    /// Reads and discards bytes until the client ends the connection.
    ///
    /// - Returns: Whether it did within the time.
    @discardableResult
    package func waitUntilClosedByPeer(seconds: TimeInterval = 600) -> Bool { input.drain(seconds: seconds) }

    // MARK: - Ending

    /// Sends no more, but still receives.
    package func endSending() { socket.endSending() }

    /// Ends the connection. The system answers bytes that the client still sends with a reset.
    package func close() {
        record()
        isClosed = true
        socket.close()
    }

    /// Ends the connection by a reset.
    package func reset() {
        record()
        isClosed = true
        socket.reset()
    }

    // MARK: - Requests

    /// Serves the connection request by request, as described at ``LoopbackServer/init(_:_:)``.
    func serve(_ respond: (Exchange) throws -> Void) throws {
        defer { record() }
        while !isClosed, let request = try readHead() {
            if request.expectsContinue, state.options.answersExpect { try writeContinue() }
            if !state.options.answersBeforeBody { try readBody() }
            let exchange = Exchange(self)
            try respond(exchange)
            guard !isClosed, !exchange.endsConnection else { return }
        }
    }
}
