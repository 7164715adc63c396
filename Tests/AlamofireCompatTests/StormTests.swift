import AlamofireCompat
import Foundation
import Testing
import URLSerialization

/// Many requests at once, cancelled and paused at random. `ALAMOFIRE_STORMS` is the number of rounds.
@Suite(.serialized, .timeLimit(.minutes(30))) struct StormTests {
    private static let rounds = Int(ProcessInfo.processInfo.environment["ALAMOFIRE_STORMS"] ?? "") ?? 1

    @Test(arguments: 0..<rounds) func everyRequestEndsOnce(round: Int) async throws {
        try await Route.serving { server in
            let session = Session()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask { try await Self.run(number, session, server.url("/bytes/20000")) }
                }
                try await group.waitForAll()
            }
            await withCheckedContinuation { continuation in
                session.withAllRequests { requests in
                    #expect(requests.isEmpty)
                    continuation.resume()
                }
            }
        }
    }

    private static func run(_ number: Int, _ session: Session, _ url: URL) async throws {
        let ends = Locked(0)
        let (request, task): (Request, @Sendable () async -> (data: Data?, error: AFError?))
        switch number % 3 {
        case 0:
            let made = session.request(url).response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            (request, task) = (
                made,
                {
                    let response = await made.serializingData().response
                    return (response.value, response.error)
                }
            )
        case 1:
            let made = session.upload(Data(count: 20_000), to: url)
                .response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            (request, task) = (
                made,
                {
                    let response = await made.serializingData().response
                    return (response.value, response.error)
                }
            )
        default:
            let made = session.download(url).response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            (request, task) = (
                made,
                {
                    let response = await made.serializingData().response
                    if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
                    return (response.value, response.error)
                }
            )
        }
        async let end = task()
        for _ in 0..<Int.random(in: 0...3) {
            try await Task.sleep(nanoseconds: .random(in: 0...3_000_000))
            request.suspend()
            try await Task.sleep(nanoseconds: .random(in: 0...1_000_000))
            request.resume()
        }
        if number % 4 == 0 { request.cancel() }
        let (data, error) = await end
        if let error { #expect(error.isExplicitlyCancelledError, "\(error)") } else { #expect(data?.count == 20_000) }
        while ends.value == 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(ends.value == 1)
    }
}
