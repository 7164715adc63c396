import URLSerialization

/// A monitor that reports the status of the network: once when it starts, and whenever it changes.
package protocol NetworkMonitor: Sendable {
    func start()
    func cancel()
}

/// A monitor that polls every few seconds, for systems that do not report changes.
///
/// `@unchecked Sendable`: a dispatch source may be used by any thread, which its protocol does not declare on Linux.
package final class PollingMonitor: NetworkMonitor, @unchecked Sendable {
    /// The time between two polls, in seconds.
    package static let interval: TimeInterval = 2

    private let timer: any DispatchSourceTimer
    private let interval: TimeInterval

    /// - Parameters:
    ///   - interval: The time between two polls, in seconds.
    ///   - status: Returns the current status. Called on the monitor's queue.
    ///   - report: Called on that queue, until the monitor is cancelled.
    package init(
        every interval: TimeInterval = PollingMonitor.interval,
        status: @escaping @Sendable () -> AFNetworkReachabilityStatus,
        report: @escaping @Sendable (AFNetworkReachabilityStatus) -> Void
    ) {
        self.interval = interval
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "AFNetworkingCompat.reachability"))
        let last = Locked<AFNetworkReachabilityStatus?>(nil)
        timer.setEventHandler {
            let status = status()
            let isNews = last.withLock { last in
                defer { last = status }
                return last != status
            }
            if isNews { report(status) }
        }
        // A source that has never been activated ends the process when it is released.
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    deinit { timer.cancel() }

    package func start() { timer.schedule(deadline: .now(), repeating: interval, leeway: .milliseconds(200)) }

    package func cancel() { timer.cancel() }
}
