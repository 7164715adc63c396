// The part for Apple's systems follows the documentation of Network, by which NWPathMonitor exists since iOS 12,
// macOS 10.14, tvOS 12 and visionOS 1. It has not been run. On watchOS NWPathMonitor reports no network for most
// applications (TN3135), although URLSession has one; AFNetworking has no reachability there either.
#if canImport(Network) && !os(watchOS)
    import Network

    /// The monitor of the system's network paths.
    ///
    /// `@unchecked Sendable`: it is set up before it is shared, and may be started and cancelled on any thread.
    final class PathMonitor: NetworkMonitor, @unchecked Sendable {
        private let monitor = NWPathMonitor()

        /// - Parameter report: Called on the monitor's queue, until it is cancelled.
        init(_ report: @escaping @Sendable (AFNetworkReachabilityStatus) -> Void) {
            monitor.pathUpdateHandler = { path in report(AFNetworkReachabilityStatus(path)) }
        }

        func start() { monitor.start(queue: DispatchQueue(label: "AFNetworkingCompat.reachability")) }

        func cancel() { monitor.cancel() }
    }

    extension AFNetworkReachabilityStatus {
        /// Creates a status. As in AFNetworking, a path that a connection would open, such as a VPN's, is reachable.
        fileprivate init(_ path: NWPath) {
            guard path.status != .unsatisfied else {
                self = .notReachable
                return
            }
            // The path of a VPN has both the VPN's interface and the one beneath.
            let isWired = path.usesInterfaceType(.wifi) || path.usesInterfaceType(.wiredEthernet)
            self = path.usesInterfaceType(.cellular) && !isWired ? .reachableViaWWAN : .reachableViaWiFi
        }
    }
#endif

extension AFNetworkReachabilityManager {
    /// Returns the system's monitor.
    static func systemMonitor(
        _ report: @escaping @Sendable (AFNetworkReachabilityStatus) -> Void
    ) -> any NetworkMonitor {
        #if canImport(Network) && !os(watchOS)
            PathMonitor(report)
        #elseif os(Linux)
            PollingMonitor(status: RouteTable.status, report: report)
        #else
            // The system has no status to report; the first report is unknown.
            PollingMonitor(every: .infinity, status: { .unknown }, report: report)
        #endif
    }
}
