#if os(Linux)
    import AlamofireCompat
    import Foundation
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerialization

    /// A program whose main queue does not run, as one that waits for a semaphore.
    @Suite(.tags(.busy, .network, .slow), .timeLimit(.minutes(60))) struct MainQueueTests {
        private final class Weak: @unchecked Sendable {
            weak var request: Request?
            init(_ request: Request) { self.request = request }
        }

        @Test func requestsDoNotWaitForTheirNotificationsAndNoneIsLost() async {
            await #expect(processExitsWith: .success) {
                let names = Locked<[Notification.Name]>([])
                for name in [Request.didResumeNotification, Request.didFinishNotification] {
                    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                        names.withLock { $0.append(notification.name) }
                    }
                }
                let gate = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { gate.wait() }
                try await Route.serving { server in
                    let session = Session(configuration: .patientDefault)
                    var requests: [Weak] = []
                    for _ in 0..<1_000 {
                        let request = session.request(server.url("/json"))
                        requests.append(Weak(request))
                        _ = try await request.serializingData().value
                    }
                    // Queues release the blocks that they ran at an unspecified time.
                    func waitUntilAlive(atMost count: Int) async throws {
                        let end = Date(timeIntervalSinceNow: 600)
                        while requests.count(where: { $0.request != nil }) > count, Date() < end {
                            try await Task.sleep(nanoseconds: 1_000_000)
                        }
                        #expect(requests.count { $0.request != nil } <= count)
                    }
                    let silent = Session(configuration: .patientDefault, eventMonitors: [])
                    for _ in 0..<100 {
                        let request = silent.request(server.url("/json"))
                        requests.append(Weak(request))
                        _ = try await request.serializingData().value
                    }
                    // Notifications keep the others.
                    try await waitUntilAlive(atMost: 1_002)
                    gate.signal()
                    // A queue may keep the last one.
                    try await waitUntilAlive(atMost: 2)
                    await MainActor.run {}
                    let pair = [Request.didResumeNotification, Request.didFinishNotification]
                    #expect(names.value == (0..<1_000).flatMap { _ in pair })
                }
            }
        }
    }
#endif
