/// A request whose answer is kept in memory, or read as it arrives (`DataRequest` of Alamofire 4).
public class DataRequest: Request, @unchecked Sendable {
    let bytes: ReceivedBytes

    init(_ made: Result<URLRequest, any Error>, body: RequestBody, session: Session) {
        bytes = ReceivedBytes()
        super.init(made, body: body, sink: bytes, session: session)
        bytes.setReviewer { [weak self] head, accept in self?.review(head, accept) }
    }

    /// The body received so far, or `nil` before the response and where ``receivedBody()`` hands it out.
    public var data: Data? { bytes.data }

    override var receivedData: Data? { bytes.data }
}

extension DataRequest {
    /// Calls a closure on the main actor with the body when the request has ended, as
    /// ``Request/response(serializer:_:)`` does with a value.
    @discardableResult
    public func response(_ handler: @escaping @MainActor (DataResponse<Data>) -> Void) -> Self {
        response(queue: .main) { response in MainActor.assumeIsolated { handler(response) } }
    }

    /// Calls a closure on a queue with the body when the request has ended, as ``response(_:)`` does on the main actor.
    @discardableResult
    public func response(
        queue: DispatchQueue, _ handler: @escaping @Sendable (DataResponse<Data>) -> Void
    ) -> Self {
        respond(on: queue, nil, { $0.answer($0.receivedData, $0.error) }) { handler($0.value) }
    }

    /// Returns the answer when the request has ended. A task that is cancelled before then cancels the request.
    ///
    /// The call starts a request that has not been started.
    public func response() async -> DataResponse<Data> {
        addReader(nil)
        await ended()
        return answer(data, error)
    }

    /// Returns the body when the request has ended.
    ///
    /// - Throws: The request's error.
    public func data() async throws -> Data {
        let response = await response()
        if let error = response.error { throw error }
        return response.data ?? Data()
    }

    /// Renamed to ``data()``.
    @available(*, deprecated, renamed: "data()")
    public func receivedData() async throws -> Data { try await data() }
}
