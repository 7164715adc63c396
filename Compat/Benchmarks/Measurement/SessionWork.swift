import Foundation
import URLSerialization
import URLSerializationSession

/// A transfer through `Session` or bare URLSession, made once in a separate process, so that its memory and its profile
/// are the transfer's.
enum SessionWork: String, CaseIterable, Encodable {
    /// Downloads to a file.
    case download
    /// Downloads through URLSession's download task, and moves the file to its place.
    case plainDownload = "plain-download"
    /// Uploads a file.
    case upload
    /// Uploads a file through URLSession's upload task.
    case plainUpload = "plain-upload"
    /// Uploads a form of a file.
    case form
    /// Sends small requests, whose number is the subject.
    case requests
    /// Sends small requests, whose number is the subject, through URLSession.
    case plainRequests = "plain-requests"

    /// Returns the cost of the transfer in a separate process.
    ///
    /// - Parameters:
    ///   - url: The source or destination of the transfer, on a ``SessionServer``.
    ///   - file: The uploaded file, or the destination of the download, which must not exist.
    ///   - temporaryDirectory: The directory in which URLSession may leave files.
    func cost(at url: URL, file: URL, temporaryDirectory: URL) throws -> ProcessCost {
        try ProcessCost.ofProcess(
            ["--session-work", rawValue, url.absoluteString, file.path], temporaryDirectory: temporaryDirectory)
    }

    /// Makes the transfer in this process.
    func run(_ url: String, _ subject: String) throws -> ProcessCost {
        guard let url = URL(string: url) else { throw BenchmarkError.usage("\(url) is no URL") }
        let file = URL(fileURLWithPath: subject)
        let requests = SmallRequests(url: url, count: Int(subject) ?? 1)
        return try ProcessCost.measure {
            try LaterAnswer.wait(for: {
                switch self {
                case .download: try await Self.download(url, to: file)
                case .plainDownload: try await Self.plainDownload(url, to: file)
                case .upload: try await Self.upload(file, to: url)
                case .plainUpload: try await Self.plainUpload(file, to: url)
                case .form: try await Self.upload(formOf: file, to: url)
                case .requests: try await requests.send(through: Session(configuration: requests.configuration))
                case .plainRequests: try await Self.send(requests)
                }
            })
            switch self {
            case .download, .plainDownload: try Self.check(Self.length(of: file), url.lastPathComponent)
            case .upload, .plainUpload, .form, .requests, .plainRequests: break
            }
        }
    }

    /// The configuration of all transfers.
    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }

    // MARK: - Through the module

    private static func download(_ url: URL, to file: URL) async throws {
        let session = Session(configuration: configuration)
        let response = await session.download(URLRequest(url: url), to: { _, _ in (file, []) }).response()
        guard try response.get() == file else { throw BenchmarkError.failure("the file is elsewhere") }
    }

    private static func upload(_ file: URL, to url: URL) async throws {
        let session = Session(configuration: configuration)
        let answer = try await session.upload(.file(file), with: request(url)).data()
        try check(length(of: file), String(decoding: answer, as: UTF8.self))
    }

    private static func upload(formOf file: URL, to url: URL) async throws {
        let session = Session(configuration: configuration)
        let form = try FormPayload.body(of: file)
        let answer = try await session.upload(.multipart(form), to: url).data()
        try check(Int(form.contentLength), String(decoding: answer, as: UTF8.self))
    }

    // MARK: - Through URLSession

    private static func plainDownload(_ url: URL, to file: URL) async throws {
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let (temporary, _) = try await session.download(for: URLRequest(url: url))
        try FileManager.default.moveItem(at: temporary, to: file)
    }

    private static func plainUpload(_ file: URL, to url: URL) async throws {
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let (answer, _) = try await session.upload(for: request(url), fromFile: file)
        try check(length(of: file), String(decoding: answer, as: UTF8.self))
    }

    private static func send(_ requests: SmallRequests) async throws {
        let session = URLSession(configuration: requests.configuration)
        defer { session.invalidateAndCancel() }
        try await requests.send(through: session)
    }

    // MARK: - Setup

    private static func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        return request
    }

    private static func length(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }

    private static func check(_ length: Int, _ text: String) throws {
        guard text == "\(length)" else { throw BenchmarkError.failure("\(length) bytes were to go, \(text) did") }
    }
}
