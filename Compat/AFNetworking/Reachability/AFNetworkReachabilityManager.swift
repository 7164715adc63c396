import URLSerialization

/// A monitor of whether and how the network can be reached.
///
/// ```swift
/// let manager = AFNetworkReachabilityManager.shared()
/// manager.setReachabilityStatusChange { status in label.text = AFStringFromNetworkReachabilityStatus(status) }
/// manager.startMonitoring()
/// ```
///
/// On Apple's systems the status comes from `NWPathMonitor`, whereas AFNetworking uses `SCNetworkReachability`. On
/// Linux it comes from the default route, which is looked up every two seconds while monitoring is on: "via WWAN" for
/// the interface of a modem, "via WiFi" for any other, and not reachable without a route. Nothing is sent. On watchOS
/// the status stays ``AFNetworkReachabilityStatus/unknown``, which is reported once when monitoring starts.
///
/// Use it to explain a failure or to time another attempt, not to decide whether to send a request.
///
/// Many threads may use a manager at once; its state is one value behind a lock. A subclass with added variables must
/// guard them, and restates `@unchecked Sendable`. There is no key-value observing.
open class AFNetworkReachabilityManager: NSObject, @unchecked Sendable {
    private static let sharedManager = AFNetworkReachabilityManager()

    private let state = Locked(ReachabilityState())
    private let makeMonitor: MonitorMaker

    /// A function that makes the monitor for one period of monitoring.
    package typealias MonitorMaker =
        @Sendable (_ report: @escaping @Sendable (AFNetworkReachabilityStatus) -> Void) -> any NetworkMonitor

    /// Returns the manager that all callers share (`sharedManager`), for the network as a whole.
    open class func shared() -> AFNetworkReachabilityManager { sharedManager }

    /// Creates a manager for the network as a whole (`manager`).
    public override init() {
        makeMonitor = Self.systemMonitor
        super.init()
    }

    /// Creates a manager with another monitor.
    package init(monitor makeMonitor: @escaping MonitorMaker) {
        self.makeMonitor = makeMonitor
        super.init()
    }

    /// Creates a manager for the network as a whole (`managerForDomain:`). The domain is assumed to be reached by the
    /// default route.
    ///
    /// - Parameter domain: Ignored, and not looked up. AFNetworking asks the system for a route to the domain, which
    ///   sends nothing to it either.
    public convenience init(forDomain domain: String) {
        self.init()
    }

    deinit { state.value.monitor?.cancel() }

    // MARK: - Status

    /// The last reported status. The default is ``AFNetworkReachabilityStatus/unknown``. The status does not change
    /// when monitoring stops.
    open var networkReachabilityStatus: AFNetworkReachabilityStatus { state.value.status }

    /// Whether the network is reachable by any means.
    open var isReachable: Bool { isReachableViaWWAN || isReachableViaWiFi }

    /// Whether the network is reachable by mobile radio.
    open var isReachableViaWWAN: Bool { networkReachabilityStatus == .reachableViaWWAN }

    /// Whether the network is reachable by Wi-Fi or another interface that is not mobile.
    open var isReachableViaWiFi: Bool { networkReachabilityStatus == .reachableViaWiFi }

    /// Returns the status in words: see ``AFStringFromNetworkReachabilityStatus(_:)``.
    open func localizedNetworkReachabilityStatusString() -> String {
        AFStringFromNetworkReachabilityStatus(networkReachabilityStatus)
    }

    // MARK: - Monitoring

    /// Starts reporting the current status and every change, or starts over if monitoring is on.
    ///
    /// Monitoring does not retain the manager, and stops when the manager is released.
    open func startMonitoring() {
        let turn = endMonitoring()
        let monitor = makeMonitor { [weak self] status in
            DispatchQueue.main.async { self?.report(status, turn: turn) }
        }
        state.withLock { state in
            // Another thread may have started or stopped monitoring in the meantime.
            guard state.turn == turn else { return }
            state.monitor = monitor
            // The monitor reports through the main queue, so it never reports under the lock.
            monitor.start()
        }
    }

    /// Stops reporting, including reports on their way to the main queue.
    open func stopMonitoring() {
        _ = endMonitoring()
    }

    /// Sets the block called on the main queue with each status, or with `nil` removes it.
    ///
    /// The manager retains the block, so the block should capture the manager weakly.
    open func setReachabilityStatusChange(_ block: ((AFNetworkReachabilityStatus) -> Void)?) {
        state.set(\.block, block.map(UncheckedSendable.init))
    }

    /// Ends the current monitor, and returns the number of the turn that begins.
    private func endMonitoring() -> Int {
        let (monitor, turn) = state.withLock { state in
            defer { state.monitor = nil }
            state.turn += 1
            return (state.monitor, state.turn)
        }
        monitor?.cancel()
        return turn
    }

    /// Reports a status. Called on the main queue.
    private func report(_ status: AFNetworkReachabilityStatus, turn: Int) {
        let current = state.withLock { state -> ReachabilityState? in
            guard state.turn == turn else { return nil }
            state.status = status
            return state
        }
        guard let current else { return }
        current.block?.value(status)
        NotificationCenter.default.post(
            name: .AFNetworkingReachabilityDidChange, object: self,
            userInfo: [AFNetworkingReachabilityNotificationStatusItem: NSNumber(value: status.rawValue)])
    }
}

/// The state of a reachability manager.
struct ReachabilityState: Sendable {
    var status = AFNetworkReachabilityStatus.unknown
    /// The user's block for changes, called only on the main queue, as in AFNetworking. The user promises that another
    /// thread may release it, which the type of an Objective-C block cannot express.
    var block: UncheckedSendable<(AFNetworkReachabilityStatus) -> Void>?
    /// The monitor, or `nil` while monitoring is off.
    var monitor: (any NetworkMonitor)?
    /// The number of times that monitoring has begun or ended. Reports of an earlier monitor are out of date.
    var turn = 0
}

/// The reachability of the network, and the kind of its connection.
public enum AFNetworkReachabilityStatus: Int, Sendable {
    /// Not known, or not known yet.
    case unknown = -1
    /// Not reachable: on Linux, without a default route.
    case notReachable = 0
    /// Reachable by mobile radio, on Linux by the interface of a modem.
    case reachableViaWWAN = 1
    /// Reachable by Wi-Fi, by cable, or by any other interface.
    case reachableViaWiFi = 2
}

/// Returns a status in words, from the table `AFNetworking` in the main bundle, or else in English.
public func AFStringFromNetworkReachabilityStatus(_ status: AFNetworkReachabilityStatus) -> String {
    let key =
        switch status {
        case .unknown: "Unknown"
        case .notReachable: "Not Reachable"
        case .reachableViaWWAN: "Reachable via WWAN"
        case .reachableViaWiFi: "Reachable via WiFi"
        }
    return Bundle.main.localizedString(forKey: key, value: nil, table: "AFNetworking")
}

extension Notification.Name {
    /// Posted on the main queue for each status of a monitoring manager, including the first
    /// (`AFNetworkingReachabilityDidChangeNotification`). The object is the manager.
    public static let AFNetworkingReachabilityDidChange = Notification.Name(
        "com.alamofire.networking.reachability.change")
}

/// The key of the status in the user info, the raw value of an ``AFNetworkReachabilityStatus`` as a number.
public let AFNetworkingReachabilityNotificationStatusItem = "AFNetworkingReachabilityNotificationStatusItem"
