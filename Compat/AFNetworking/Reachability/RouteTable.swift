#if os(Linux)
    /// The routes of a Linux system: whether the network can be reached, and by which kind of interface.
    ///
    /// A route exists if a UDP socket can be connected, which sends nothing. The addresses are reserved for
    /// documentation (RFC 5737, RFC 3849), so that they are reached by the default route.
    enum RouteTable {
        /// Returns the current status.
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

        /// Whether an interface is a modem's, by the kernel's type of the device or by the names of drivers and
        /// systemd.
        private static func isMobile(_ interface: String) -> Bool {
            if ["wwan", "wwp", "wwx", "rmnet", "ccmni"].contains(where: interface.hasPrefix) { return true }
            let event = try? String(contentsOfFile: "/sys/class/net/\(interface)/uevent", encoding: .utf8)
            return event?.contains("DEVTYPE=wwan") ?? false
        }
    }
#endif
