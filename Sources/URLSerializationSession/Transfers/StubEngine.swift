/// The engine that carries out legs with a closure, without sockets.
final class StubEngine: Engine {
    let pausesTransfers = false
    private let queue: DispatchQueue
    private let answer: @Sendable (URLRequest) async throws -> StubResponse

    init(reportingOn queue: DispatchQueue, _ answer: @escaping @Sendable (URLRequest) async throws -> StubResponse) {
        self.queue = queue
        self.answer = answer
    }

    func start(_ transfer: Transfer) {
        // The caller's stream may block, so it is not read on a thread of tasks.
        DispatchQueue.global().async { [self] in
            let message = Result { try transfer.message.withBodyInMemory() }
            let work = Task { [self] in
                do {
                    let message = try message.get()
                    let answer = try await answer(message)
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
        }
        if let head { transfer.report(.head(head)) }
        if !answer.body.isEmpty { transfer.report(.bytes(answer.body)) }
        transfer.end(nil, head)
    }
}

extension Task<Void, Never>: TransferWork {}

extension URLRequest {
    /// Returns the request with the content of its stream, if any, as its body.
    fileprivate func withBodyInMemory() throws -> URLRequest {
        guard let reader = try httpBodyStream.map(StreamReader.init) else { return self }
        var body = Data()
        while case let next = try reader.next(1 << 16), !next.isEmpty { body += next }
        var request = withoutStreamFields
        request.httpBody = body
        return request
    }
}
