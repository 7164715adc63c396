import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The notifications of tasks: their names, their contents, and the time at which they are posted.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerNotificationTests {
    @Test(arguments: [
        (Notification.Name.AFNetworkingTaskDidResume.rawValue, "com.alamofire.networking.task.resume"),
        (Notification.Name.AFNetworkingTaskDidComplete.rawValue, "com.alamofire.networking.task.complete"),
        (Notification.Name.AFNetworkingTaskDidSuspend.rawValue, "com.alamofire.networking.task.suspend"),
        (Notification.Name.AFURLSessionDidInvalidate.rawValue, "com.alamofire.networking.session.invalidate"),
        (
            Notification.Name.AFURLSessionDownloadTaskDidMoveFileSuccessfully.rawValue,
            "com.alamofire.networking.session.download.file-manager-succeed"
        ),
        (
            Notification.Name.AFURLSessionDownloadTaskDidFailToMoveFile.rawValue,
            "com.alamofire.networking.session.download.file-manager-error"
        ),
        (
            AFNetworkingTaskDidCompleteSerializedResponseKey,
            "com.alamofire.networking.task.complete.serializedresponse"
        ),
        (
            AFNetworkingTaskDidCompleteResponseSerializerKey,
            "com.alamofire.networking.task.complete.responseserializer"
        ),
        (AFNetworkingTaskDidCompleteResponseDataKey, "com.alamofire.networking.complete.finish.responsedata"),
        (AFNetworkingTaskDidCompleteErrorKey, "com.alamofire.networking.task.complete.error"),
        (AFNetworkingTaskDidCompleteAssetPathKey, "com.alamofire.networking.task.complete.assetpath"),
        (AFNetworkingTaskDidCompleteSessionTaskMetrics, "com.alamofire.networking.complete.sessiontaskmetrics"),
    ])
    func textIsAFNetworkings(text: String, expected: String) { #expect(text == expected) }

    @Test func endHasEverythingInItsUserInfo() async throws {
        let server = try LoopbackServer.json()
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let task = try #require(
            manager.dataTask(
                withHTTPMethod: "GET", urlString: "a", parameters: nil, headers: nil, uploadProgress: nil,
                downloadProgress: nil, success: nil, failure: nil))
        let log = NotificationLog(of: task)
        task.resume()
        let entries = try await log.events.wait(for: 2)
        #expect(entries.map(\.name) == [.AFNetworkingTaskDidResume, .AFNetworkingTaskDidComplete])
        #expect(entries.allSatisfy { $0.isOnMain })
        #expect(entries.allSatisfy { $0.object === task })
        #expect(entries[0].userInfo.isEmpty)
        let userInfo = entries[1].userInfo
        #expect((userInfo[AFNetworkingTaskDidCompleteSerializedResponseKey] as? [String: Int]) == ["a": 1])
        #expect(userInfo[AFNetworkingTaskDidCompleteResponseDataKey] as? Data == Data(#"{"a": 1}"#.utf8))
        #expect(userInfo[AFNetworkingTaskDidCompleteResponseSerializerKey] as AnyObject? === manager.responseSerializer)
        #expect(userInfo[AFNetworkingTaskDidCompleteErrorKey] == nil)
        #expect(userInfo[AFNetworkingTaskDidCompleteAssetPathKey] == nil)
    }

    @Test func whatIsNotThereHasNoKey() async throws {
        let server = try LoopbackServer { try $0.respond(status: 204) }
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let task = manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: nil)
        let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
        task.resume()
        let keys = Set(try await log.events.first().userInfo.keys.map { "\($0)" })
        // The body is present and empty, as in AFNetworking.
        #expect(
            keys == [AFNetworkingTaskDidCompleteResponseSerializerKey, AFNetworkingTaskDidCompleteResponseDataKey])
    }

    @Test(arguments: [false, true]) func handlerComesBeforeTheNotification(hasQueue: Bool) async throws {
        let server = try LoopbackServer.json()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        if hasQueue { manager.completionQueue = DispatchQueue(label: "completion") }
        let order = Events<String>()
        manager.setTaskDidComplete { _, _, _ in order.add("block") }
        let task = manager.dataTask(with: URLRequest(url: server.url("/"))) { _, _, _ in
            // Long enough for a notification that does not wait to overtake it.
            Thread.sleep(forTimeInterval: 0.02)
            order.add("handler")
        }
        let observer = NotificationCenter.default.addObserver(
            forName: .AFNetworkingTaskDidComplete, object: task, queue: nil
        ) { _ in order.add("notification") }
        defer { NotificationCenter.default.removeObserver(observer) }
        task.resume()
        #expect(try await order.wait(for: 3) == ["block", "handler", "notification"])
    }

    @Test func onlyChangesAreTold() async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion)
        let log = NotificationLog(of: task)
        task.suspend()
        task.resume()
        task.resume()
        try await server.waitUntilHeld()
        task.suspend()
        task.suspend()
        task.resume()
        server.release()
        _ = try await answers.only(of: manager)
        task.resume()
        task.suspend()
        try await eventually("It ends.") { log.names.last == .AFNetworkingTaskDidComplete }
        await manager.drained()
        #expect(
            log.names == [
                .AFNetworkingTaskDidResume, .AFNetworkingTaskDidSuspend, .AFNetworkingTaskDidResume,
                .AFNetworkingTaskDidComplete,
            ])
        #expect(log.events.all.allSatisfy { $0.isOnMain })
    }

    @Test func cancelledTaskHasItsErrorInTheUserInfo() async throws {
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let task = manager.dataTask(with: URLRequest(url: url), completionHandler: nil)
        let log = NotificationLog(of: task)
        task.cancel()
        let entry = try await log.events.first()
        #expect(entry.name == .AFNetworkingTaskDidComplete)
        #expect((entry.userInfo[AFNetworkingTaskDidCompleteErrorKey] as? NSError)?.code == NSURLErrorCancelled)
        #expect((entry.userInfo[AFNetworkingTaskDidCompleteErrorKey] as? NSError)?.domain == NSURLErrorDomain)
    }

    @Test func blockForAllTasksIsGivenTheErrorOfTheTransfer() async throws {
        let server = try LoopbackServer.json(status: 404)
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let ends = Events<(session: URLSession, task: URLSessionTask, error: NSError?)>()
        manager.setTaskDidComplete { ends.add(($0, $1, $2 as NSError?)) }
        let task = manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion)
        task.resume()
        #expect(try await answers.only(of: manager).error?.code == NSURLErrorBadServerResponse)
        #expect(ends.all.count == 1)
        #expect(ends.all.first?.session === manager.session)
        #expect(ends.all.first?.task === task)
        // The serializer's error is not the transfer's.
        #expect(ends.all.first?.error == nil)
        let cancelled = manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: nil)
        cancelled.cancel()
        #expect(try await ends.wait(for: 2)[1].error?.code == NSURLErrorCancelled)
    }
}
