import AFNetworkingCompat
import AlamofireCompat
import Foundation
import URLSerializationSession

/// Small requests to a server on this machine, several at a time: each sender sends its next request after an answer.
struct SmallRequests: Sendable {
    let url: URL
    let count: Int
    /// The number of requests at a time.
    let inFlight: Int

    /// Measures the requests through `Session`, bare URLSession, and the managers and sessions with AFNetworking's and
    /// Alamofire's names.
    func figures(rounds: Int) throws -> [Figure] {
        // As many connections are allowed as requests at a time.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = inFlight
        let session = URLSerializationSession.Session(configuration: configuration)
        let plain = URLSession(configuration: configuration)
        defer { plain.invalidateAndCancel() }
        let alamofire = AlamofireCompat.Session(configuration: configuration)
        let manager = AFHTTPSessionManager(baseURL: nil, sessionConfiguration: configuration)
        manager.responseSerializer = AFHTTPResponseSerializer()
        // Without it the handlers run on the main thread, which waits.
        manager.completionQueue = DispatchQueue(label: "SmallRequests.handlers")
        let afNetworking = UncheckedSendable(manager)
        let senders: [@Sendable (URL) async throws -> Data] = [
            { try await session.request(URLRequest(url: $0)).data() },
            { url in
                // URLSession loses a connection now and then.
                if let answer = try? await plain.data(for: URLRequest(url: url)) { return answer.0 }
                return try await plain.data(for: URLRequest(url: url)).0
            },
            { try await alamofire.request($0).serializingData().value },
            { url in
                try await withCheckedThrowingContinuation { continuation in
                    afNetworking.value.get(
                        url.absoluteString, parameters: nil, headers: nil, progress: nil,
                        success: { continuation.resume(returning: $1 as? Data ?? Data()) },
                        failure: { continuation.resume(throwing: $1) })
                }
            },
        ]
        let times = try inTurns(rounds + 1, senders.map { sender in { try microseconds(sender) } })
            .map { Array($0.dropFirst()).median }
        let name = "time of \(count) small requests, \(inFlight) at a time"
        return [
            Figure(
                "session: \(name), over URLSession's", times[0] / times[1], atMost: inFlight == 1 ? 0.45 : 0.4,
                detail: "\(times[0].text(0)) µs each, URLSession \(times[1].text(0)) µs")
        ]
            + zip(["Alamofire", "AFNetworking"], times[2...]).map { owner, time in
                Figure("\(owner)'s names: \(name), over the session's", time / times[0], atMost: 1.3)
            }
    }

    /// Sends the requests, and returns the time for each.
    private func microseconds(_ send: @escaping @Sendable (URL) async throws -> Data) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try wait {
            try await withThrowingTaskGroup(of: Void.self) { senders in
                for sender in 0..<inFlight {
                    senders.addTask {
                        for _ in stride(from: sender, to: count, by: inFlight) {
                            guard try await send(url) == SessionServer.smallBody else {
                                throw BenchmarkError.failure("a small request was answered with something else")
                            }
                        }
                    }
                }
                try await senders.waitForAll()
            }
        }
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3 / Double(count)
    }
}
