import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// Download tasks: the file's destination and the reports.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct DownloadTaskTests {
    private let folder: ScratchFolder
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)
    private let answers = TaskAnswers()

    init() throws { folder = try ScratchFolder() }

    private func server(status: Int = 200) throws -> LoopbackServer {
        try LoopbackServer {
            try $0.respond(status: status, headers: ["Content-Type": "application/json"], body: "content")
        }
    }

    @Test func fileIsMovedBeforeAnythingIsSaid() async throws {
        let server = try server()
        let place = folder("map.pdf")
        let asked = Events<(url: URL, content: String?, status: Int?)>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/map.pdf")), progress: nil,
            destination: { url, response in
                let content = try? String(contentsOf: url, encoding: .utf8)
                asked.add((url, content, (response as? HTTPURLResponse)?.statusCode))
                return place
            }, completionHandler: answers.downloadCompletion)
        #expect(manager.downloadTasks == [task])
        #expect(manager.dataTasks.isEmpty && manager.uploadTasks.isEmpty)
        let log = NotificationLog(of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error == nil)
        #expect(answer.object as? URL == place)
        #expect(answer.isOnMain)
        #expect(try String(contentsOf: place, encoding: .utf8) == "content")
        #expect(asked.all.count == 1)
        #expect(asked.all.first?.content == "content")
        #expect(asked.all.first?.status == 200)
        #expect(!FileManager.default.fileExists(atPath: try #require(asked.all.first).url.path))
        try await log.events.wait(for: 3)
        #expect(
            log.names.filter { $0 != .AFNetworkingTaskDidResume }
                == [.AFURLSessionDownloadTaskDidMoveFileSuccessfully, .AFNetworkingTaskDidComplete])
        let userInfo = try #require(log.events.all.last).userInfo
        #expect(userInfo[AFNetworkingTaskDidCompleteAssetPathKey] as? URL == place)
        #expect(userInfo[AFNetworkingTaskDidCompleteSerializedResponseKey] as? URL == place)
        #expect(userInfo[AFNetworkingTaskDidCompleteResponseDataKey] == nil)
        #expect(userInfo[AFNetworkingTaskDidCompleteErrorKey] == nil)
    }

    @Test func withoutADestinationThereIsNoFile() async throws {
        let server = try server()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: nil,
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog(of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error == nil)
        #expect(answer.object == nil)
        try await log.events.wait(for: 2)
        #expect(log.names == [.AFNetworkingTaskDidResume, .AFNetworkingTaskDidComplete])
        let userInfo = try #require(log.events.all.last).userInfo
        #expect(userInfo[AFNetworkingTaskDidCompleteAssetPathKey] == nil)
        #expect(userInfo[AFNetworkingTaskDidCompleteResponseDataKey] as? Data == Data())
    }

    @Test(arguments: [200, 404]) func fileInTheWayStaysAndIsReportedByANotificationAlone(status: Int) async throws {
        let server = try server(status: status)
        let taken = try folder.file("old", named: "taken")
        let ends = Events<(any Error)?>()
        manager.setTaskDidComplete { ends.add($2) }
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in taken },
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog(of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? URL == taken)
        // The error of the status is the response serializer's, as for a file that was moved.
        #expect(answer.error?.code == (status == 200 ? nil : NSURLErrorBadServerResponse))
        #expect(task.error == nil)
        #expect(ends.all.count == 1 && ends.all[0] == nil)
        #expect(try String(contentsOf: taken, encoding: .utf8) == "old")
        #expect(try folder.names == ["taken"])
        try await log.events.wait(for: 3)
        #expect(
            log.names.filter { $0 != .AFNetworkingTaskDidResume }
                == [.AFURLSessionDownloadTaskDidFailToMoveFile, .AFNetworkingTaskDidComplete])
        let failure = try #require(
            log.events.all.first { $0.name == .AFURLSessionDownloadTaskDidFailToMoveFile }?.userInfo)
        let error = try #require(failure[NSUnderlyingErrorKey] as? any Error)
        #expect("\(error)".contains("There is a file of that name already"))
        let end = try #require(log.events.all.last).userInfo
        #expect(end[AFNetworkingTaskDidCompleteAssetPathKey] as? URL == taken)
        #expect((end[AFNetworkingTaskDidCompleteErrorKey] != nil) == (status != 200))
    }

    @Test(arguments: ["missing/file", "."])
    func placeThatCannotBeTakenIsAnErrorAndANotification(name: String) async throws {
        let server = try server()
        let taken = try folder.file("old", named: "taken")
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in folder(name) },
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog(of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error != nil)
        #expect(answer.object == nil)
        #expect(answer.status == 200)
        try await log.events.wait(for: 3)
        #expect(
            log.names.filter { $0 != .AFNetworkingTaskDidResume }
                == [.AFURLSessionDownloadTaskDidFailToMoveFile, .AFNetworkingTaskDidComplete])
        #expect(log.events.all.allSatisfy { $0.object === task })
        #expect(try String(contentsOf: taken, encoding: .utf8) == "old")
        #expect(try folder.names == ["taken"])
    }

    @Test(arguments: [404, 500]) func fileOfAnErrorIsMovedAsWell(status: Int) async throws {
        let server = try server(status: status)
        let place = folder("f")
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in place },
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.code == NSURLErrorBadServerResponse)
        #expect(answer.object as? URL == place)
        #expect(try String(contentsOf: place, encoding: .utf8) == "content")
        let userInfo = try await log.events.first().userInfo
        #expect(userInfo[AFNetworkingTaskDidCompleteAssetPathKey] as? URL == place)
        #expect(userInfo[AFNetworkingTaskDidCompleteErrorKey] is NSError)
    }

    @Test func blockOfTheManagerComesBeforeTheTasksDestination() async throws {
        let server = try server()
        for (name, isDecided) in [("manager", true), ("task", false)] {
            let answers = TaskAnswers()
            let tasks = Events<URLSessionTask>()
            manager.setDownloadTaskDidFinishDownloadingBlock { _, task, _ in
                tasks.add(task)
                return isDecided ? folder("manager") : nil
            }
            let task = manager.downloadTask(
                with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in folder("task") },
                completionHandler: answers.downloadCompletion)
            task.resume()
            #expect((try await answers.only(of: manager).object as? URL)?.lastPathComponent == name)
            #expect(tasks.all == [task])
        }
        #expect(try folder.names == ["manager", "task"])
    }

    @Test func blockOfTheManagerNeedsNoDestination() async throws {
        let server = try server()
        manager.setDownloadTaskDidFinishDownloadingBlock { _, _, _ in folder("manager") }
        let written = Events<(count: Int64, all: Int64, total: Int64)>()
        manager.setDownloadTaskDidWriteDataBlock { written.add(($2, $3, $4)) }
        manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: nil,
            completionHandler: answers.downloadCompletion
        ).resume()
        #expect(try await answers.only(of: manager).object as? URL == folder("manager"))
        #expect(written.all.map(\.count).reduce(0, +) == 7)
        #expect(written.all.last?.all == 7)
        #expect(written.all.last?.total == 7)
    }

    @Test func transportErrorMovesNothing() async throws {
        let server = try LoopbackServer {
            try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
            $0.close()
        }
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in folder("f") },
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog(of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.object == nil)
        try await log.events.wait(for: 2)
        #expect(log.names == [.AFNetworkingTaskDidResume, .AFNetworkingTaskDidComplete])
        #expect(try folder.names == [])
    }

    @Test func progressIsReported() async throws {
        let server = try LoopbackServer { try $0.respond(headers: ["Content-Type": "text/json"], count: 1 << 20) }
        let reports = Events<(completed: Int64, total: Int64)>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")),
            progress: { reports.add(($0.completedUnitCount, $0.totalUnitCount)) },
            destination: { _, _ in folder("f") }, completionHandler: answers.downloadCompletion)
        let progress = try #require(manager.downloadProgress(for: task))
        #expect(progress.totalUnitCount == -1)
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(reports.all.last?.completed == 1 << 20)
        #expect(reports.all.last?.total == 1 << 20)
        #expect(progress.fractionCompleted == 1)
        #expect(task.progress.fractionCompleted == 1)
        // The task has ended.
        #expect(manager.downloadProgress(for: task) == nil)
    }
}

/// `replacesFilesOfDownloads`, which AFNetworking does not have.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ReplacedDownloadTests {
    @Test func aFileInTheWayIsReplaced() async throws {
        let server = try LoopbackServer.json("[1]")
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let folder = try ScratchFolder()
        let taken = try folder.file("old", named: "taken")
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in taken },
            completionHandler: answers.downloadCompletion)
        let log = NotificationLog([.AFURLSessionDownloadTaskDidMoveFileSuccessfully], of: task)
        manager.replacesFilesOfDownloads = true
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error == nil && answer.object as? URL == taken)
        #expect(try String(contentsOf: taken, encoding: .utf8) == "[1]")
        try await log.events.wait()
    }

    @Test func theSettingIsCopiedAndArchived() throws {
        let manager = AFHTTPSessionManager()
        for value in [false, true] {
            manager.replacesFilesOfDownloads = value
            #expect((manager.copy() as? AFHTTPSessionManager)?.replacesFilesOfDownloads == value)
            let archive = try NSKeyedArchiver.archivedData(withRootObject: manager, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: AFHTTPSessionManager.self, from: archive)
            #expect(read?.replacesFilesOfDownloads == value)
        }
    }
}
