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
        let handlers = DispatchQueue(label: "SmallRequests.handlers")
        manager.completionQueue = handlers
        let afNetworking = UncheckedSendable(manager)
        let senders: [@Sendable (URL) async throws -> Data] = [
            { try await session.request(URLRequest(url: $0)).data() },
            { url in
                await withCheckedContinuation { continuation in
                    session.request(URLRequest(url: url)).response(queue: handlers) {
                        continuation.resume(returning: $0.value ?? Data())
                    }
                }
            },
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
        let costs = try inTurns(rounds + 1, senders.map { sender in { try cost(sender) } })
            .map { Array($0.dropFirst()) }
        let times = costs.map { $0.map(\.time).median }
        let rows = zip(
            ["session", "session, by response(queue:)", "Alamofire's names", "AFNetworking's names"],
            zip([times[0], times[1], times[3], times[4]], Self.limits[inFlight] ?? []))
        return rows.map { name, row in
            Figure(
                "\(name): time of \(count) small requests, \(inFlight) at a time, over URLSession's", row.0 / times[2],
                atMost: row.1, detail: "\(row.0.text(0)) µs each, URLSession \(times[2].text(0)) µs")
        } + [
            Figure(
                "session: processor time of a small request, \(inFlight) at a time",
                costs[0].map(\.processorTime).median, "µs", atMost: inFlight == 8 ? 95 : nil)
        ]
    }

    /// The limits of the rows by the number of requests at a time.
    private static let limits: [Int: [Double?]] = [
        1: [0.50, 0.48, 0.63, 0.72], 8: [0.35, 0.34, 0.40, 0.45], 64: [0.38, 0.36, nil, nil],
    ]

    /// Sends the requests, and returns the time and the processor's time of each in microseconds.
    private func cost(_ send: @escaping @Sendable (URL) async throws -> Data) throws -> (
        time: Double, processorTime: Double
    ) {
        let (start, used) = (DispatchTime.now().uptimeNanoseconds, clock())
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
        let seconds = Double(clock() - used) / Double(CLOCKS_PER_SEC)
        return (
            Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3 / Double(count), seconds * 1e6 / Double(count)
        )
    }
}
