import Foundation

/// The reader of the requests of a connection, head and body, which records their exact framing.
final class RequestReader {
    private let input: InputBuffer
    private let options: LoopbackServer.Options
    private let connection: Int
    private(set) var request: ReceivedRequest?
    private var digest = BodyDigest()
    /// The number of bytes left of the body or of the current chunk.
    private var rest = 0

    init(input: InputBuffer, options: LoopbackServer.Options, connection: Int) {
        self.input = input
        self.options = options
        self.connection = connection
    }

    /// Reads a head. Returns `nil` at the end of the connection.
    func readHead() throws -> ReceivedRequest? {
        request = nil
        guard let head = try input.takeHead() else { return nil }
        // Bytes are split: splitting a text took most of the server's time for a small request.
        var lines = try (Array("\n".utf8) + head).split(separator: 13, omittingEmptySubsequences: false).map { line in
            guard line.first == 10 else { throw LoopbackServerError.malformed("a carriage return inside a line") }
            return Substring(decoding: line.dropFirst(), as: UTF8.self)
        }
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3 else { throw LoopbackServerError.malformed("a request line of \(words.count) words") }
        let fields = try lines.map { try Self.field($0) }
        let isChunked = fields.contains {
            $0.name.lowercased() == "transfer-encoding" && $0.value.lowercased() == "chunked"
        }
        var request = ReceivedRequest(
            method: String(words[0]), target: String(words[1]), version: String(words[2]), headerFields: fields,
            connection: connection, wasChunked: isChunked)
        digest = BodyDigest()
        if !isChunked {
            guard request.values(named: "Content-Length").allSatisfy({ Int($0).map { $0 >= 0 } ?? false }) else {
                throw LoopbackServerError.malformed("a length that is none")
            }
            rest = request.contentLength ?? 0
            request.isComplete = rest == 0
            if request.isComplete, options.digestsBodies { request.bodyDigest = digest.value }
        } else {
            rest = 0
        }
        self.request = request
        return request
    }

    /// Continues to read the body, to its end or up to a length.
    func readBody(upTo limit: Int) throws {
        while let request, !request.isComplete, request.bodyLength < limit {
            if rest == 0, request.wasChunked {
                try readChunkHead()
                continue
            }
            let wanted = min(rest, limit - request.bodyLength)
            rest -= try input.take(atMost: wanted) { append($0) }
            guard rest == 0 else { continue }
            if request.wasChunked {
                guard try input.takeLine().isEmpty else { throw LoopbackServerError.malformed("a chunk too long") }
            } else {
                complete()
            }
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        request?.bodyLength += bytes.count
        if options.digestsBodies { digest.update(bytes) }
        let room = options.keptBodyLength - (request?.body.count ?? 0)
        if room > 0 { request?.body.append(contentsOf: bytes.prefix(room)) }
    }

    private func readChunkHead() throws {
        let line = try input.takeLine()
        guard let length = Int(line.prefix { $0 != ";" }, radix: 16), length >= 0 else {
            throw LoopbackServerError.malformed("a chunk whose length is \(line.debugDescription)")
        }
        if length > 0 {
            rest = length
            if let count = request?.chunkLengths.count, count < 1024 { request?.chunkLengths.append(length) }
            return
        }
        while case let line = try input.takeLine(), !line.isEmpty {
            request?.trailerFields.append(try Self.field(line[...]))
        }
        complete()
    }

    private func complete() {
        request?.isComplete = true
        if options.digestsBodies { request?.bodyDigest = digest.value }
    }

    private static func field(_ line: Substring) throws -> (name: String, value: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw LoopbackServerError.malformed("a header line without a colon")
        }
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let value = line.utf8[colon...].dropFirst().drop(while: isSpace)
        let end = value.lastIndex { !isSpace($0) }
        return (String(line[..<colon]), end.map { String(Substring(value[...$0])) } ?? "")
    }
}
