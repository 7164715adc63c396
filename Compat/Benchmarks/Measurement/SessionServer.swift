import Foundation
import LoopbackServer

/// A server on this machine for requests that run. It is a separate process, so that its memory is not the client's.
///
/// It ends when it is released, and with this process.
final class SessionServer {
    /// Its address, to which paths are appended.
    let address: String
    private let process = Process()
    private let lifeline = Pipe()

    /// Starts the server.
    init() throws {
        let output = Pipe()
        process.executableURL = try ChildProcess.ownExecutable
        process.arguments = ["--session-server"]
        process.standardInput = lifeline
        process.standardOutput = output
        try process.run()
        address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .newlines)
        guard address.hasPrefix("http://") else { throw BenchmarkError.failure("the server does not start") }
    }

    deinit {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Returns the URL of a path.
    func url(_ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw BenchmarkError.failure("\(path) is no path") }
        return url
    }

    /// The answer to a small request.
    static let smallBody = Data(#"{"id": 17, "title": "A small answer", "tags": ["one", "two"], "price": 12.5}"#.utf8)

    /// Runs the server: prints the address and serves until the standard input ends.
    ///
    /// GET `/bytes/N` is answered with N bytes, any other GET with ``smallBody``, and a request with a body with the
    /// body's length in decimal digits.
    static func serve() throws {
        var options = LoopbackServer.Options()
        options.answersExpect = true
        options.keptRequests = 0
        options.keptBodyLength = 0
        let server = try LoopbackServer(options) { exchange in
            let request = exchange.request
            if request.method != "GET" {
                try exchange.respond(headers: ["Content-Type": "text/plain"], body: "\(request.bodyLength)")
            } else if request.target.hasPrefix("/bytes/"), let count = Int(request.target.dropFirst(7)) {
                try exchange.respond(headers: ["Content-Type": "application/octet-stream"], count: count)
            } else {
                try exchange.respond(headers: ["Content-Type": "application/json"], body: smallBody)
            }
        }
        FileHandle.standardOutput.write(Data("\(server.address(""))\n".utf8))
        _ = try FileHandle.standardInput.readToEnd()
        server.stop()
    }
}
