import Foundation

/// The command of the benchmark: it times query strings and JSON bodies against their peers in one run of one process.
///
/// **Compared code.** `QueryStringSerializer`, with `[String: Any]` or a `ParameterValue` and in the styles of server
/// frameworks, is compared with
/// - *plain*, a straightforward port of AFNetworking's walk (``PlainQuery``), the baseline of its targets;
/// - `URLComponents.queryItems`, with pairs that are already flattened, sorted and printed.
///
/// `JSONRequestSerializer`'s bodies, with the same parameters, are compared with
/// - `JSONSerialization`, with the same dictionary, and with sorted keys if ours are;
/// - `JSONEncoder`, with the same model (one encoder, reused).
///
/// Alamofire's encoders are compared with the core (``QueryMeasurement``), the response serializers with the decoders
/// of Foundation that they replace (``ReadingMeasurement``), multipart forms with `cat` (``MultipartMeasurement``), and
/// requests that run with bare URLSession (``SessionMeasurement``).
///
/// Before anything is timed the outputs are compared (``Peer/verify(_:)``); the run stops if they differ.
///
/// **Measured time.** The time for a call, from parameters in memory to the finished string or data, includes the
/// release of the output, but not the building of the parameters. Times are nanoseconds of a monotonic clock, medians
/// of interleaved rounds of a warm process (``CallTimer``). Allocations are those of one warm call, counted in another
/// process (``ChildProcess/allocations(of:_:)``), so that counting them slows nothing down.
///
/// **Running it.** `swift run -c release serialization-benchmarks --check`, on an otherwise idle machine. Ratios of one
/// run can be compared between machines, but nanoseconds cannot.
@main struct BenchmarkCommand {
    /// The options of the command line.
    private let options: BenchmarkOptions
    private let timer: CallTimer

    static func main() {
        do {
            let options = try BenchmarkOptions(arguments: Array(CommandLine.arguments.dropFirst()))
            let timer =
                options.mode == .smoke
                ? CallTimer(rounds: 2, batchNanoseconds: 1)
                : CallTimer(rounds: options.rounds, batchNanoseconds: 20_000_000)
            exit(try BenchmarkCommand(options: options, timer: timer).run())
        } catch {
            exit(BenchmarkError.log(error))
        }
    }

    /// Whether the program was built without optimization. A constant would make the compiler warn.
    private var isDebugBuild: Bool { _isDebugAssertConfiguration() }

    /// Runs the chosen mode and returns the exit code.
    private func run() throws -> Int32 {
        switch options.mode {
        case .help: print(BenchmarkOptions.help)
        case .work(let work, let arguments):
            print(String(decoding: try JSONEncoder().encode(work.run(arguments)), as: UTF8.self))
        case .measure, .smoke, .check, .worst:
            let hasTargets = options.mode == .check || options.mode == .worst
            if hasTargets, isDebugBuild { throw BenchmarkError.usage("this needs a program built with -c release") }
            let figures = try options.mode == .worst ? WorstShapes.figures(parts: 200_000) : figures()
            let report = Report(figures: figures, isMeaningful: options.mode != .smoke && !isDebugBuild)
            print(try options.format == .json ? report.json : report.text)
            return hasTargets && !report.isMet ? 1 : 0
        }
        return 0
    }

    private func figures() throws -> [Figure] {
        let isSmoke = options.mode == .smoke
        let hostileBytes = isSmoke ? 1_000_000 : 40_000_000
        var figures = try options.payloads.flatMap(peers)
        for section in options.sections {
            switch section {
            case .query where options.measuresGrowth:
                figures += try QueryMeasurement.figures(timer, leaves: isSmoke ? 1_000 : 100_000)
                figures += try KindMeasurement.figures(timer, leaves: isSmoke ? 10 : 500)
            case .query, .json: break
            case .encoders: figures += try QueryMeasurement.encoders(timer, pairs: isSmoke ? 100 : 10_000)
            case .reading:
                figures += try ReadingMeasurement(timer: timer).figures(hostileBytes: hostileBytes)
                figures.append(ReadingMeasurement.allocations(allocations(.decode)))
            case .responses: figures += try ResponseMeasurement.figures(timer, hostileBytes: hostileBytes)
            case .multipart:
                figures += try MultipartMeasurement.figures(
                    timer, parts: isSmoke ? 100 : 10_000,
                    fileSizes: isSmoke ? [1 << 20, 4 << 20] : [64 << 20, 1 << 30],
                    rounds: isSmoke ? 1 : 5)
            case .session:
                figures += try SessionMeasurement.figures(
                    requests: isSmoke ? 100 : 2_000, rounds: isSmoke ? 1 : timer.rounds,
                    bytes: isSmoke ? 4 << 20 : 1 << 30, transferRounds: isSmoke ? 1 : 5)
            }
        }
        return figures
    }

    /// Measures the peers on a payload, after comparing their outputs.
    private func peers(_ name: Payload.Name) throws -> [Figure] {
        let payload = try Payload(name)
        try Peer.verify(payload)
        let peers = try options.peers.compactMap { try Peer($0, payload) }
        let timings = try timer.timings(of: peers.map { ("\(name.rawValue): \($0.name.rawValue)", $0.call) })
        let times = Dictionary(uniqueKeysWithValues: zip(peers.map(\.name), timings.map(\.nanoseconds)))
        let ratios = Peer.limits.compactMap { limit -> Figure? in
            guard limit.payload == name, let ours = times[limit.ours] else { return nil }
            return Figure(
                "\(name.rawValue): times \(limit.ours.rawValue) is faster than \(limit.peer.rawValue)",
                times[limit.peer].map { $0 / ours }, atLeast: limit.atLeast)
        }
        let styles = peers.filter { $0.name.style != nil }.map { peer in
            Figure(
                "\(name.rawValue): time of \(peer.name.rawValue) over AFNetworking's style",
                times[.ours].flatMap { ours in times[peer.name].map { $0 / ours } }, atMost: 1.5)
        }
        let isCounted = options.mode == .check && (name == .flat || name == .nested)
        let counted = isCounted ? Peer.Name.countedPeers.filter(options.peers.contains) : []
        let counts = counted.map { peer in
            Figure(
                "\(name.rawValue): allocations for a call of \(peer.rawValue)",
                allocations(.calls, name.rawValue, peer.rawValue), atMost: 12)
        }
        return timings.map(\.figure) + ratios + styles + counts
    }

    /// Counts the allocations of work whose last argument is the number of repetitions. If that is impossible, or this
    /// is not a check, the figure has no value and its target is missed.
    private func allocations(_ work: ProcessWork, _ arguments: String...) -> Double? {
        guard options.mode == .check else { return nil }
        do {
            return try ChildProcess.allocations(["--work", work.rawValue] + arguments)
        } catch {
            _ = BenchmarkError.log(error)
            return nil
        }
    }
}
