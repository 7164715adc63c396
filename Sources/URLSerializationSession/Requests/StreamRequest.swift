/// A plain connection to a host (`StreamRequest` of Alamofire 4), over a `URLSessionStreamTask`.
///
/// On Linux URLSession has no such tasks: the request fails with ``SessionError``, code
/// ``SessionError/Code/streamTasksUnavailable``.
public final class StreamRequest: Request, @unchecked Sendable {
    /// Where the connection goes.
    public let source: Streamable

    init(_ source: Streamable, session: Session) {
        self.source = source
        super.init(Result { try source.request() }, body: .inRequest, sink: NoBody(), session: session)
    }
}

/// What a connection has instead of a received body: its owner reads from it.
private final class NoBody: BodySink {
    func begin(_ response: URLResponse) -> BodyDecision { .keep(from: 0) }
    func receive(_ data: Data) {}
    func reset(after error: (any Error)?) {}
    var needsResponse: Bool { false }
}
