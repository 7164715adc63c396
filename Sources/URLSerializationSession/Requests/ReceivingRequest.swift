/// A request whose answer has a value without a serializer: the body of a ``DataRequest``, the file of a
/// ``DownloadRequest``.
public protocol ReceivingRequest: Request {
    /// The type of the value.
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
        addReader(nil)
        await ended()
        return answer(received, error)
    }
}
