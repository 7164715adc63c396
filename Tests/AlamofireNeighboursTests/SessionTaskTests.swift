import AlamofireCompat
import LoopbackServer
import TestSupport
import Testing

#if !canImport(ObjectiveC)
    /// Programs that find and cancel tasks by the URLSession of a session.
    @Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct SessionTaskTests {
        @Test func theTasksOfTheURLSessionAreCancelled() async throws {
            let server = try LoopbackServer { _ = $0.waitUntilClosedByPeer() }
            let session = Session(configuration: .patient)
            let upload = session.upload(Data("body".utf8), to: server.url())
            let requests: [DataRequest] = [session.request(server.url()), upload]
            let answers = requests.map { $0.serializingData() }
            let file = session.download(server.url()).serializingDownloadedFileURL()
            while upload.task == nil { try await Task.sleep(nanoseconds: 1_000_000) }
            let counts = await withCheckedContinuation { done in
                session.session.getTasksWithCompletionHandler { data, uploads, downloads in
                    done.resume(returning: [data.count, uploads.count, downloads.count])
                }
            }
            #expect(counts == [1, 1, 1])
            session.session.getAllTasks { $0.forEach { $0.cancel() } }
            for answer in answers {
                #expect((await answer.response.error?.underlyingError as? URLError)?.code == .cancelled)
            }
            #expect((await file.response.error?.underlyingError as? URLError)?.code == .cancelled)
            let rest = await withCheckedContinuation { done in
                session.session.getAllTasks { done.resume(returning: $0.count) }
            }
            #expect(rest == 0)
        }

        @Test func invalidatingTheURLSessionEndsTheRequests() async throws {
            let server = try LoopbackServer { _ = $0.waitUntilClosedByPeer() }
            let session = Session(configuration: .patient)
            let request = session.request(server.url())
            let answer = request.serializingData()
            while request.task == nil { try await Task.sleep(nanoseconds: 1_000_000) }
            session.session.invalidateAndCancel()
            #expect(await answer.response.error?.isSessionTaskError == true)
            #expect(await session.request(server.url()).serializingData().response.error?.isSessionTaskError == true)
        }
    }
#endif
