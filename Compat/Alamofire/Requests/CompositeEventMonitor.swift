/// The monitors of a session or a request.
public final class CompositeEventMonitor: Sendable {
    /// The monitors, each of which is called on its queue.
    public let monitors: [any EventMonitor]
    /// The monitors that also observe what is not posted as a notification.
    private let others: [any EventMonitor]

    init(_ monitors: [any EventMonitor]) {
        self.monitors = monitors
        others = monitors.filter { !($0 is AlamofireNotifications) }
    }

    /// Whether a monitor observes other events than the posted ones.
    var observesAll: Bool { !others.isEmpty }

    /// Passes on an event.
    ///
    /// - Parameter isPosted: Whether ``AlamofireNotifications`` post it.
    func notify(isPosted: Bool = false, _ event: @escaping @Sendable (any EventMonitor) -> Void) {
        for monitor in isPosted ? monitors : others { monitor.queue.async { event(monitor) } }
    }
}

/// Posts the notifications of requests: a default monitor of every session.
public final class AlamofireNotifications: EventMonitor {
    /// Creates a monitor.
    public init() {}

    /// Posts ``Request/didResumeNotification``.
    public func requestDidResume(_ request: Request) { post(Request.didResumeNotification, request) }
    /// Posts ``Request/didSuspendNotification``.
    public func requestDidSuspend(_ request: Request) { post(Request.didSuspendNotification, request) }
    /// Posts ``Request/didCancelNotification``.
    public func requestDidCancel(_ request: Request) { post(Request.didCancelNotification, request) }
    /// Posts ``Request/didFinishNotification``.
    public func requestDidFinish(_ request: Request) { post(Request.didFinishNotification, request) }
    /// Posts ``Request/didResumeTaskNotification``.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        post(Request.didResumeTaskNotification, request)
    }
    /// Posts ``Request/didSuspendTaskNotification``.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        post(Request.didSuspendTaskNotification, request)
    }
    /// Posts ``Request/didCancelTaskNotification``.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        post(Request.didCancelTaskNotification, request)
    }
    /// Posts ``Request/didCompleteTaskNotification``.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        post(Request.didCompleteTaskNotification, request)
    }

    private func post(_ name: Notification.Name, _ request: Request) {
        NotificationCenter.default.post(name: name, object: nil, userInfo: [Notification.requestKey: request])
    }
}

/// A request whose events are passed to monitors.
protocol MonitoredRequest: Request {}

extension Request: MonitoredRequest {}

extension MonitoredRequest {
    /// Passes an event of the request to the monitors of the session and of the request.
    func notify(isPosted: Bool = false, _ event: @escaping @Sendable (any EventMonitor, Self) -> Void) {
        eventMonitor.notify(isPosted: isPosted) { event($0, self) }
    }

    /// The URLSession that events of tasks name, or `nil` if no monitor of the session observes them.
    var observedSession: URLSession? { owner.flatMap { $0.eventMonitor.observesAll ? $0.session : nil } }

    /// Passes an event of a task of the expected kind to the session's monitors, but not to the request's own.
    func notify<Kind: URLSessionTask>(
        of task: Kind?, _ event: @escaping @Sendable (any EventMonitor, URLSession, Kind) -> Void
    ) {
        guard let session = observedSession, let task else { return }
        owner?.eventMonitor.notify { event($0, session, task) }
    }
}

extension Request {
    private static func name(_ event: String) -> Notification.Name {
        Notification.Name("org.alamofire.notification.name.request.\(event)")
    }

    /// Posted when a request is resumed, with the request in `Notification.request`.
    public static let didResumeNotification = name("didResume")
    /// Posted when a request is suspended.
    public static let didSuspendNotification = name("didSuspend")
    /// Posted when a request is cancelled.
    public static let didCancelNotification = name("didCancel")
    /// Posted when a request ends.
    public static let didFinishNotification = name("didFinish")
    /// Posted when a task of a request is resumed.
    public static let didResumeTaskNotification = name("didResumeTask")
    /// Posted when a task of a request is suspended.
    public static let didSuspendTaskNotification = name("didSuspendTask")
    /// Posted when a task of a request is cancelled.
    public static let didCancelTaskNotification = name("didCancelTask")
    /// Posted when a task of a request ends.
    public static let didCompleteTaskNotification = name("didCompleteTask")
}

extension Notification {
    fileprivate static let requestKey = "org.alamofire.notification.key.request"

    /// The request of one of the notifications of requests.
    public var request: Request? { userInfo?[Self.requestKey] as? Request }
}
