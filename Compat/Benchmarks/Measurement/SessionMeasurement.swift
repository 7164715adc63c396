import Foundation
import TestSupport
import URLSerialization
import URLSerializationSession

/// The cost of requests that run, against bare URLSession's: many small ones, and large bodies in either direction.
enum SessionMeasurement {
    /// Measures small requests and large bodies in a number of rounds, after an unmeasured round of each.
    static func figures(
        requests: Int, rounds: Int, bytes: Int, transferRounds: Int
    ) throws -> [Figure] {
        let count = requests * 10
        let made = try making(count)
        let server = try SessionServer()
        let url = try server.url("/small")
        let small = try [1, 8].flatMap { inFlight in
            try SmallRequests(url: url, count: requests, inFlight: inFlight).figures(rounds: rounds)
        }
        // In a separate process, whose memory is that of the requests.
        let burst = try ProcessWork.burst.cost([url.absoluteString, "\(requests)"])
        return small + [
            Figure(
                "session: memory of each of \(requests) requests at once",
                burst.memory.map { Double($0) / Double(requests) / 1e3 }, "kB", atMost: 60),
            Figure(
                "session: millions of events of the state machine in a second",
                (0..<rounds).map { _ in machineEventsPerSecond() }.median / 1e6, atLeast: 1),
            Figure(
                "session: to make a request that is never started", made.nanoseconds / Double(count) / 1e3, "µs",
                atMost: 4),
            Figure(
                "session: of a request that is never started", made.memory.map { Double($0) / Double(count) }, "bytes",
                atMost: 2_000),
        ] + (try transfers(server, bytes: bytes, rounds: transferRounds))
    }

    /// Makes requests of a `URLRequest` and starts none. Making that takes longer: Foundation checks each header.
    private static func making(_ count: Int) throws -> ProcessCost {
        let session = Session(configuration: .ephemeral, start: .manually)
        let made = try HTTPRequestSerializer().request(method: .get, url: "https://example.com/orders/17")
        var requests = [session.request(made)]
        requests.reserveCapacity(count + 1)
        return ProcessCost.measure {
            for _ in 0..<count { requests.append(session.request(made)) }
            return count
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
            leg(2, .composed(2, 2)), leg(2, .ended(.failed(1, mayBeRetried: true))), .decided(delay: 1), .elapsed,
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

    private static func transfers(_ server: SessionServer, bytes: Int, rounds: Int) throws -> [Figure] {
        let scratch = try ScratchFolder()
        let source = try scratch.makeFile("source", bytes: bytes)
        let (target, temporary) = (scratch("target"), scratch("temporary"))
        func cost(_ work: ProcessWork, at url: URL, _ file: URL) throws -> ProcessCost {
            // URLSession leaves files behind.
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            defer {
                try? FileManager.default.removeItem(at: temporary)
                try? FileManager.default.removeItem(at: target)
            }
            let arguments = [url.absoluteString, file.path]
            if [.plainDownload, .plainUpload].contains(work) {
                // URLSession loses a connection now and then.
                for _ in 0..<3 {
                    if let cost = try? work.cost(arguments, temporaryDirectory: temporary) { return cost }
                }
            }
            return try work.cost(arguments, temporaryDirectory: temporary)
        }
        let (from, to) = try (server.url("/bytes/\(bytes)"), server.url("/"))
        let works = [ProcessWork.download, .plainDownload, .upload, .form, .plainUpload]
        // The command's own transfers, in the order of the pairs below.
        let commands = [
            ["-o", target.path, from.absoluteString],
            ["-o", "/dev/null", "-X", "POST", "-T", source.path, to.absoluteString],
            ["-o", "/dev/null", "-F", "file=@\(source.path)", to.absoluteString],
        ]
        let costs = try inTurns(
            rounds + 1,
            works.map { work in
                let isDownload = [.download, .plainDownload].contains(work)
                return { try cost(work, at: isDownload ? from : to, isDownload ? target : source) }
            } + commands.map { arguments in { try curl(arguments, target) } }
        ).map { $0.dropFirst() }
        // URLSession sends the form's file only.
        let pairs = [
            (ProcessWork.download, costs[0], costs[1]), (.upload, costs[2], costs[4]), (.form, costs[3], costs[4]),
        ]
        return zip(pairs, costs[works.count...]).flatMap { pair, command in
            let (work, ours, plain) = pair
            let (time, plainTime) = (ours.map(\.nanoseconds).median / 1e9, plain.map(\.nanoseconds).median / 1e9)
            let commandTime = command.map(\.nanoseconds).median / 1e9
            let memory = ours.compactMap(\.memory)
            return [
                Figure(
                    "session, \(work.rawValue): throughput over URLSession's", plainTime / time,
                    atLeast: work == .download ? 1.25 : 4,
                    detail: "\(time.text(2)) s, URLSession \(plainTime.text(2)) s"),
                Figure(
                    "session, \(work.rawValue): time over the curl command's",
                    commandTime > 0 ? time / commandTime : nil, atMost: work == .download ? 1.15 : 1.1,
                    detail: commandTime > 0 ? "\(commandTime.text(2)) s" : "curl is not installed"),
                Figure(
                    "session, \(work.rawValue): above the process's start",
                    memory.count == ours.count ? memory.max()?.mebibytes : nil, "MiB", atMost: 16),
            ]
        }
    }

    /// Returns the cost of a transfer by the `curl` command as it measures it, or of nothing if it is not installed.
    private static func curl(_ arguments: [String], _ target: URL) throws -> ProcessCost {
        defer { try? FileManager.default.removeItem(at: target) }
        // 127: there is no such program.
        let output = try ChildProcess.output(
            of: "curl", ["-s", "-f", "-w", "%{stderr}%{time_total}"] + arguments, accepting: [0, 127],
            readsErrors: true)
        let seconds = Double(String(decoding: output, as: UTF8.self)) ?? 0
        return ProcessCost(nanoseconds: seconds * 1e9, memory: nil, outputBytes: 0)
    }
}
