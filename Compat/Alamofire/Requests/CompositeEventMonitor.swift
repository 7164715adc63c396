import URLSerializationSession

/// The monitors of a session or a request.
public final class CompositeEventMonitor: Sendable {
    /// The monitors, each of which is called on its queue.
    public let monitors: [any EventMonitor]
    /// The monitors that events are passed to.
    private let observers: [any EventMonitor]

    init(_ monitors: [any EventMonitor]) {
        self.monitors = monitors
        observers = monitors.filter { !($0 is AlamofireNotifications) }
    }

    /// Whether a monitor observes the events.
    var isObserved: Bool { !observers.isEmpty }
    var posts: Bool { observers.count < monitors.count }

    func notify(_ event: @escaping @Sendable (any EventMonitor) -> Void) {
        for monitor in observers { monitor.queue.async { event(monitor) } }
    }
}

/// A monitor that makes the requests of a session post notifications. Every session has one by default.
///
/// All are posted on the main queue, in order, up to a few milliseconds after their events, and keep their requests in
/// memory until then. In a program whose main queue does not run, pass a session other `eventMonitors`.
public final class AlamofireNotifications: EventMonitor {
    static let batch = NotificationBatch(on: .main)

    /// Creates a monitor. Include one if you pass your own `eventMonitors` to a session.
    public init() {}
}

/// A request whose events are passed to monitors.
protocol MonitoredRequest: Request {}

extension Request: MonitoredRequest {}

extension MonitoredRequest {
    /// Passes an event of the request to the monitors of the session and of the request.
    ///
    /// - Parameter name: The notification to post for the event, or `nil` for none.
    func notify(posting name: Notification.Name? = nil, _ event: @escaping @Sendable (any EventMonitor, Self) -> Void) {
        let monitor = eventMonitor
        if monitor.isObserved { monitor.notify { event($0, self) } }
        guard let name, monitor.posts else { return }
        AlamofireNotifications.batch.add {
            NotificationCenter.default.post(name: name, object: nil, userInfo: [Notification.requestKey: self])
        }
    }

    /// The URLSession that events of tasks name, or `nil` if no monitor of the session observes them.
    var observedSession: URLSession? { delegate.flatMap { $0.eventMonitor.isObserved ? $0.session : nil } }

    /// Passes an event of a task of the expected kind to the session's monitors, but not to the request's own.
    func notify<Kind: URLSessionTask>(
        of task: Kind?, _ event: @escaping @Sendable (any EventMonitor, URLSession, Kind) -> Void
    ) {
        guard let session = observedSession, let task else { return }
        delegate?.eventMonitor.notify { event($0, session, task) }
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
    /// Posted when a request ends, with or without an error.
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
