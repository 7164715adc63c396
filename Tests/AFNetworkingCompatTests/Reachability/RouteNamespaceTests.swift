#if os(Linux)
    import AFNetworkingCompat
    import TestSupport
    import Testing

    /// Reachability in a separate network namespace, which `.ci/run` makes, where interfaces come and go.
    @Suite(
        .tags(.real, .namespace), .enabled(if: ProcessInfo.processInfo.environment["NETWORK_NAMESPACE"] != nil),
        .timeLimit(.minutes(60)))
    struct RouteNamespaceTests {
        private func ip(_ arguments: String) throws {
            let words = arguments.split(separator: " ").map(String.init)
            try #require(try Program.run("/usr/bin/env", ["ip"] + words) == 0, "ip \(arguments)")
        }

        @Test func theStatusFollowsTheDefaultRoute() async throws {
            let manager = AFNetworkReachabilityManager()
            let statuses = Events<AFNetworkReachabilityStatus>()
            manager.setReachabilityStatusChange { statuses.add($0) }
            manager.startMonitoring()
            try await statuses.wait(for: 1)

            try ip("link add wlan0 type veth peer name far0")
            try ip("link set far0 up")
            try ip("addr add 10.9.0.2/24 dev wlan0")
            try ip("link set wlan0 up")
            try ip("route add default via 10.9.0.1")
            try await statuses.wait(for: 2)

            try ip("link set wlan0 down")
            try await statuses.wait(for: 3)

            try ip("link set wlan0 name wwan0")
            try ip("link set wwan0 up")
            try ip("route add default via 10.9.0.1")
            try await statuses.wait(for: 4)

            // A route to a network does not reach the rest.
            try ip("route del default")
            try await statuses.wait(for: 5)

            try ip("-6 addr add fd09::2/64 dev wwan0 nodad")
            try ip("-6 route add default via fd09::1")
            #expect(
                try await statuses.wait(for: 6) == [
                    .notReachable, .reachableViaWiFi, .notReachable, .reachableViaWWAN, .notReachable,
                    .reachableViaWWAN,
                ])
            manager.stopMonitoring()
        }
    }
#endif
