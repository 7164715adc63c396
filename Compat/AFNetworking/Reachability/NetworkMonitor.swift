import URLSerialization

/// A monitor that reports the status of the network when monitoring starts and whenever the status changes.
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
            if last.exchange(status) != status { report(status) }
        }
        // A source that has never been activated ends the process when it is released.
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    deinit { timer.cancel() }

    package func start() { timer.schedule(deadline: .now(), repeating: interval, leeway: .milliseconds(200)) }

    package func cancel() { timer.cancel() }
}

// The part for Apple's systems follows the documentation of Network, which says that NWPathMonitor is available from
// iOS 12, macOS 10.14, tvOS 12 and visionOS 1. It has not been run. On watchOS NWPathMonitor reports no network for
// most applications (TN3135), although URLSession has one; AFNetworking has no reachability there either.
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
        /// Creates a status. As in AFNetworking, a path that a connection would open, such as a VPN's, counts as
        /// reachable.
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

#if os(Linux)
    /// The routes of a Linux system: whether the network can be reached, and by which kind of interface.
    ///
    /// A route exists if a UDP socket can be connected, which sends nothing. The addresses are reserved for
    /// documentation (RFC 5737, RFC 3849), so the default route reaches them.
    enum RouteTable {
        static func status() -> AFNetworkReachabilityStatus {
            let sources = [source(AF_INET, "203.0.113.1"), source(AF_INET6, "2001:db8::1")].compactMap(\.self)
            guard !sources.isEmpty else { return .notReachable }
            let interfaces = interfaces(of: sources)
            let areMobile = !interfaces.isEmpty && interfaces.allSatisfy(isMobile)
            return areMobile ? .reachableViaWWAN : .reachableViaWiFi
        }

        #if canImport(Glibc)
            private static let datagram = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            private static let datagram = SOCK_DGRAM | SOCK_CLOEXEC
        #endif

        /// Returns the bytes of the local address from which an address is reached, or `nil` without a route to it.
        private static func source(_ family: Int32, _ address: String) -> [UInt8]? {
            let socket = socket(family, datagram, 0)
            guard socket >= 0 else { return nil }
            defer { close(socket) }
            var storage = sockaddr_storage()
            storage.ss_family = sa_family_t(family)
            let port = in_port_t(9).bigEndian
            return withUnsafeMutableBytes(of: &storage) { bytes -> [UInt8]? in
                // The port follows the family in both kinds of addresses; the address comes at offset 4 and 8.
                bytes.storeBytes(of: port, toByteOffset: 2, as: in_port_t.self)
                guard let base = bytes.baseAddress, inet_pton(family, address, base + (family == AF_INET ? 4 : 8)) == 1
                else { return nil }
                let pointer = base.assumingMemoryBound(to: sockaddr.self)
                var length = socklen_t(
                    family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
                guard connect(socket, pointer, length) == 0, getsockname(socket, pointer, &length) == 0 else {
                    return nil
                }
                return addressBytes(of: pointer)
            }
        }

        /// Returns the names of the interfaces that have one of the addresses.
        private static func interfaces(of addresses: [[UInt8]]) -> Set<String> {
            var list: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&list) == 0 else { return [] }
            defer { freeifaddrs(list) }
            var names: Set<String> = []
            for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
                guard let entry, let address = entry.pointee.ifa_addr, let bytes = addressBytes(of: address),
                    addresses.contains(bytes), let name = entry.pointee.ifa_name
                else { continue }
                names.insert(String(cString: name))
            }
            return names
        }

        /// Returns the bytes of an IPv4 or IPv6 address, or `nil` for another kind.
        private static func addressBytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
            let raw = UnsafeRawPointer(address)
            return switch Int32(address.pointee.sa_family) {
            case AF_INET: Array(UnsafeRawBufferPointer(start: raw + 4, count: 4))
            case AF_INET6: Array(UnsafeRawBufferPointer(start: raw + 8, count: 16))
            default: nil
            }
        }

        /// Whether an interface is a modem's, based on the kernel's device type or on the names that drivers and
        /// systemd choose.
        private static func isMobile(_ interface: String) -> Bool {
            if ["wwan", "wwp", "wwx", "rmnet", "ccmni"].contains(where: interface.hasPrefix) { return true }
            let event = try? String(contentsOfFile: "/sys/class/net/\(interface)/uevent", encoding: .utf8)
            return event?.contains("DEVTYPE=wwan") ?? false
        }
    }
#endif
