import Foundation

/// A request that waits for its answer, on the thread of its connection.
package final class Exchange {
    /// The connection, for anything but a proper answer.
    package let connection: Connection
    private(set) var endsConnection: Bool

    init(_ connection: Connection) {
        self.connection = connection
        endsConnection = connection.request.map { !$0.keepsAlive } ?? true
    }

    /// The request, as far as it has been read.
    package var request: ReceivedRequest {
        guard let request = connection.request else { preconditionFailure("The exchange is over") }
        return request
    }

    /// Answers the request.
    ///
    /// - Parameters:
    ///   - headers: The fields in their order, unchanged. A `Content-Length` is added unless they have one or a
    ///     `Transfer-Encoding`, except with 1xx, 204 and 304.
    ///   - body: The body, which is not sent for a HEAD request, 1xx, 204 and 304.
    package func respond(
        status: Int = 200, reason: String = "Status", headers: KeyValuePairs<String, String> = [:],
        body: some ContiguousBytes = Data()
    ) throws {
        try body.withUnsafeBytes { body in
            var bytes = head(status: status, reason: reason, headers: headers, length: body.count)
            // Small answers leave in one packet, large ones without a copy.
            let isSent = hasBody(status)
            if isSent, body.count <= 1 << 16 { bytes.append(contentsOf: body) }
            try connection.write(bytes)
            if isSent, body.count > 1 << 16 { try connection.write(body) }
        }
    }

    /// Answers with a text, in UTF-8.
    package func respond(
        status: Int = 200, reason: String = "Status", headers: KeyValuePairs<String, String> = [:], body: String
    ) throws {
        try respond(status: status, reason: reason, headers: headers, body: Data(body.utf8))
    }

    /// Answers with a body that need not fit into memory; see ``Connection/write(patternFrom:count:)``.
    package func respond(
        status: Int = 200, reason: String = "Status", headers: KeyValuePairs<String, String> = [:],
        patternFrom position: Int = 0, count: Int
    ) throws {
        try connection.write(head(status: status, reason: reason, headers: headers, length: count))
        if hasBody(status) { try connection.write(patternFrom: position, count: count) }
    }

    /// Answers with a body in chunks.
    package func respond(
        status: Int = 200, reason: String = "Status", headers: KeyValuePairs<String, String> = [:], chunks: [Data]
    ) throws {
        try writeHead(status: status, reason: reason, headers: headers)
        try write("Transfer-Encoding: chunked\r\n\r\n")
        for chunk in chunks { try writeChunk(chunk) }
        try writeLastChunk()
    }

    /// Sends a status line and fields, unchanged, without the blank line after them.
    package func writeHead(
        status: Int = 200, reason: String = "Status", headers: KeyValuePairs<String, String> = [:]
    ) throws {
        var head = "HTTP/1.1 \(status) \(reason)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        try write(head)
    }

    /// Sends a chunk. An empty one would end the body.
    package func writeChunk(_ data: Data) throws {
        try connection.write(Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8))
    }

    /// Ends a body in chunks.
    package func writeLastChunk() throws { try write("0\r\n\r\n") }

    /// Sends bytes unchanged.
    package func write(_ bytes: some ContiguousBytes) throws { try connection.write(bytes) }
    /// Sends a text unchanged, in UTF-8.
    package func write(_ text: String) throws { try connection.write(text) }
    /// Sends bytes in pieces, with a pause after each.
    package func write(_ bytes: Data, slowly length: Int, pause seconds: TimeInterval) throws {
        try connection.write(bytes, slowly: length, pause: seconds)
    }

    /// See ``Connection/readBody(upTo:)``.
    package func readBody(upTo length: Int = .max) throws { try connection.readBody(upTo: length) }
    /// See ``Connection/hold(at:)``.
    package func hold(at gate: String = "") throws { try connection.hold(at: gate) }
    /// See ``Connection/pause(seconds:)``.
    package func pause(seconds: TimeInterval) throws { try connection.pause(seconds: seconds) }
    /// See ``Connection/waitUntilClosedByPeer(seconds:)``.
    @discardableResult
    package func waitUntilClosedByPeer(seconds: TimeInterval = 600) -> Bool {
        connection.waitUntilClosedByPeer(seconds: seconds)
    }
    /// See ``Connection/close()``.
    package func close() { connection.close() }
    /// See ``Connection/reset()``.
    package func reset() { connection.reset() }

    private func hasBody(_ status: Int) -> Bool {
        request.method != "HEAD" && status >= 200 && status != 204 && status != 304
    }

    private func head(
        status: Int, reason: String, headers: KeyValuePairs<String, String>, length: Int
    ) -> Data {
        var head = "HTTP/1.1 \(status) \(reason)\r\n"
        var isFramed = status < 200 || status == 204 || status == 304
        for (name, value) in headers {
            head += "\(name): \(value)\r\n"
            switch name.lowercased() {
            case "content-length", "transfer-encoding": isFramed = true
            case "connection": if value.lowercased() == "close" { endsConnection = true }
            default: break
            }
        }
        if !isFramed { head += "Content-Length: \(length)\r\n" }
        head += "\r\n"
        return Data(head.utf8)
    }
}
