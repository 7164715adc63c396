import LoopbackServer
import TestSupport
import Testing
@testable import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestControlTests {
    private let session = Session(configuration: .patient, start: .manually)

    private func code(_ error: (any Error)?) -> URLError.Code? { error?.urlErrorCode }

    /// The names of the notifications about a request, each with whether it has the task.
    private final class Notifications: Sendable {
        let log = Log<String>()
        private let observers: Locked<[any NSObjectProtocol & Sendable]>

        init(of request: Request) {
            let names: [(Notification.Name, String)] = [
                (Notification.Name.Task.DidResume, "resume"), (Notification.Name.Task.DidSuspend, "suspend"),
                (Notification.Name.Task.DidCancel, "cancel"), (Notification.Name.Task.DidComplete, "complete"),
            ]
            var observers: [any NSObjectProtocol & Sendable] = []
            for (name, text) in names {
                let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    [log, weak request] notification in
                    guard let request, notification.object as? Request === request else { return }
                    log.add(text)
                }
                observers.append(Handle(observer))
            }
            self.observers = Locked(observers)
        }

        deinit {
            for case let handle as Handle in observers.value { NotificationCenter.default.removeObserver(handle.token) }
        }

        /// The token is only kept.
        private final class Handle: NSObject, @unchecked Sendable {
            let token: any NSObjectProtocol
            init(_ token: any NSObjectProtocol) { self.token = token }
        }
    }

    @Test func nothingIsSentBeforeTheStart() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "a") }
        let request = session.request(server.url("/late"))
        let log = Log<String>()
        request.response(queue: .global()) { _ in log.add("end") }
        #expect(request.state == .initialized)
        #expect(request.startTime == nil)
        #expect(request.task == nil)
        // Another request is answered in the meantime.
        _ = await session.request(server.url("/other")).response()
        #expect(server.requests.map(\.target) == ["/other"])
        #expect(log.all.isEmpty)
        request.resume()
        #expect(await request.response().data == Data("a".utf8))
        #expect(request.duration.map { $0 >= 0 } == true)
        #expect((request.task == nil) == session.engine.pausesTransfers)
        #expect(request.retryCount == 0)
    }

    @Test func aRequestThatIsPausedBeforeItsStartIsHeldBack() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "a") }
        let request = session.request(server.url("/held")).suspend()
        #expect(request.state == .suspended)
        #expect(request.suspend().state == .suspended)
        _ = await session.request(server.url("/other")).response()
        #expect(server.requests.map(\.target) == ["/other"])
        request.resume().resume()
        #expect(await request.response().data == Data("a".utf8))
        #expect(server.requestCount == 2)
    }

    @Test func aPausedRequestDoesNotEndAndComesWholeAfterwards() async throws {
        let body = pattern(300_000)
        let server = try LoopbackServer { exchange in
            try exchange.hold()
            try exchange.respond(status: 200, body: body)
        }
        let request = session.request(server.url("/")).resume()
        let log = Log<String>()
        request.response(queue: .global()) { _ in log.add("end") }
        try await server.waitUntilHeld(timeout: 600)
        request.suspend()
        server.release()
        // Everything has been received and read.
        if !session.engine.pausesTransfers {
            try await eventually("The transfer goes on.") { session.taskCount == 0 }
        }
        #expect(request.state == .suspended)
        #expect(!request.isFinished)
        #expect(log.all.isEmpty)
        request.resume()
        #expect(await request.response().data == body)
        #expect(server.requestCount == 1)
        #expect(request.suspend().state == .finished)
        #expect(request.cancel().state == .finished)
    }

    @Test(arguments: [0, 1, 2]) func aRequestThatIsCancelledEndsWithThat(when moment: Int) async throws {
        let server = try LoopbackServer { try $0.hold() }
        let request = session.request(server.url("/"))
        let log = Log<String>()
        request.response(queue: .global()) { log.add(($0.error?.cause as? URLError)?.code == .cancelled ? "a" : "x") }
        request.response(queue: .global()) { _ in log.add("b") }
        if moment > 0 { request.resume() }
        if moment > 1 { try await server.waitUntilHeld(timeout: 600) }
        request.cancel()
        #expect(request.state == .cancelled)
        request.cancel().resume().suspend()
        let answer = await request.response()
        #expect(code(answer.error) == .cancelled)
        #expect(answer.response == nil)
        #expect(request.state == .cancelled)
        try await eventually("Both are called.") { log.count == 2 }
        #expect(Set(log.all) == ["a", "b"])
        #expect(request.endTime != nil)
        try await eventually("The task ends.") { session.taskCount == 0 }
        #expect(session.runningRequests.isEmpty)
        server.stop()
    }

    @Test func aPausedRequestCanBeCancelled() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let request = session.request(server.url("/")).resume()
        try await server.waitUntilHeld(timeout: 600)
        #expect(code(await request.suspend().cancel().response().error) == .cancelled)
        server.stop()
    }

    @Test func anEndAfterACancelIsACancel() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "a") }
        for _ in 0..<20 {
            let request = session.request(server.url("/")).resume()
            try await server.waitForRequests(1, timeout: 600)
            request.cancel()
            if request.state == .cancelled {
                #expect(code(await request.response().error) == .cancelled)
            } else {
                #expect(await request.response().error == nil)
            }
        }
    }

    @Test func aSwiftTaskThatIsCancelledCancelsItsRequest() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let request = session.request(server.url("/"))
        let task = Task { await request.response().error }
        try await server.waitUntilHeld(timeout: 600)
        task.cancel()
        #expect(code(await task.value) == .cancelled)
        server.stop()
    }

    @Test func whatCannotBeBuiltEndsWithItsReason() async throws {
        let immediate = Session(configuration: .patient)
        for request in [
            immediate.request("not a url"), immediate.request("http://127.0.0.1/", method: HTTPMethod(rawValue: "A B")),
            immediate.request("http://127.0.0.1/", headers: ["A\r\nB": "c"]),
            immediate.upload(to: "http://127.0.0.1/") { _ in throw CancellationError() },
            immediate.upload(.file(URL(fileURLWithPath: "/nowhere/at/all")), to: "http://127.0.0.1/"),
            immediate.request("/relative"), immediate.request("http:///path"),
        ] {
            let log = Log<Bool>()
            request.response(queue: .global()) { log.add($0.error != nil) }
            let answer = await request.response()
            #expect(answer.error?.cause is RequestSerializationError || answer.error?.cause is CancellationError)
            #expect(answer.response == nil)
            #expect(request.state == .finished)
            #expect(request.task == nil)
            try await eventually("It is called.") { log.all == [true] }
        }
    }

    // MARK: - Handlers

    @Test func handlersRunInOrderOnceAndAlsoAfterTheEnd() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.hold()
            try exchange.respond(status: 200, body: "a")
        }
        let log = Log<String>()
        let (one, two) = (DispatchQueue(label: "one"), DispatchQueue(label: "two"))
        let request = session.request(server.url("/"))
        for number in 0..<20 {
            request.response(queue: number.isMultiple(of: 2) ? one : two) { _ in log.add("\(number)") }
        }
        request.resume()
        try await server.waitUntilHeld(timeout: 600)
        request.response(queue: one) { [weak request] _ in
            log.add("20")
            request?.response(queue: one) { _ in log.add("24") }
        }
        server.release()
        _ = await request.response()
        request.response(queue: one) { _ in log.add("22") }
        try await eventually("All are called.") { log.count == 23 }
        let numbers = log.all.compactMap { Int($0) }.filter { $0.isMultiple(of: 2) && $0 <= 20 }
        #expect(numbers == numbers.sorted())
        let odd = log.all.compactMap { Int($0) }.filter { !$0.isMultiple(of: 2) }
        #expect(odd == odd.sorted())
        #expect(Set(log.all).count == 23)
    }

    // MARK: - Notifications

    @Test func notificationsCarryTheTaskInOrder() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.hold()
            try exchange.respond(status: 200, body: "a")
        }
        let request = session.request(server.url("/"))
        let notifications = Notifications(of: request)
        request.resume().suspend().resume()
        try await server.waitUntilHeld(timeout: 600)
        request.suspend().suspend().resume()
        server.release()
        _ = await request.response()
        request.cancel()
        // They are posted on a queue of the session's, for which the end does not wait.
        try await eventually("the notifications") { notifications.log.all.count >= 6 }
        #expect(
            notifications.log.all == ["resume", "suspend", "resume", "suspend", "resume", "complete"])
    }

    @Test func aCancelIsNotified() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let request = session.request(server.url("/"))
        let notifications = Notifications(of: request)
        request.resume()
        try await server.waitUntilHeld(timeout: 600)
        _ = await request.cancel().response()
        try await eventually("the notifications") { notifications.log.all.count >= 3 }
        #expect(notifications.log.all == ["resume", "cancel", "complete"])
        let early = session.request(server.url("/"))
        let others = Notifications(of: early)
        _ = await early.cancel().response()
        try await eventually("the notification") { !others.log.all.isEmpty }
        #expect(others.log.all == ["cancel"])
        server.stop()
    }
}
