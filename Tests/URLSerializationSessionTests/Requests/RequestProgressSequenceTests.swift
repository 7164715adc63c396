import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestProgressSequenceTests {
    private let session = Session(configuration: .patient)

    @Test func anUploadReportsItsProgressAndEnds() async throws {
        let server = try LoopbackServer { try $0.respond(body: "\($0.request.body.count)") }
        let request = session.upload(.data(Data(count: 3_000_000)), to: server.url("/"))
        var last = (completed: Int64(-1), total: Int64(-1))
        for await progress in request.uploadProgress() {
            #expect(progress.completedUnitCount >= last.completed)
            last = (progress.completedUnitCount, progress.totalUnitCount)
        }
        #expect(last == (3_000_000, 3_000_000))
        #expect(try await request.string() == "3000000")
    }

    @Test func aDownloadReportsItsProgressAndEnds() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, patternFrom: 0, count: 500_000) }
        for request in [session.request(server.url("/")), session.download(server.url("/"))] as [Request] {
            var last: Int64 = 0
            for await progress in request.downloadProgress(bufferingPolicy: .unbounded) {
                last = progress.completedUnitCount
            }
            #expect(last == 500_000 && request.isFinished)
        }
    }

    @Test func theSequenceOfARequestThatHasEndedHasItsLastProgress() async throws {
        let server = try LoopbackServer { try $0.respond(body: "abc") }
        let request = session.request(server.url("/"))
        _ = await request.response()
        var counts: [Int64] = []
        for await progress in request.downloadProgress() { counts.append(progress.completedUnitCount) }
        #expect(counts == [3])
    }

    @Test func aFailureEndsTheSequence() async throws {
        let server = try LoopbackServer { $0.close() }
        let request = session.request(server.url("/"))
        for await _ in request.downloadProgress() {}
        #expect(await request.response().error != nil)
    }

    @Test func aReaderThatStopsDoesNotCancelTheRequest() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, patternFrom: 0, count: 500_000) }
        let request = session.request(server.url("/"))
        for await _ in request.downloadProgress() { break }
        #expect(try await request.data().count == 500_000)
    }
}
