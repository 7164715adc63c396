import Foundation

/// The command of the benchmark: it times query strings and JSON bodies and their peers in one run of one process.
///
/// **Compared code.** `QueryStringSerializer`, with `[String: Any]` or a `ParameterValue` and in the styles of server
/// frameworks, is compared with
/// - *plain*, a straightforward port of AFNetworking's walk (``PlainQuery``), the baseline of its targets;
/// - `URLComponents.queryItems`, with pairs that are already flattened, sorted and printed.
///
/// `JSONRequestSerializer`'s bodies, with the same parameters, are compared with
/// - `JSONSerialization`, with the same dictionary;
/// - `JSONEncoder`, with the same model (one encoder, reused).
///
/// Further measurements are long texts in fresh processes (``LongTextMeasurement``), requests against a request made by
/// hand (``RequestMeasurement``), and the memory of a long array (``ArrayMemoryMeasurement``).
///
/// Alamofire's encoders are compared with a plain implementation and with `QueryStringSerializer`
/// (``EncoderMeasurement``), the response serializers with the decoders of Foundation that they use
/// (``ResponseMeasurement``), multipart forms with `cat` and with a plain port (``MultipartMeasurement``), and requests
/// that run with bare URLSession (``SessionMeasurement``).
///
/// Before anything is timed the outputs are compared (``OutputCheck``); the run stops if they differ.
///
/// **Measured time.** The time for a call, from parameters in memory to the finished string or data, includes the
/// release of the output, but not the building of the parameters. Times are nanoseconds of a monotonic clock, medians
/// of interleaved rounds of a warm process (``CallTimer``). Allocations are those of one warm call, counted in another
/// process (``AllocationCounter``), so that counting them slows nothing down.
///
/// **Running it.** `swift run -c release serialization-benchmarks --check`, on an otherwise idle machine. Ratios of one
/// run can be compared between machines, nanoseconds cannot.
struct BenchmarkCommand {
    /// The options of the command line.
    let options: BenchmarkOptions

    /// Runs the chosen mode and returns the exit code.
    func run() throws -> Int32 {
        do {
            return try runMode()
        } catch let error as BenchmarkError {
            throw error
        } catch {
            throw BenchmarkError.failure("\(error)")
        }
    }

    private func runMode() throws -> Int32 {
        switch options.mode {
        case .help:
            print(BenchmarkOptions.help)
            return 0
        case .allocations(let payload, let peer, let calls):
            try makeCalls(of: peer, on: payload, count: calls)
            return 0
        case .decoding(let calls):
            try ReadingMeasurement.decodeNested(calls)
            return 0
        case .longText(let payload, let form):
            print(try LongTextMeasurement.timesPlain(payload, as: form))
            return 0
        case .whichRefusal:
            // In one write, so that processes may share a file.
            let lines = RefusedParameters.errors.map { $0 + "\n" }.joined()
            FileHandle.standardOutput.write(Data(lines.utf8))
            return 0
        case .arrayMemory(let count):
            print(String(decoding: try JSONEncoder().encode(ArrayMemoryMeasurement(count: count)), as: UTF8.self))
            return 0
        case .form(let work, let subject):
            print(String(decoding: try JSONEncoder().encode(work.run(subject)), as: UTF8.self))
            return 0
        case .sessionServer:
            try SessionServer.serve()
            return 0
        case .session(let work, let url, let subject):
            print(String(decoding: try JSONEncoder().encode(work.run(url, subject)), as: UTF8.self))
            return 0
        case .smoke:
            let timer = CallTimer(rounds: 2, batchNanoseconds: 1)
            try write(try measure(with: timer, arrayLengths: [100, 1_000]))
            return 0
        case .measure:
            try write(try measure(with: timer))
            return 0
        case .check:
            return try check()
        }
    }

    /// The timer of a full run.
    private var timer: CallTimer {
        CallTimer(rounds: options.rounds, batchNanoseconds: 20_000_000)
    }

    private func check() throws -> Int32 {
        guard !isDebugBuild else {
            throw BenchmarkError.usage("--check needs a program built with -c release")
        }
        if options.runs > 1 { return try checkRepeatedly() }
        var report = try measure(with: timer)
        if !options.countsAllocations {
            countAllocations(in: &report, of: BenchmarkReport.countedPeers, on: [.flat, .nested])
        }
        report.figures = options.payloads.flatMap(report.figures) + report.figures
        try write(report)
        return report.figures.allSatisfy { $0.isMet() } ? 0 : 1
    }

    private func checkRepeatedly() throws -> Int32 {
        let check = try RepeatedCheck(runs: options.runs, arguments: options.runArguments)
        try write(check)
        return check.isMet ? 0 : 1
    }

