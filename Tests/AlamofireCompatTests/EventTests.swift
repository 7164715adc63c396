import AlamofireCompat
import Foundation
import Testing
import URLSerialization

/// The events of each kind of request, in order.
@Suite(.timeLimit(.minutes(60))) struct EventTests {
    /// The names of events, in order. The parts of a body are noted once for each task.
    private final class Log: Sendable {
        let names = Locked<[String]>([])

        func note(_ name: String) {
            names.withLock { names in
                let isPart = ["task sent", "task data", "task wrote"].contains(name)
                if isPart, names.lastIndex(of: name) ?? -1 > names.lastIndex(of: "task") ?? 0 { return }
                names.append(name)
            }
        }

        /// Returns a closure for a monitor that notes an event.
        func noting<each Value>(_ name: String) -> (repeat each Value) -> Void {
            { (_: repeat each Value) in self.note(name) }
        }

        func wait(for name: String) async throws {
            while !names.value.contains(name) { try await Task.sleep(nanoseconds: 1_000_000) }
        }
    }

    /// Returns a monitor that notes all events.
    private static func monitor(_ log: Log) -> ClosureEventMonitor {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "events"))
        monitor.sessionDidBecomeInvalidWithError = log.noting("session invalid")
        monitor.taskDidReceiveChallenge = log.noting("never")
        monitor.taskNeedNewBodyStream = log.noting("never")
        monitor.taskDidFinishCollectingMetrics = log.noting("never")
        monitor.taskIsWaitingForConnectivity = log.noting("never")
        monitor.dataTaskWillCacheResponse = log.noting("never")
        monitor.downloadTaskDidResumeAtOffset = log.noting("never")
        monitor.requestDidGatherMetrics = log.noting("never")
        monitor.requestDidFailTaskEarlyWithError = log.noting("never")
        monitor.taskDidSendBodyData = log.noting("task sent")
        monitor.taskWillPerformHTTPRedirection = log.noting("task redirected")
        monitor.taskDidComplete = log.noting("task complete")
        monitor.dataTaskDidReceiveResponse = log.noting("task response")
        monitor.dataTaskDidReceiveData = log.noting("task data")
        monitor.downloadTaskDidWriteData = log.noting("task wrote")
        monitor.downloadTaskDidFinishDownloadingToURL = log.noting("task downloaded")
        monitor.requestDidCreateInitialURLRequest = log.noting("initial request")
        monitor.requestDidFailToCreateURLRequestWithError = log.noting("request failed")
        monitor.requestDidAdaptInitialRequestToAdaptedRequest = log.noting("adapted")
        monitor.requestDidFailToAdaptURLRequestWithError = log.noting("adapter failed")
        monitor.requestDidCreateURLRequest = log.noting("request")
        monitor.requestDidCreateTask = log.noting("task")
        monitor.requestDidCompleteTaskWithError = log.noting("task done")
        monitor.requestIsRetrying = log.noting("retrying")
        monitor.requestDidFinish = log.noting("finished")
        monitor.requestDidResume = log.noting("resumed")
        monitor.requestDidResumeTask = log.noting("task resumed")
        monitor.requestDidSuspend = log.noting("suspended")
        monitor.requestDidSuspendTask = log.noting("task suspended")
        monitor.requestDidCancel = log.noting("cancelled")
        monitor.requestDidCancelTask = log.noting("task cancelled")
        monitor.requestDidValidateRequestResponseDataWithResult = log.noting("data validated")
        monitor.requestDidParseResponse = log.noting("data parsed")
        monitor.requestDidValidateRequestResponseWithResult = log.noting("stream validated")
        monitor.requestDidCreateUploadable = log.noting("body")
        monitor.requestDidFailToCreateUploadableWithError = log.noting("body failed")
        monitor.requestDidProvideInputStream = log.noting("body stream")
        monitor.requestDidFinishDownloadingUsingTaskWithResult = log.noting("file moved")
        monitor.requestDidCreateDestinationURL = log.noting("destination")
        monitor.requestDidValidateRequestResponseFileURLWithResult = log.noting("file validated")
        monitor.requestDidParseDownloadResponse = log.noting("file parsed")
        return monitor
    }

    /// Returns the events of a request until its end, and then those of progress, which come at any time before the end
    /// of its task. The session is released afterwards.
    private static func events(
        _ last: String, interceptor: (any RequestInterceptor)? = nil, _ run: (Session) async throws -> Void
    ) async throws -> [String] {
        let log = Log()
        do {
            let session = Session(
                configuration: .patientDefault, interceptor: interceptor,
                eventMonitors: [monitor(log), AlamofireNotifications()])
            try await run(session)
            try await log.wait(for: last)
        }
        try await log.wait(for: "session invalid")
        let (names, progress) = (log.names.value, ["task sent", "task wrote"])
        for name in progress {
            #expect(names.firstIndex(of: name) ?? 0 <= names.firstIndex(of: "task complete") ?? 0)
        }
        return names.filter { !progress.contains($0) } + progress.filter(names.contains)
    }

    @Test func eachKindOfRequestReportsItsEvents() async throws {
        try await Route.serving { server in
            let once = Retrier { request, _, _, done in done(request.retryCount == 0 ? .retry : .doNotRetry) }
            let attempt = [
                "initial request", "adapted", "request", "task", "task resumed", "task redirected", "task response",
                "task data", "data validated", "task complete", "task done",
            ]
            let data = try await Self.events("data parsed", interceptor: once) { session in
                let request = session.request(server.url("/redirect/302?to=/status/500")).validate()
                await withCheckedContinuation { done in request.response(queue: .global()) { _ in done.resume() } }
            }
            #expect(
                data == ["resumed"] + attempt + ["retrying"] + attempt + ["finished", "data parsed", "session invalid"])
            let upload = try await Self.events("finished") { session in
                let stream = InputStream(data: Data(count: 10_000))
                _ = await session.upload(stream, to: server.url("/echo")).serializingData().response
            }
            #expect(
                upload == [
                    "resumed", "initial request", "body", "request", "task", "task resumed", "body stream",
                    "task response", "task data", "task complete", "task done", "finished", "session invalid",
                    "task sent",
                ])
            let download = try await Self.events("file parsed") { session in
                let request = session.download(server.url("/bytes/20000")).validate()
                await withCheckedContinuation { done in request.response(queue: .global()) { _ in done.resume() } }
                if let file = request.fileURL { try FileManager.default.removeItem(at: file) }
            }
            #expect(
                download == [
                    "resumed", "initial request", "request", "task", "task resumed", "destination", "file moved",
                    "task downloaded", "file validated", "file validated", "task complete", "task done", "finished",
                    "file parsed", "session invalid", "task wrote",
                ])
            let stream = try await Self.events("finished") { session in
                for await _ in session.streamRequest(server.url("/slow/3")).validate().streamTask().streamingData() {}
            }
            #expect(
                stream == [
                    "resumed", "initial request", "request", "task", "task resumed", "task response", "task data",
                    "stream validated", "stream validated", "task complete", "task done", "finished", "session invalid",
                ])
        }
    }

    @Test func failuresAreReportedWhereTheyOccur() async throws {
        let adapter = Adapter { _, _, done in done(.failure(URLError(.badURL))) }
        let adapting = try await Self.events("finished", interceptor: adapter) { session in
            _ = await session.request("https://a.b/").serializingData().response
        }
        #expect(adapting == ["resumed", "initial request", "adapter failed", "finished", "session invalid"])
        let building = try await Self.events("finished") { session in
            _ = await session.request("https://[").serializingData().response
        }
        #expect(building == ["resumed", "request failed", "finished", "session invalid"])
        let body = try await Self.events("finished") { session in
            let form = MultipartFormData()
            form.append(URL(fileURLWithPath: "/missing/a.txt"), withName: "a")
            _ = await session.upload(multipartFormData: form, to: "https://a.b/").serializingData().response
        }
        #expect(body == ["resumed", "initial request", "body failed", "finished", "session invalid"])
    }

    @Test func pausesAndCancellationsAreReportedAndNotified() async throws {
        try await Route.serving { server in
            let notifications = Locked<[(id: UUID, name: Notification.Name)]>([])
            let names = [
                Request.didResumeNotification, Request.didResumeTaskNotification, Request.didSuspendNotification,
                Request.didSuspendTaskNotification, Request.didCancelNotification, Request.didCancelTaskNotification,
                Request.didCompleteTaskNotification, Request.didFinishNotification,
            ]
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                    guard let id = notification.request?.id else { return }
                    notifications.withLock { $0.append((id, notification.name)) }
                }
            }
            defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
            let id = Locked(UUID())
            let paused = try await Self.events("finished") { session in
                let request = session.request(server.url("/hang"))
                id.withLock { $0 = request.id }
                let task = request.serializingData()
                _ = try await server.waitForRequests(1)
                request.suspend().cancel()
                _ = await task.response
            }
            #expect(
                paused == [
                    "resumed", "initial request", "request", "task", "task resumed", "suspended", "task suspended",
                    "cancelled", "task cancelled", "task complete", "task done", "finished", "session invalid",
                ])
            let posted = { notifications.value.filter { $0.id == id.value }.map(\.name) }
            while posted().count < names.count { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(posted() == names)
        }
    }
}
