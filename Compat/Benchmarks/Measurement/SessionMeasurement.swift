import Foundation
import RequestMachineCost
import TestSupport
import URLSerialization
import URLSerializationSession

/// The cost of running requests, compared with bare URLSession: many small ones, and large bodies in either direction.
enum SessionMeasurement {
    /// Measures small requests and large bodies in a number of rounds, after an unmeasured round of each.
    static func figures(requests: Int, rounds: Int, bytes: Int, transferRounds: Int) throws -> [Figure] {
        let count = requests * 10
        let made = try making(count)
        let server = try SessionServer()
        let url = try server.url("/small")
        let small = try [1, 8, 64].flatMap { inFlight in
            try SmallRequests(url: url, count: requests, inFlight: inFlight).figures(rounds: rounds)
        }
        // In a separate process, whose memory is only that of the requests.
        let burst = try ProcessWork.burst.cost([url.absoluteString, "\(requests)"])
        return try small + [
            Figure(
                "session: memory of each of \(requests) requests at once",
                burst.memory.map { Double($0) / Double(requests) / 1e3 }, "kB", atMost: 60),
            Figure(
                "session: millions of events of the state machine in a second",
                (0..<rounds).map { _ in RequestMachineCost.eventsPerSecond() }.median / 1e6, atLeast: 44),
            Figure(
                "session: to make a request that is never started", made.nanoseconds / Double(count) / 1e3, "µs",
                atMost: 4),
            Figure(
                "session: of a request that is never started", made.memory.map { Double($0) / Double(count) }, "bytes",
                atMost: 2_000),
        ] + transfers(server, bytes: bytes, rounds: transferRounds)
    }

    /// Makes requests from a `URLRequest` and starts none. Making the `URLRequest` takes longer, because Foundation
    /// checks each header.
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

    private static func transfers(_ server: SessionServer, bytes: Int, rounds: Int) throws -> [Figure] {
        let scratch = try ScratchFolder()
        let source = try scratch.makeFile("source", bytes: bytes)
        let (target, temporary) = (scratch("target"), scratch("temporary"))
        func cost(_ work: ProcessWork, at url: URL, _ file: URL) throws -> ProcessCost {
            // URLSession leaves files behind.
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            defer {
                try? FileManager.default.removeItem(at: temporary)
                remove(target)
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
        // URLSession sends only the form's file.
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

    /// Returns the cost of a transfer as the `curl` command measures it, or a cost of zero if it is not installed.
    private static func curl(_ arguments: [String], _ target: URL) throws -> ProcessCost {
        defer { remove(target) }
        // 127: there is no such program.
        let output = try ChildProcess.output(
            of: "curl", ["-s", "-f", "-w", "%{time_total}"] + arguments, accepting: [0, 127])
        let seconds = Double(String(decoding: output, as: UTF8.self)) ?? 0
        return ProcessCost(nanoseconds: seconds * 1e9, memory: nil, outputBytes: 0)
    }

    /// Removes a file, and waits until nothing is written back, which would count as the next transfer's time.
    private static func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: file)
        sync()
    }
}