    private func measure(
        with timer: CallTimer, arrayLengths: [Int] = [100, 1_000, 10_000, 100_000]
    ) throws -> BenchmarkReport {
        let counter = options.countsAllocations ? try AllocationCounter() : nil
        var report = BenchmarkReport(isMeaningful: !isDebugBuild && options.mode != .smoke, rounds: timer.rounds)
        for name in options.payloads {
            let payload = Payload(name)
            try OutputCheck.verify(payload)
            let peers = try Peer.all(of: options.peers, for: payload)
            let timings = try timer.timings(of: peers.map(\.call))
            report.append(zip(peers.map(\.name), timings).map { ($0, $1) }, of: name)
        }
        let isSmoke = options.mode == .smoke
        let hostileBytes = isSmoke ? 1_000_000 : 40_000_000
        if options.payloads.contains(.wide) {
            report.figures += try GrowthMeasurement.figures(timer, arrayLengths: arrayLengths)
        }
        if options.measuresExtras {
            report.figures += try LongTextMeasurement.figures(processes: isSmoke ? 1 : 10)
            report.figures += try RequestMeasurement.figures(timer)
            report.figures += try ArrayMemoryMeasurement.figures(count: isSmoke ? 10_000 : 1_000_000)
        }
        if options.measuresEncoders {
            report.figures += try EncoderMeasurement.figures(timer, pairs: isSmoke ? 100 : 10_000)
        }
        if options.measuresReading {
            report.figures += try ReadingMeasurement.figures(timer, hostileBytes: hostileBytes)
            report.figures += try QueryReadingMeasurement.figures(timer)
        }
        if options.measuresResponses {
            report.figures += try ResponseMeasurement.figures(timer)
            report.figures += try RefusalMeasurement.figures(HostileBody.all(bytes: hostileBytes))
        }
        if options.measuresMultipart {
            report.figures +=
                isSmoke
                ? try MultipartMeasurement.figures(timer, parts: 100, fileSizes: [1 << 20, 4 << 20], rounds: 1)
                : try MultipartMeasurement.figures(timer)
        }
        if options.measuresSession {
            report.figures +=
                isSmoke
                ? try SessionMeasurement.figures(requests: 100, rounds: 1, bytes: 4 << 20, transferRounds: 1)
                : try SessionMeasurement.figures(rounds: timer.rounds)
        }
        if let counter {
            for index in report.rows.indices {
                let row = report.rows[index]
                report.rows[index].allocations = try counter.allocations(of: row.peer, on: row.payload)
            }
        }
        return report
    }

    /// Counts the allocations that the targets need. If that is impossible, the figures stay absent and their targets
    /// are missed.
    private func countAllocations(
        in report: inout BenchmarkReport, of peers: [Peer.Name], on payloads: [Payload.Name]
    ) {
        do {
            let counter = try AllocationCounter()
            for index in report.rows.indices {
                let row = report.rows[index]
                guard payloads.contains(row.payload), peers.contains(row.peer) else { continue }
                report.rows[index].allocations = try counter.allocations(of: row.peer, on: row.payload)
            }
            if let index = report.figures.firstIndex(where: { $0.name == ReadingMeasurement.allocations }) {
                report.figures[index].value = try counter.allocationsOfDecoding()
            }
        } catch {
            let message = (error as? BenchmarkError)?.message ?? "\(error)"
            FileHandle.standardError.write(Data("serialization-benchmarks: \(message)\n".utf8))
        }
    }

    private func makeCalls(of name: Peer.Name, on payload: Payload.Name, count: Int) throws {
        guard let peer = try Peer(name, payload: Payload(payload)) else {
            throw BenchmarkError.usage("\(name.rawValue) does not serialize \(payload.rawValue)")
        }
        var bytes = 0
        for _ in 0..<count { bytes &+= try peer.call() }
        OutputSink.consume(bytes)
    }

    private func write(_ report: BenchmarkReport) throws {
        switch options.format {
        case .text: print(TextReport(report: report).text, terminator: "")
        case .json: try writeJSON(report)
        }
    }

    private func write(_ check: RepeatedCheck) throws {
        switch options.format {
        case .text: print(TextReport.text(of: check), terminator: "")
        case .json: try writeJSON(check)
        }
    }

    private func writeJSON(_ report: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(report), as: UTF8.self))
    }

    /// Whether assertions are evaluated, as they are only without optimization.
    private var isDebugBuild: Bool {
        var evaluated = false
        assert(
            {
                evaluated = true
                return true
            }()
        )
        return evaluated
    }
}
