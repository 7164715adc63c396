import AFNetworkingCompat
import TestSupport
import Testing
import URLSerialization

@Suite(.timeLimit(.minutes(60))) struct AFNetworkReachabilityManagerTests {
    private let manager = AFNetworkReachabilityManager()

    private final class Reports: Sendable {
        private let entries = Locked<[String]>([])

        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.value }
    }

    /// Marks the main queue, which need not run on the main thread.
    private static let mainMark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainMark) == true }

    /// Waits until the main queue has run everything put on it before.
    private func mainQueue() async {
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }

    /// Records the status in a manager's notifications, and their queue.
    private func observe(_ manager: AFNetworkReachabilityManager, _ reports: Reports) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(
            forName: .AFNetworkingReachabilityDidChange, object: manager, queue: nil
        ) { note in
            let status = note.userInfo?[AFNetworkingReachabilityNotificationStatusItem] as? Int
            reports.add("notification \(status ?? .min) \(Self.isOnMainQueue)")
        }
    }

    @Test func namesAndNumbersAreAFNetworkings() {
        #expect(
            Notification.Name.AFNetworkingReachabilityDidChange.rawValue
                == "com.alamofire.networking.reachability.change"
        )
        #expect(AFNetworkingReachabilityNotificationStatusItem == "AFNetworkingReachabilityNotificationStatusItem")
        let statuses = [AFNetworkReachabilityStatus.unknown, .notReachable, .reachableViaWWAN, .reachableViaWiFi]
        #expect(statuses.map(\.rawValue) == [-1, 0, 1, 2])
        #expect(
            statuses.map(AFStringFromNetworkReachabilityStatus)
                == ["Unknown", "Not Reachable", "Reachable via WWAN", "Reachable via WiFi"])
    }

    @Test func aNewManagerKnowsNothing() {
        for manager in [AFNetworkReachabilityManager(), AFNetworkReachabilityManager(forDomain: "example.com")] {
            #expect(manager.networkReachabilityStatus == .unknown)
            #expect(!manager.isReachable && !manager.isReachableViaWWAN && !manager.isReachableViaWiFi)
            #expect(manager.localizedNetworkReachabilityStatusString() == "Unknown")
        }
        #expect(AFNetworkReachabilityManager.shared() === AFNetworkReachabilityManager.shared())
    }

    @Test func thePropertiesFollowTheStatus() {
        let manager = FixedManager()
        for (status, text) in [
            (AFNetworkReachabilityStatus.unknown, "000"), (.notReachable, "000"), (.reachableViaWWAN, "110"),
            (.reachableViaWiFi, "101"),
        ] {
            manager.fixed.withLock { $0 = status }
            let answers = [manager.isReachable, manager.isReachableViaWWAN, manager.isReachableViaWiFi]
            #expect(answers.map { $0 ? "1" : "0" }.joined() == text)
            #expect(
                manager.localizedNetworkReachabilityStatusString() == AFStringFromNetworkReachabilityStatus(status))
        }
    }

    /// Returns a manager whose monitor reports a test's status.
    private func manager(
        _ status: Locked<AFNetworkReachabilityStatus>, every interval: TimeInterval = 0.01
    ) -> AFNetworkReachabilityManager {
        AFNetworkReachabilityManager { report in
            PollingMonitor(every: interval, status: { status.value }, report: report)
        }
    }

    @Test func theFirstStatusAndItsChangesAreReportedOnTheMainQueue() async throws {
        let status = Locked(AFNetworkReachabilityStatus.notReachable)
        let (manager, reports) = (manager(status), Reports())
        let observer = observe(manager, reports)
        defer { NotificationCenter.default.removeObserver(observer) }
        manager.setReachabilityStatusChange { reports.add("block \($0.rawValue) \(Self.isOnMainQueue)") }
        await mainQueue()
        #expect(reports.all.isEmpty)
        manager.startMonitoring()
        try await eventually("the first") { reports.all.count == 2 }
        #expect(manager.networkReachabilityStatus == .notReachable && !manager.isReachable)
        status.withLock { $0 = .reachableViaWWAN }
        try await eventually("the second") { reports.all.count == 4 }
        #expect(manager.isReachableViaWWAN)
        status.withLock { $0 = .reachableViaWiFi }
        try await eventually("the third") { reports.all.count == 6 }
        #expect(manager.isReachableViaWiFi)
        #expect(
            reports.all == [
                "block 0 true", "notification 0 true", "block 1 true", "notification 1 true", "block 2 true",
                "notification 2 true",
            ])
        // Once more after a new start, as in AFNetworking.
        manager.startMonitoring()
        try await eventually("the same again") { reports.all.count == 8 }
        manager.stopMonitoring()
    }

    @Test func nothingIsLookedUpOnceItHasStopped() async throws {
        let looks = Locked(0)
        let manager = AFNetworkReachabilityManager { report in
            PollingMonitor(
                every: 0.01,
                status: {
                    looks.withLock { $0 += 1 }
                    return .reachableViaWiFi
                }, report: report)
        }
        #expect(looks.value == 0)
        manager.startMonitoring()
        try await eventually("it looks again") { looks.value > 2 }
        manager.stopMonitoring()
        try await eventually("it stops") {
            let count = looks.value
            Thread.sleep(forTimeInterval: 0.1)
            return looks.value == count
        }
    }

    @Test func aManagerWithoutABlockNotifies() async throws {
        let (manager, reports) = (manager(Locked(.reachableViaWiFi)), Reports())
        let observer = observe(manager, reports)
        defer { NotificationCenter.default.removeObserver(observer) }
        manager.setReachabilityStatusChange { _ in reports.add("block") }
        manager.setReachabilityStatusChange(nil)
        manager.startMonitoring()
        try await eventually("it notifies") { reports.all == ["notification 2 true"] }
    }

    #if os(Linux)
        @Test func aManagerOfLinuxKnowsWhetherThereIsARoute() async throws {
            let routes = try String(contentsOfFile: "/proc/net/route", encoding: .utf8).split(separator: "\n")
                .dropFirst()
            let hasDefault = routes.contains { line in
                line.split(separator: "\t").dropFirst().first == "00000000"
            }
            for manager in [AFNetworkReachabilityManager(), AFNetworkReachabilityManager(forDomain: "example.invalid")]
            {
                manager.startMonitoring()
                try await eventually("the first status") { manager.networkReachabilityStatus != .unknown }
                if hasDefault { #expect(manager.isReachable) }
            }
        }
    #endif

    @Test @MainActor func nothingIsReportedOnceItHasStopped() async {
        let reports = Reports()
        let observer = observe(manager, reports)
        defer { NotificationCenter.default.removeObserver(observer) }
        manager.setReachabilityStatusChange { _ in reports.add("block") }
        // The report is on its way to this queue, which is busy until the manager stops.
        manager.startMonitoring()
        manager.stopMonitoring()
        manager.stopMonitoring()
        await mainQueue()
        #expect(reports.all.isEmpty)
    }

    @Test @MainActor func aBlockOfTheMainActorsIsTaken() async {
        var statuses: [AFNetworkReachabilityStatus] = []
        await withCheckedContinuation { continuation in
            var isFirst = true
            manager.setReachabilityStatusChange { status in
                statuses.append(status)
                if isFirst { continuation.resume() }
                isFirst = false
            }
            manager.startMonitoring()
        }
        #expect(!statuses.isEmpty)
    }

    @Test func aManagerThatMonitorsIsReleasedWithItsBlock() async {
        weak var released: AFNetworkReachabilityManager?
        weak var held: Reports?
        do {
            let manager = AFNetworkReachabilityManager()
            let reports = Reports()
            manager.setReachabilityStatusChange { [weak manager] _ in
                reports.add("\(manager?.networkReachabilityStatus as Any)")
            }
            manager.startMonitoring()
            (released, held) = (manager, reports)
        }
        await mainQueue()
        #expect(released == nil)
        #expect(held == nil)
    }

    @Test func aBlockMayComeBackWhenItIsReleased() {
        for _ in 0..<2 {
            let guest = Guest { [weak manager] in manager?.setReachabilityStatusChange(nil) }
            manager.setReachabilityStatusChange { _ in withExtendedLifetime(guest) {} }
        }
        manager.setReachabilityStatusChange(nil)
        #expect(manager.networkReachabilityStatus == .unknown)
    }

    @Test func aManagerMayBeUsedByManyThreads() async {
        let reports = Reports()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    manager.setReachabilityStatusChange { _ in reports.add("block") }
                    if number.isMultiple(of: 3) { manager.stopMonitoring() } else { manager.startMonitoring() }
                    _ = manager.isReachable
                }
            }
        }
        manager.stopMonitoring()
        await mainQueue()
        let count = reports.all.count
        await mainQueue()
        #expect(reports.all.count == count)
    }
}

/// Reports its release.
private final class Guest {
    private let leaves: () -> Void

    init(_ leaves: @escaping () -> Void) { self.leaves = leaves }

    deinit { leaves() }
}

/// Returns a status set by the test.
private final class FixedManager: AFNetworkReachabilityManager, @unchecked Sendable {
    let fixed = Locked(AFNetworkReachabilityStatus.unknown)

    override var networkReachabilityStatus: AFNetworkReachabilityStatus { fixed.value }
}
