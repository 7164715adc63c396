import Foundation

/// A request as it came over the wire.
package struct ReceivedRequest: Sendable {
    /// The words of the request line, as they came.
    package let method: String
    /// Path and query, or whatever stood between method and version.
    package let target: String
    /// `HTTP/1.1`.
    package let version: String
    /// The lines of the head in their order, values without the white space around them. A body in chunks beside a
    /// `Content-Length` is read as chunks, and both lines stand here.
    package let headerFields: [(name: String, value: String)]
    /// Which of the server's connections it came over, counted from 0 in the order of acceptance.
    package let connection: Int

    /// The body, up to ``LoopbackServer/Options/keptBodyLength``.
    package internal(set) var body = Data()
    /// How many bytes the body has, kept or not.
    package internal(set) var bodyLength = 0
    /// A checksum of all of the body, where ``LoopbackServer/Options/digestsBodies`` asks for it.
    package internal(set) var bodyDigest: UInt64?
    /// Whether the body came in chunks.
    package let wasChunked: Bool
    /// The lengths of the first 1,024 chunks, without the empty last.
    package internal(set) var chunkLengths: [Int] = []
    /// The fields after the last chunk.
    package internal(set) var trailerFields: [(name: String, value: String)] = []
    /// Whether the body has been read to its end, as its framing says.
    package internal(set) var isComplete = false

    /// The values of a field in the order of its lines, whatever the case of its name.
    package func values(named name: String) -> [String] {
        headerFields.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }.map(\.value)
    }

    /// The values of a field joined by a comma and a space; nil if there is none.
    package func value(named name: String) -> String? {
        let values = values(named: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The target up to the question mark.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The target behind the first question mark; nil without one.
    package var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// How many bytes the body is said to have; nil if that is not said by a `Content-Length`.
    package var contentLength: Int? { values(named: "Content-Length").first.flatMap { Int($0) } }

    /// Whether the client waits for a go-ahead before it sends the body.
    package var expectsContinue: Bool { value(named: "Expect")?.lowercased() == "100-continue" }

    /// Whether the connection may be used for another request.
    var keepsAlive: Bool {
        let connection = value(named: "Connection")?.lowercased()
        return version == "HTTP/1.0" ? connection == "keep-alive" : connection != "close"
    }
}
