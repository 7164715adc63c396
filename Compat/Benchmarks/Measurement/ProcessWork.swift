import Foundation
import LoopbackServer
import URLSerialization
import URLSerializationSession

/// Work done once in a separate process, so that the memory and the profile of the process are only the work's. Its
/// arguments follow its name.
enum ProcessWork: String, CaseIterable {
    /// Serializes a payload with a peer: PAYLOAD PEER COUNT.
    case calls
    /// Decodes the nested order from JSON: COUNT.
    case decode
    /// Reads a document of a shape: READER SHAPE PARTS, the first two by number.
    case shape
    /// Makes the query of an array of doubles: COUNT.
    case array
    /// Writes the form of a file to a file next to it: FILE.
    case writeForm = "write-form"
    /// Sends the form of a file through URLSession, as a stream: FILE.
    case streamForm = "stream-form"
    /// Downloads to a file: URL FILE.
    case download
    /// Downloads through URLSession's download task, and moves the file to its place: URL FILE.
    case plainDownload = "plain-download"
    /// Uploads a file: URL FILE.
    case upload
    /// Uploads a file through URLSession's upload task: URL FILE.
    case plainUpload = "plain-upload"
    /// Uploads a form of a file: URL FILE.
    case form
    /// Sends small requests, all at once: URL COUNT.
    case burst
    /// Prints its address and serves the transfers until the standard input ends.
    case server

    /// Returns the cost of the work in a separate process.
    func cost(_ arguments: [String], temporaryDirectory: URL? = nil) throws -> ProcessCost {
        let output = try ChildProcess.output(
            of: ChildProcess.ownExecutable.path, ["--work", rawValue] + arguments,
            environment: temporaryDirectory.map { ["TMPDIR": $0.path] } ?? [:])
        return try JSONDecoder().decode(ProcessCost.self, from: output)
    }

    /// Does the work in this process, and returns its cost without that of its preparation.
    func run(_ arguments: [String]) throws -> ProcessCost { try ProcessCost.measure(prepared(arguments)) }

    /// Returns a closure that does the work, and returns the size of its output.
    private func prepared(_ arguments: [String]) throws -> () throws -> Int {
        func argument(_ index: Int) throws -> String {
            guard index < arguments.count else { throw BenchmarkError.usage("\(rawValue) needs more arguments") }
            return arguments[index]
        }
        func count(_ index: Int) throws -> Int {
            guard let count = Int(try argument(index)), count > 0 else {
                throw BenchmarkError.usage("\(rawValue) needs a number above 0")
            }
            return count
        }
        func url() throws -> URL {
            guard let url = URL(string: try argument(0)) else { throw BenchmarkError.usage("no URL \(arguments)") }
            return url
        }
        func file(_ index: Int) throws -> URL { URL(fileURLWithPath: try argument(index)) }
        switch self {
        case .calls:
            guard let payload = Payload.Name(rawValue: try argument(0)),
                let name = Peer.Name(rawValue: try argument(1)),
                let peer = try Peer(name, Payload(payload))
            else { throw BenchmarkError.usage("no peer \(arguments)") }
            let calls = try count(2)
            return { try (0..<calls).reduce(0) { sum, _ in try sum &+ peer.call() } }
        case .decode: return try ReadingMeasurement.decoding(count(0))
        case .shape: return try WorstShapes.reading(reader: count(0) - 1, shape: count(1) - 1, parts: count(2))
        case .array: return try QueryMeasurement.writingArray(count(0))
        case .writeForm: return try MultipartMeasurement.writing(file(0))
        case .streamForm: return try MultipartMeasurement.streaming(file(0))
        case .server: return SessionServer.serve
        case .burst:
            let (requests, url) = try (count(1), url())
            return { try wait { try await SessionWork.burst(requests, url) } }
        case .download, .plainDownload, .upload, .plainUpload, .form:
            let (url, file) = try (url(), file(1))
            return { try wait { try await SessionWork.run(self, url, file) } }
        }
    }
}

/// The transfers through `Session` and bare URLSession.
enum SessionWork {
    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }

    /// Makes a transfer, and returns the number of bytes.
    fileprivate static func run(_ work: ProcessWork, _ url: URL, _ file: URL) async throws -> Int {
        let session = Session(configuration: configuration)
        let plain = URLSession(configuration: configuration)
        defer { plain.invalidateAndCancel() }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        switch work {
        case .download:
            let response = await session.download(URLRequest(url: url), to: { _, _ in (file, []) }).response()
            guard try response.get() == file else { throw BenchmarkError.failure("the file is elsewhere") }
        case .plainDownload:
            let (temporary, _) = try await plain.download(for: URLRequest(url: url))
            try FileManager.default.moveItem(at: temporary, to: file)
        case .upload:
            try check(length(of: file), await session.upload(.file(file), with: request).data())
        case .plainUpload:
            try check(length(of: file), await plain.upload(for: request, fromFile: file).0)
        default:
            let form = try MultipartMeasurement.body(of: file)
            try check(Int(form.contentLength), await session.upload(.multipart(form), to: url).data())
        }
        return try length(of: file)
    }

    /// Sends small requests, all at once, and returns the number of received bytes.
    fileprivate static func burst(_ count: Int, _ url: URL) async throws -> Int {
        let session = Session(configuration: configuration)
        return try await withThrowingTaskGroup(of: Int.self) { answers in
            for request in (0..<count).map({ _ in session.request(URLRequest(url: url)).resume() }) {
                answers.addTask { try await request.data().count }
            }
            return try await answers.reduce(0, +)
        }
    }

    /// Throws unless the server answered with the length of the sent body.
    static func check(_ length: Int, _ answer: Data) throws {
        let text = String(decoding: answer, as: UTF8.self)
        guard text == "\(length)" else { throw BenchmarkError.failure("\(length) bytes were to go, \(text) did") }
    }

    private static func length(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }
}

/// A server on this machine for the measured requests. It runs in a separate process, so that its memory does not count
/// as the client's.
///
/// It ends when it is released, or when this process ends.
final class SessionServer {
    /// Its address, to which paths are appended.
    let address: String
    private let process = Process()
    private let lifeline = Pipe()

    init() throws {
        let output = Pipe()
        process.executableURL = try ChildProcess.ownExecutable
        process.arguments = ["--work", ProcessWork.server.rawValue]
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
        guard let url = URL(string: address + path) else { throw BenchmarkError.failure("\(path) is not a path") }
        return url
    }

    /// The answer to a small request.
    static let smallBody = Data(#"{"id": 17, "title": "A small answer", "tags": ["one", "two"], "price": 12.5}"#.utf8)

    /// Runs the server: prints the address and serves until the standard input ends.
    ///
    /// The answer to GET `/bytes/N` is N bytes, and to any other GET ``smallBody``. The answer to a request with a body
    /// is the body's length in decimal digits.
    static func serve() throws -> Int {
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
        return 0
    }
}
