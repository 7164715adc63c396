import TestSupport
import Testing

@testable import URLSerializationSession

/// Small responses, between their arrival and the moment at which the task that awaits them reads them.
@Suite(.timeLimit(.minutes(5))) struct BriefResponseTests {
    /// An executor whose queue a test can hold.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private final class HeldExecutor: TaskExecutor {
        let queue = DispatchQueue(label: "HeldExecutor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let redirection = ScriptedEngine.Line.brief(302, ["Location": "/next"], body: "moved")

    /// Awaits a request, acts while the task has the reports and has not made them, and returns the answer.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func answer(
        _ script: [ScriptedEngine.Line] = [.brief(200, body: "abc")], _ act: (Request) async throws -> Void
    ) async throws -> Answer<Data> {
        let engine = ScriptedEngine(script)
        engine.queue.suspend()
        let request = engine.session().request("https://example.com/").timeout(60)
        let executor = HeldExecutor()
        let task = Task(executorPreference: executor) { await request.response() }
        try await eventually("The task waits.") { request.record.withLock { $0.settings.tasks.count == 1 } }
        executor.queue.suspend()
        engine.queue.resume()
        engine.queue.sync {}
        #expect(request.record.withLock { $0.settings.tasks.isEmpty } && request.response == nil)
        try await act(request)
        executor.queue.resume()
        return await task.value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aCancellationBeforeTheReadingCounts() async throws {
        let answer = try await answer { #expect($0.cancel().state == .cancelled) }
        #expect(answer.error?.kind == .cancelled && answer.data == nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aSuspensionBeforeTheReadingHoldsTheEnd() async throws {
        let answer = try await answer { request in
            request.suspend()
            Task {
                try await eventually("The task reads.") { request.response != nil }
                #expect(!request.isFinished)
                request.resume()
            }
        }
        #expect(answer.value == Data("abc".utf8))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func handlersAndTasksThatComeBeforeTheReadingGetTheAnswer() async throws {
        let others = Locked<[Task<Data?, Never>]>([])
        let handled = Log<Data?>()
        let answer = try await answer([Self.redirection, .brief(200, body: "abc")]) { request in
            others.withLock { $0 = (0..<2).map { _ in Task { try? await (request as? DataRequest)?.data() } } }
            (request as? DataRequest)?.response(queue: .global()) { handled.add($0.value) }
            try await eventually("They wait.") { request.record.withLock { $0.settings.tasks.count == 2 } }
        }
        #expect(answer.value == Data("abc".utf8))
        for other in others.value { #expect(await other.value == answer.value) }
        try await eventually("The handler is called.") { handled.all == [answer.value] }
    }
}
