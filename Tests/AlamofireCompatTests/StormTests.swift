import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// Many requests at once, cancelled and paused at random.
@Suite(.tags(.network, .slow, .storms), .serialized, .timeLimit(.minutes(60))) struct StormTests {
    private static let rounds = Effort.times(1)
    private static let body = Connection.pattern(0..<20_000)

    @Test(arguments: 0..<rounds) func everyRequestEndsOnce(round: Int) async throws {
        try await Route.serving { server in
            let session = Session(configuration: .patientDefault)
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
        let request: any RespondingRequest =
            switch number % 3 {
            case 0: session.request(url).response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            case 1:
                session.upload(Data(count: 20_000), to: url)
                    .response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            default: session.download(url).response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
            }
        async let end = request.serializingData().response
        for _ in 0..<Int.random(in: 0...3) {
            try await Task.sleep(nanoseconds: .random(in: 0...3_000_000))
            request.suspend()
            try await Task.sleep(nanoseconds: .random(in: 0...1_000_000))
            request.resume()
        }
        if number % 4 == 0 { request.cancel() }
        let response = await end
        if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
        switch response.result {
        case .success(let data): #expect(data == body)
        case .failure(let error): #expect(number % 4 == 0 && error.isExplicitlyCancelledError, "\(error)")
        }
        while ends.value == 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(ends.value == 1)
    }
}
