/// A request whose answer is kept in memory, or read as it arrives (`DataRequest` of Alamofire 4).
public class DataRequest: Request, ReceivingRequest, @unchecked Sendable {
    let content: ReceivedBytes

    init(_ made: Result<URLRequest, any Error>, body: Uploadable? = nil, session: Session) {
        content = ReceivedBytes()
        super.init(made, body: body, sink: content, session: session)
    }

    /// The body received so far, or `nil` before the response and if ``receivedBody()`` hands it out.
    public var data: Data? { content.data }

    /// The same as ``data``.
    public var received: Data? { content.data }

    override func review() {
        guard let head = content.headToReview else { return }
        callbacks.async { [self] in review(head) }
    }

    /// Keeps no part of the body: the handler of received data gets it. Call it before the request starts.
    package func discardReceivedBody() { content.discard() }

    /// Returns the body when the request has ended.
    ///
    /// - Throws: The request's error.
    public func data() async throws -> Data {
        let response = await response()
        if let error = response.error { throw error }
        return response.data ?? Data()
    }
}

/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, like the answer of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The source of the body.
    public let source: Uploadable

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, session: Session) {
        self.source = source
        let body: Uploadable? = if case .data = source { nil } else { source }
        super.init(made.map { source.request($0) }, body: body, session: session)
    }
}
