extension Session {
    /// Creates a session whose requests a closure answers, for tests and previews.
    ///
    /// ```swift
    /// let session = Session.stub { request in
    ///     guard request.url?.path == "/orders/7" else { return StubResponse(statusCode: 404) }
    ///     return .json(#"{"id": 7}"#)
    /// }
    /// ```
    ///
    /// Everything except the network works as in other sessions: adapters, retries, validation, redirections,
    /// challenges, downloads and progress. Cookies are neither stored nor sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative ones are resolved against, or `nil` for none.
    ///   - configuration: The session's headers and timeouts.
    ///   - start: The event that starts requests.
    ///   - adapters: The adapters that change every request, in order.
    ///   - retriers: The retriers that decide about failures, in order.
    ///   - observers: The observers that are notified of each event of every request.
    ///   - answer: Returns the answer to a message as it would be sent, with its body in `httpBody`, whatever the
    ///     body's source. It is called for each attempt, redirection and answered challenge, concurrently for several
    ///     requests, in a task that is cancelled with the request. An error that it throws, such as
    ///     `URLError(.notConnectedToInternet)`, counts as a network error.
    public static func stub(
        baseURL: URL? = nil, configuration: URLSessionConfiguration = .ephemeral,
        start: RequestStart = .withFirstHandler, adapters: [any RequestAdapter] = [],
        retriers: [any RequestRetrier] = [], observers: [any RequestObserver] = [],
        answer: @escaping @Sendable (URLRequest) async throws -> StubResponse
    ) -> Session {
        let engine = StubEngine(answer)
        return Session(
            baseURL: baseURL, configuration: configuration, start: start, adapters: adapters, retriers: retriers,
            observers: observers, transportPolicy: nil, queue: engine.queue, transfers: engine)
    }

    /// Creates a session whose requests a closure answers, like `stub(answer:)`, without other settings.
    public static func stubbed(_ answer: @escaping @Sendable (URLRequest) async throws -> StubResponse) -> Session {
        stub(answer: answer)
    }

    /// Creates a session that answers every request with a model in JSON, or with a text of JSON if it is a `String`.
    public static func stub(
        baseURL: URL? = nil, configuration: URLSessionConfiguration = .ephemeral, statusCode: Int = 200,
        json model: some Encodable & Sendable
    ) -> Session { stub(baseURL: baseURL, configuration: configuration) { _ in .json(model, statusCode: statusCode) } }
}

/// The answer of a session without a network (`Session.stub`).
public struct StubResponse: Sendable {
    /// The status of the response, by default 200.
    public var statusCode: Int
    /// The header fields, by default none.
    public var headers: HTTPHeaders
    /// The body. The response states its length, unless the headers do or have a `Transfer-Encoding`.
    public var body: Data
    /// The error of encoding the body, with which the transfer ends, or `nil` for none.
    var failure: (any Error)?

    /// Creates an answer with a body of bytes. ``text(_:statusCode:contentType:)`` and
    /// ``json(_:statusCode:headers:encoder:)`` take text and models.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        (self.statusCode, self.headers, self.body) = (statusCode, headers, body)
    }

    /// Creates an answer with a model in JSON, as ``json(_:statusCode:headers:encoder:)`` does.
    public init(
        statusCode: Int = 200, headers: HTTPHeaders = [:], json model: some Encodable,
        encoder: JSONEncoder = JSONEncoder()
    ) {
        self.init(statusCode: statusCode, headers: headers)
        if headers["Content-Type"] == nil { self.headers["Content-Type"] = "application/json" }
        do {
            body = try (model as? String).map { Data($0.utf8) } ?? encoder.encode(model)
        } catch {
            failure = error
        }
    }

    /// Returns an answer with text of a media type.
    public static func text(
        _ text: String, statusCode: Int = 200, contentType: String = "text/plain; charset=utf-8"
    ) -> StubResponse {
        StubResponse(statusCode: statusCode, headers: ["Content-Type": contentType], body: Data(text.utf8))
    }

    /// Returns an answer with a model in JSON, or with the text of a JSON document if it is a `String`.
    ///
    /// If the model cannot be encoded, the request fails with the encoder's error.
    public static func json(
        _ model: some Encodable, statusCode: Int = 200, headers: HTTPHeaders = [:],
        encoder: JSONEncoder = JSONEncoder()
    ) -> StubResponse { StubResponse(statusCode: statusCode, headers: headers, json: model, encoder: encoder) }

    /// Returns an answer without a body.
    public static func status(_ code: Int) -> StubResponse { StubResponse(statusCode: code) }
}

/// The engine that carries out legs with a closure, without sockets.
final class StubEngine: Engine {
    let pausesTransfers = false
    /// The queue on which transfers report.
    let queue = DispatchQueue(label: "URLSerializationSession.stub")
    private let answer: @Sendable (URLRequest) async throws -> StubResponse

    init(_ answer: @escaping @Sendable (URLRequest) async throws -> StubResponse) { self.answer = answer }

    func start(_ transfer: Transfer) {
        // The caller's stream may block, so it is not read on a thread of tasks.
        DispatchQueue.global().async { [self] in
            let message = Result { try Self.inMemory(transfer.message) }
            let work = Task { [self] in
                do {
                    let message = try message.get()
                    let answer = try await answer(message)
                    if let failure = answer.failure { throw failure }
                    queue.async { [self] in report(answer, to: message, of: transfer) }
                } catch {
                    queue.async { transfer.end(error) }
                }
            }
            if transfer.begin(work) == nil { work.cancel() }
        }
    }

    private func report(_ answer: StubResponse, to message: URLRequest, of transfer: Transfer) {
        let sent = Int64(message.httpBody?.count ?? 0)
        if sent > 0 { transfer.report(.sent(sent, of: sent)) }
        var headers = answer.headers
        if !answer.body.isEmpty, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
            headers["Content-Length"] = "\(answer.body.count)"
        }
        let head = message.url.flatMap { url in
            HTTPURLResponse(
                url: url, statusCode: answer.statusCode, httpVersion: "HTTP/1.1", headerFields: headers.dictionary)
        }.map(ResponseHead.init)
        if let head { transfer.report(.head(head)) }
        if !answer.body.isEmpty { transfer.report(.bytes(answer.body)) }
        transfer.end(nil, head)
    }

    /// Returns a message with the content of its stream, if any, as its body.
    private static func inMemory(_ message: URLRequest) throws -> URLRequest {
        guard let reader = try message.httpBodyStream.map(StreamReader.init) else { return message }
        var body = Data()
        while case let next = try reader.next(1 << 16), !next.isEmpty { body += next }
        var message = message.withoutStreamFields
        message.httpBody = body
        return message
    }
}

extension Task<Void, Never>: TransferWork {}
