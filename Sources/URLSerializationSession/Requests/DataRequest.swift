/// A request whose answer has a value without a serializer: the body of a ``DataRequest``, the file of a
/// ``DownloadRequest``.
public protocol ReceivingRequest: Request {
    /// The type of the value: `Data` for a body, `URL` for a file.
    associatedtype Received: Sendable

    /// The body received so far or the URL of the received file, or `nil` for none.
    var received: Received? { get }
}

extension ReceivingRequest {
    /// Calls a closure on the main actor with the body or the file when the request has ended, as
    /// ``Request/response(serializer:_:)`` does with a value.
    ///
    /// ```swift
    /// session.download("https://example.com/map.pdf", to: file).validate().response { response in
    ///     print(response.fileURL ?? "", response.error ?? "")
    /// }
    /// ```
    @discardableResult
    public func response(_ handler: @escaping @MainActor (Answer<Received>) -> Void) -> Self {
        response(queue: .main) { response in MainActor.assumeIsolated { handler(response) } }
    }

    /// Calls a closure on a queue with the body or the file when the request has ended, as ``response(_:)`` does on the
    /// main actor.
    @discardableResult
    public func response(queue: DispatchQueue, _ handler: @escaping @Sendable (Answer<Received>) -> Void) -> Self {
        respond(on: queue, nil, { [self] in answer(received, error) }) { handler($0.value) }
    }

    /// Returns the answer when the request has ended. If the task is cancelled first, so is the request.
    ///
    /// The call starts the request if it has not been started.
    public func response() async -> Answer<Received> {
        await ended()
        return answer(received, error)
    }

    /// Returns the answer if its status is acceptable.
    func acceptedAnswer() async throws(RequestError) -> Answer<Received> {
        requireStatus()
        let answer = await response()
        if let error = answer.error { throw error }
        // The call may have come after the validation.
        try check()
        return answer
    }
}

/// A request whose answer is kept in memory, or read as it arrives (`DataRequest` of Alamofire 4).
public class DataRequest: Request, ReceivingRequest, @unchecked Sendable {
    let content = ReceivedBytes()

    init(_ made: Result<URLRequest, any Error>, body: Uploadable? = nil, session: Session) {
        super.init(made, body: body, sink: content, session: session)
    }

    /// The body received so far, or `nil` before the response and if ``receivedBody()`` hands it out.
    public var data: Data? { content.data }

    /// The same as ``data``, for code that is generic over ``ReceivingRequest``.
    public var received: Data? { content.data }

    override func review() {
        guard let head = content.headToReview else { return }
        callbacks.async { [self] in review(head) }
    }

    /// Keeps no part of the body: the handler of received data gets it. Call it before the request starts.
    package func discardReceivedBody() { content.discard() }

    /// Returns the body when the request has ended.
    ///
    /// - Throws: The request's error, also for a status that is not from 200 to 299, unless `validate(statusCode:)`
    ///   accepts it.
    public func data() async throws(RequestError) -> Data {
        try await acceptedAnswer().data ?? Data()
    }
}

/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, like the answer of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The source of the body, from which a retry, a redirection or a challenge gets a new one.
    public let source: Uploadable
    /// The progress of sending the body as a sequence (``Request/uploadProgress(bufferingPolicy:)``).
    public var progress: AsyncStream<Progress> { uploadProgress() }

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, session: Session) {
        self.source = source
        let body: Uploadable? = if case .data = source { nil } else { source }
        super.init(made.flatMap { made in Result { try source.request(made) } }, body: body, session: session)
    }
}
