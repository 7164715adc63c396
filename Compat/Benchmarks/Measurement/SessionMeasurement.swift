import Foundation
import URLSerializationSession

/// The cost of requests that run, against bare URLSession's: many small ones, and large bodies in either direction.
struct SessionMeasurement: Encodable {
    /// A large body through the module and through URLSession, in turns, each time in a separate process.
    struct Transfer: Encodable {
        /// The work of the module.
        let work: SessionWork
        /// The costs of the module, one for each round.
        let costs: [ProcessCost]
        /// The costs of URLSession for the same work.
        let plainCosts: [ProcessCost]

        /// The throughput of the module over that of URLSession: medians of the rounds.
        var throughput: Double { Self.median(plainCosts) / Self.median(costs) }

        /// The greatest memory of the module in a round, in bytes; `nil` if the system does not report it.
        var memory: Int? { Self.memory(costs) }
        /// The greatest memory of URLSession in a round, in bytes.
        var plainMemory: Int? { Self.memory(plainCosts) }

        private static func median(_ costs: [ProcessCost]) -> Double {
            MultipartMeasurement.median(costs.map(\.nanoseconds))
        }

        private static func memory(_ costs: [ProcessCost]) -> Int? {
            let memory = costs.compactMap(\.memory)
            return memory.count == costs.count ? memory.max() : nil
        }
    }

    /// Small requests, some at a time.
    struct Small: Encodable {
        /// The number of requests at a time.
        let inFlight: Int
        /// The seconds for them through the module, one for each round.
        let seconds: [Double]
        /// The seconds for the same through URLSession.
        let plainSeconds: [Double]
        /// The seconds for the same through Alamofire's names.
        let alamofireSeconds: [Double]

        /// The time over that of URLSession: medians of the rounds.
        var timeOverPlain: Double { MultipartMeasurement.median(seconds) / MultipartMeasurement.median(plainSeconds) }
        /// The time through Alamofire's names over that of the module.
        var alamofireTime: Double {
            MultipartMeasurement.median(alamofireSeconds) / MultipartMeasurement.median(seconds)
        }
    }

    /// The number of small requests in a round.
    let requests: Int
    let small: [Small]
    /// The length of the large bodies.
    let bytes: Int
    /// The transfers of large bodies.
    let transfers: [Transfer]

    /// The number of events that the state machine of requests handles in a second.
    let machineEvents: Double

    /// The number of requests that were made and never started.
    let madeRequests: Int
    /// Their cost.
    let made: ProcessCost

    /// Measures small requests and large bodies in a number of rounds, after an unmeasured round of each.
    init(requests: Int = 2_000, rounds: Int, bytes: Int = 1 << 30, transferRounds: Int = 5) throws {
        self.requests = requests
        self.bytes = bytes
        madeRequests = requests * 10
        made = try Self.making(requests * 10)
        let server = try SessionServer()
        let url = try server.url("/small")
        small = try [1, 8].map { inFlight in
            try Self.smallRequests(SmallRequests(url: url, count: requests, inFlight: inFlight), rounds: rounds)
        }
        transfers = try Self.transfers(server, bytes: bytes, rounds: transferRounds)
        machineEvents = MultipartMeasurement.median((0..<rounds).map { _ in Self.machineEventsPerSecond() })
    }

    /// Makes requests of a `URLRequest` and starts none. Making that takes longer: Foundation checks each header.
    private static func making(_ count: Int) throws -> ProcessCost {
        let session = Session(configuration: .ephemeral, start: .manually)
        let made = try HTTPRequestSerializer().request(method: .get, url: "https://example.com/orders/17")
        var requests = [session.request(made)]
        requests.reserveCapacity(count + 1)
        return try ProcessCost.measure {
            for _ in 0..<count { requests.append(session.request(made)) }
        }
    }

    /// Numbers in place of a request's data.
    private enum StandIns: RequestPayload {
        typealias Leg = Int
        typealias Transfer = Int
        typealias Head = Int
        typealias Segment = Int
        typealias Question = Int
        typealias Failure = Int
    }

