import Foundation
import LoopbackServer
import SerializerComparison
import TestSupport
import Testing
import TrafficRecording
import URLSerialization

/// The tasks of another URLSession that are sent by Foundation itself.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RecordingProtocolTests {
    /// A delegate with a body, which Foundation shows only to it.
    ///
    /// `@unchecked Sendable`: it has only a constant closure.
    private final class BodyProvider: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let end: @Sendable ((any Error)?) -> Void

        init(_ end: @escaping @Sendable ((any Error)?) -> Void) { self.end = end }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(InputStream(data: Data("hidden".utf8)))
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            end(error)
        }
    }

    /// Sends a request whose body only the session's delegate has.
    private static func upload(to url: URL, _ recorder: HARRecorder) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        let error: (any Error)? = await withCheckedContinuation { continuation in
            let delegate = BodyProvider { continuation.resume(returning: $0) }
            let session = URLSession(
                configuration: recorder.configuration(.patient), delegate: delegate, delegateQueue: nil)
            session.uploadTask(withStreamedRequest: request).resume()
            session.finishTasksAndInvalidate()
        }
        if let error { throw error }
    }

    /// A body that is not seen is marked, and the log names a download. Both reach the server.
    @Test func aTaskThatIsLetThroughIsNamed() async throws {
        // A process has one recorder for such sessions, and one standard error.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try ScratchFolder()
            defer { withExtendedLifetime(folder) {} }
            let server = try LoopbackServer { try $0.respond(body: "ok") }
            defer { server.stop() }
            let recorder = try HARRecorder(file: folder("a.har"))
            try await Self.upload(to: server.url("/hidden"), recorder)
            let session = URLSession(configuration: recorder.configuration(.patient))
            let (place, _) = try await session.download(from: server.url("/file?token=s3cret"))
            #expect(try Data(contentsOf: place) == Data("ok".utf8))
            #expect(server.requests.map(\.path) == ["/hidden", "/file"])
            #expect(server.requests.first?.body == Data("hidden".utf8))
            let traffic = try RecordedTraffic(Data(contentsOf: recorder.file))
            #expect(traffic.requests.map(\.path) == ["/hidden"])
            #expect(traffic.notices.map { $0.hasPrefix("entry 1: the body is not seen: ") } == [true])
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(log.contains("TrafficRecording: the download of http://127.0.0.1:"))
        #expect(log.contains("/file is not recorded") && !log.contains("s3cret"))
    }
}
