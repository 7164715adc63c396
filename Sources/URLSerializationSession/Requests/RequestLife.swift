/// The part of another module in the lives of its requests: what it does at some steps in place of the request's
/// adapters, validations, retriers and serializers, and its handlers.
///
/// A closure that a method gets is called once, from any queue. Calls come one after another, from any queue.
package protocol RequestLife: AnyObject, Sendable {
    /// The message and the source of its body, or `nil` for the request as it was made.
    typealias Made = Result<(message: URLRequest, body: Uploadable?)?, any Error>

    /// Called under the request's lock when the caller has changed the state.
    func stateChanged(to state: RequestState)
    /// Makes the message of an attempt.
    func adapt(_ done: @escaping @Sendable (Made) -> Void)
    /// Validates the answer, after its file was placed.
    func validate(_ done: @escaping @Sendable ((any Error)?) -> Void)
    /// Called at the end of an attempt, with its failure.
    func attemptEnded(_ error: RequestError?)
    /// Decides about another attempt, after the failure of one or of a serializer: after a delay in seconds, or `nil`
    /// for none with the error that replaces the failure.
    func retry(after error: any Error, _ done: @escaping @Sendable (_ delay: TimeInterval?, (any Error)?) -> Void)
    /// Runs the serializer with a number.
    func serialize(_ number: Int, _ done: @escaping @Sendable (SerializerResult) -> Void)
    /// Calls the handlers on their queue. Called at the end, after the request's own handlers, or without any on the
    /// thread that ends the request.
    func callHandlers()
}

/// The result of running a serializer of a ``RequestLife``.
package enum SerializerResult: Sendable {
    /// It ran, perhaps with an error about which the retriers are asked.
    case ran((any Error)?)
    /// There is none with this number.
    case none
}

/// A serializer that runs before the request ends, so that the retriers can be asked about its error.
struct EarlySerializer: Sendable {
    /// Returns the error of the serializer, or `nil` for none.
    let run: @Sendable () -> RequestError?
    /// Replaces the error.
    let replace: @Sendable (RequestError) -> Void
}

extension Session {
    /// Returns a request whose message its life makes. Pass it to ``begin(_:)`` once it has its life.
    package func unmadeRequest() -> DataRequest { DataRequest(.failure(Self.unmade), session: self) }

    /// Returns a download whose message its life makes, as ``unmadeRequest()`` does a request.
    package func unmadeDownload() -> DownloadRequest { DownloadRequest(.failure(Self.unmade), to: nil, session: self) }

    private static let unmade = RequestError(.invalidRequest, nil)
}