    /// Takes requests through a redirection and a retry to their ends.
    private static func machineEventsPerSecond() -> Double {
        typealias Machine = RequestMachine<StandIns>
        func leg(_ number: Int, _ report: Machine.Report) -> Machine.Event { .report(leg: number, report) }
        let events: [Machine.Event] = [
            .resume, .adapted(1), leg(1, .composed(1, 1)), leg(1, .ended(.next(2, refusal: 1))),
            leg(2, .composed(2, 2)), leg(2, .ended(.failed(1, mayBeRetried: true))), .decided(.retryAfter(1)), .elapsed,
            .adapted(3), .suspend(.holdsBody), leg(3, .composed(3, 3)), .resume,
            leg(3, .head(1, .stored)), leg(3, .released), leg(3, .ended(.answered)), leg(3, .validated),
        ]
        let (count, start) = (100_000, DispatchTime.now().uptimeNanoseconds)
        var ended = 0
        var effects: [Machine.Effect] = []
        for _ in 0..<count {
            var machine = Machine(isBodyRepeatable: true)
            effects.removeAll(keepingCapacity: true)
            for event in events { machine.handle(event, &effects) }
            if machine.finish() != nil { ended += 1 }
        }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return ended == count ? Double(count * (events.count + 1)) / seconds : 0
    }

    private static func smallRequests(_ requests: SmallRequests, rounds: Int) throws -> Small {
        let session = Session(configuration: requests.configuration)
        let plain = URLSession(configuration: requests.configuration)
        defer { plain.invalidateAndCancel() }
        let alamofire = requests.throughAlamofire()
        let seconds = try inTurns(
            rounds,
            [
                { try Self.seconds { try await requests.send(through: session) } },
                { try Self.seconds { try await requests.send(through: plain) } },
                { try Self.seconds(alamofire) },
            ])
        return Small(
            inFlight: requests.inFlight, seconds: seconds[0], plainSeconds: seconds[1], alamofireSeconds: seconds[2])
    }

    private static func seconds(_ work: @escaping @Sendable () async throws -> Void) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try LaterAnswer.wait(for: work)
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    private static func transfers(_ server: SessionServer, bytes: Int, rounds: Int) throws -> [Transfer] {
        let scratch = try ScratchDirectory()
        let source = try scratch.makeFile("source", bytes: bytes)
        let (target, temporary) = (scratch.file("target"), scratch.file("temporary"))
        func cost(_ work: SessionWork, at url: URL, _ file: URL) throws -> ProcessCost {
            // URLSession leaves files behind.
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            defer {
                try? FileManager.default.removeItem(at: temporary)
                try? FileManager.default.removeItem(at: target)
            }
            return try work.cost(at: url, file: file, temporaryDirectory: temporary)
        }
        let (from, to) = try (server.url("/bytes/\(bytes)"), server.url("/"))
        let downloads = try inTurns(
            rounds, [SessionWork.download, .plainDownload].map { work in { try cost(work, at: from, target) } })
        let uploads = try inTurns(
            rounds, [SessionWork.upload, .form, .plainUpload].map { work in { try cost(work, at: to, source) } })
        return [
            Transfer(work: .download, costs: downloads[0], plainCosts: downloads[1]),
            Transfer(work: .upload, costs: uploads[0], plainCosts: uploads[2]),
            Transfer(work: .form, costs: uploads[1], plainCosts: uploads[2]),
        ]
    }

    /// Runs works in turns, beginning each round with a different one, after an unmeasured round.
    private static func inTurns<Figure>(_ rounds: Int, _ works: [() throws -> Figure]) throws -> [[Figure]] {
        var figures = works.map { _ in [Figure]() }
        for round in 0...rounds {
            for step in works.indices {
                let index = (round + step) % works.count
                let figure = try works[index]()
                if round > 0 { figures[index].append(figure) }
            }
        }
        return figures
    }
}
