/// Observes the requests of a session (Alamofire 5's `EventMonitor`).
///
/// ```swift
/// struct Log: RequestObserver {
///     func observe(_ event: RequestEvent, of request: Request) {
///         if case .finished = event { print(request, request.duration ?? 0) }
///     }
/// }
/// let session = Session(observers: [Log()])
/// ```
///
/// It is called on a queue of the session, in the order of the events of each request.
public protocol RequestObserver: Sendable {
    /// Called after an event of a request.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - request: The request, whose properties may have changed since the event.
    func observe(_ event: RequestEvent, of request: Request)
    /// The limit in bytes of each response's body that the observer gets (``RequestEvent/received(_:_:)``), or `nil`,
    /// the default, for no bodies.
    var observedBodyLimit: Int? { get }
}

extension RequestObserver {
    /// No bodies.
    public var observedBodyLimit: Int? { nil }
}

/// An event of a request that a ``RequestObserver`` is notified of. Events may be added: switch over them with a
/// `default`.
public enum RequestEvent: Sendable {
    /// The request was created, even if it could not be built.
    case made
    /// An attempt begins, the first or after an error.
    case attemptStarted
    /// An attempt has ended, before the retriers decide about its error.
    case attemptEnded(RequestError?)
    /// The adapters returned the request to send.
    case adapted(URLRequest)
    /// The transfer of an attempt, a redirection or an answered challenge begins.
    case transferStarted(URLRequest)
    /// The source of the body that the transfer sends, or `nil` for none and for the request's own `httpBody`. It
    /// follows ``transferStarted(_:)``, for observers with ``RequestObserver/observedBodyLimit``.
    case sending(Uploadable?)
    /// A transfer has ended: its response, also one that is redirected, and its body up to the limit. It is for
    /// observers with ``RequestObserver/observedBodyLimit``.
    case received(URLResponse?, Data)
    /// The head of the response that answers the request was received.
    case responded(URLResponse)
    /// A redirection is followed: `to` is the request that is about to be sent.
    case redirected(from: HTTPURLResponse, to: URLRequest)
    /// The request is sent again after an error and a delay in seconds.
    case retrying(after: RequestError, delay: TimeInterval)
    /// The request has ended, with an error or without.
    case finished(RequestError?)
}

extension Request {
    /// Notifies the observers of an event. No event follows the end.
    func notify(_ event: @autoclosure () -> RequestEvent) {
        let observers = session.observers
        guard !observers.isEmpty else { return }
        let event = event()
        let isOfBody = if case .sending = event { true } else if case .received = event { true } else { false }
        let isEnd = if case .finished = event { true } else { isOfBody }
        // An adapter or a retrier may return after a cancellation.
        guard isEnd || !isFinished else { return }
        session.notifications.queue.async { [self] in
            for observer in observers where observer.observedBodyLimit != nil || !isOfBody {
                observer.observe(event, of: self)
            }
        }
    }
}

extension Request {
    /// Keeps bytes of a response's body for the observers that ask for it.
    func observe(_ data: Data) {
        guard let limit = session.observedBodyLimit else { return }
        record.withLock { record in
            let room = max(0, limit - (record.observed?.count ?? 0))
            record.observed?.append(data.prefix(room))
        }
    }

    /// Notifies the observers of the end of a transfer, once.
    func notifyReceived(_ head: ResponseHead?) {
        guard let data = record.withLock({ $0.observed.take() }) else { return }
        notify(.received(head?.response, data))
    }
}
