import Foundation

/// A request as it was received.
package struct ReceivedRequest: Sendable {
    /// The method of the request line, unchanged.
    package let method: String
    /// The path and query, or any other text between method and version.
    package let target: String
    /// `HTTP/1.1`.
    package let version: String
    /// The lines of the head in their order, with values trimmed of white space. A body in chunks with a
    /// `Content-Length` is read as chunks, and both lines are listed here.
    package let headerFields: [(name: String, value: String)]
    /// The number of the server's connection, counted from 0 in the order of acceptance.
    package let connection: Int

    /// The body, up to ``LoopbackServer/Options/keptBodyLength``.
    package internal(set) var body = Data()
    /// The number of bytes of the body, including those not kept.
    package internal(set) var bodyLength = 0
    /// A checksum of the whole body, if ``LoopbackServer/Options/digestsBodies`` is set.
    package internal(set) var bodyDigest: UInt64?
    /// Whether the body came in chunks.
    package let wasChunked: Bool
    /// The lengths of the first 1,024 chunks, without the empty last.
    package internal(set) var chunkLengths: [Int] = []
    /// The fields after the last chunk.
    package internal(set) var trailerFields: [(name: String, value: String)] = []
    /// Whether the body has been read to its end, according to its framing.
    package internal(set) var isComplete = false

    /// Returns the values of a field in the order of its lines. The case of its name does not matter.
    package func values(named name: String) -> [String] {
        let name = name.lowercased()
        return headerFields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Returns the values of a field joined by a comma and a space, or `nil` if there is none.
    package func value(named name: String) -> String? {
        let values = values(named: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The target up to the question mark.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The part of the target after the first question mark; `nil` without one.
    package var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The declared length of the body in bytes; `nil` without a `Content-Length`.
    package var contentLength: Int? { values(named: "Content-Length").first.flatMap { Int($0) } }

    /// Whether the client waits for a go-ahead before it sends the body.
    package var expectsContinue: Bool { value(named: "Expect")?.lowercased() == "100-continue" }

    /// Whether the connection may be used for another request.
    var keepsAlive: Bool {
        let connection = value(named: "Connection")?.lowercased()
        return version == "HTTP/1.0" ? connection == "keep-alive" : connection != "close"
    }
}
