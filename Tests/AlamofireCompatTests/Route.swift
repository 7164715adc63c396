import AlamofireCompat
import Foundation
import LoopbackServer
import Testing

/// A server with the routes that the tests of requests need.
enum Route {
    static func serving<Value>(_ run: (LoopbackServer) async throws -> Value) async throws -> Value {
        let server = try LoopbackServer { try answer($0) }
        defer { server.stop() }
        return try await run(server)
    }

    private static func answer(_ exchange: Exchange) throws {
        let request = exchange.request
        let parts = request.path.split(separator: "/").map(String.init)
        switch parts.first {
        case "json":
            try exchange.respond(headers: ["Content-Type": "application/json"], body: #"{"id":7,"name":"tea"}"#)
        case "status":
            let status = Int(parts[1]) ?? 200
            try exchange.respond(status: status, headers: ["Content-Type": "text/plain"], body: "status \(status)")
        case "text":
            // JSON under another media type.
            try exchange.respond(headers: ["Content-Type": "text/html"], body: #"{"id":8,"name":"milk"}"#)
        case "echo":
            try exchange.respond(headers: ["Content-Type": "text/plain; charset=utf-8"], body: request.body)
        case "headers":
            let lines = request.headerFields.map { "\($0.name): \($0.value)" }
            try exchange.respond(headers: ["Content-Type": "text/plain"], body: lines.joined(separator: "\n"))
        case "redirect":
            let target = request.query.map { String($0.dropFirst(3)) } ?? "/json"
            try exchange.respond(status: Int(parts[1]) ?? 302, headers: ["Location": target])
        case "secret":
            if request.value(named: "Authorization") == "Basic dXNlcjpwYXNz" {
                try exchange.respond(body: "open")
            } else {
                try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
            }
        case "token":
            let isNew = request.value(named: "Authorization") == "Bearer new"
            try exchange.respond(status: isNew ? 200 : 401, body: isNew ? "welcome" : "expired")
        case "bytes":
            let count = Int(parts[1]) ?? 0
            try exchange.respond(
                headers: ["Content-Type": "application/octet-stream", "ETag": "\"\(count)\""], count: count)
        case "slow":
            try exchange.writeHead(headers: ["Transfer-Encoding": "chunked", "Content-Type": "text/plain"])
            try exchange.write("\r\n")
            for _ in 0..<(Int(parts[1]) ?? 1) {
                try exchange.writeChunk(Data("line\n".utf8))
                try exchange.pause(seconds: 0.02)
            }
            try exchange.writeLastChunk()
        case "hang":
            _ = exchange.waitUntilClosedByPeer()
        default:
            try exchange.respond(status: 404)
        }
    }
}

extension URLSessionConfiguration {
    /// Alamofire's default configuration, whose requests wait while other tests use all threads.
    static var patientDefault: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}

/// A model of the server's JSON.
struct Drink: Codable, Equatable, Sendable {
    var id: Int
    var name: String
}

/// Expects a value that an asynchronous call returned.
func expectEqual<Value: Equatable & Sendable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
