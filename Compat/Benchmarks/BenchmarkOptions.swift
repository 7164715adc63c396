/// The options of the command line.
struct BenchmarkOptions {
    /// The use of the payloads.
    enum Mode: Equatable {
        /// Times every peer.
        case measure
        /// Times every peer, counts allocations, and compares both with the targets.
        case check
        /// Compares the outputs and makes a few calls, to check that the benchmark works.
        case smoke
        /// Makes a number of calls of one peer on one payload and nothing else, for an outside tool to observe.
        case allocations(Payload.Name, peer: Peer.Name, calls: Int)
        /// Decodes a model a number of times and nothing else, for an outside tool to observe.
        case decoding(calls: Int)
        /// Measures the speed on a long text in this process, for another process.
        case longText(Payload.Name, LongTextMeasurement.Form)
        /// Measures the memory that an array of `count` doubles takes, for another process.
        case arrayMemory(count: Int)
        /// Does one piece of work with a form and prints its cost, for another process or an outside tool to observe.
        case form(FormWork, subject: String)
        /// Makes a transfer once and prints its cost, for another process or an outside tool to observe.
        case session(SessionWork, url: String, subject: String)
        /// Runs the server of such transfers, until the standard input ends.
        case sessionServer
        /// Prints the errors of parameters with many faults, for a comparison between processes.
        case whichRefusal
        /// Prints the options.
        case help
    }

    /// The format of the report.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The mode of the run.
    var mode = Mode.measure
    /// The payloads to run, in the report's order.
    var payloads = Payload.Name.allCases
    /// The peers to run, in the report's order.
    var peers = Peer.Name.allCases
    /// Whether long texts, requests and memory are measured, with every payload or only with queries.
    var measuresExtras = true
    /// Whether Alamofire's encoders are measured, with every payload or on their own.
    var measuresEncoders = true
    /// Whether responses are measured, with every payload or on their own.
    var measuresResponses = true
    /// Whether the reading of documents is measured, with every payload or on their own.
    var measuresReading = true
    /// Whether multipart forms are measured, with every payload or on their own.
    var measuresMultipart = true
    /// Whether requests that run are measured, with every payload or on their own.
    var measuresSession = true
    /// The format of the report.
    var format = Format.text
    /// Whether allocations are counted, which takes minutes.
    var countsAllocations = false
    /// The number of rounds for each median.
    var rounds = 15
    /// The number of processes whose figures a check uses; 1 for only this process. ``runArguments`` are the arguments
    /// of each.
    var runs = 1
    private(set) var runArguments: [String] = []

    /// Reads the arguments that follow the program's name.
    init(arguments: [String]) throws {
        var arguments = arguments[...]
        var chosen: [Payload.Name] = []
        var peer: Peer.Name?
        var (onlyQuery, onlyJSON) = (false, false)
        var (onlyEncoders, onlyResponses, onlyMultipart, onlySession) = (false, false, false, false)
        var onlyReading = false
        while let argument = arguments.popFirst() {
            if argument == "--runs" {
                runs = try Self.count(of: argument, from: &arguments)
                continue
            }
            let rest = arguments
            defer { runArguments += [argument] + rest.prefix(rest.count - arguments.count) }
            switch argument {
            case "--help", "-h": mode = .help
            case "--check": mode = .check
            case "--smoke": mode = .smoke
            case "--count-allocations": countsAllocations = true
            case "--allocations":
                let payload = try Self.choice(Payload.Name.self, of: argument, from: &arguments)
                mode = .allocations(payload, peer: .ours, calls: try Self.count(of: argument, from: &arguments))
            case "--peer": peer = try Self.choice(Peer.Name.self, of: argument, from: &arguments)
            case "--query": onlyQuery = true
            case "--json": onlyJSON = true
            case "--encoders": onlyEncoders = true
            case "--responses": onlyResponses = true
            case "--reading": onlyReading = true
            case "--multipart": onlyMultipart = true
            case "--session": onlySession = true
            case "--session-work":
                let work = try Self.choice(SessionWork.self, of: argument, from: &arguments)
                guard let url = arguments.popFirst(), let subject = arguments.popFirst() else {
                    throw BenchmarkError.usage("\(argument) needs a URL, and a path or a number")
                }
                mode = .session(work, url: url, subject: subject)
            case "--session-server": mode = .sessionServer
            case "--long-text":
                let payload = try Self.choice(Payload.Name.self, of: argument, from: &arguments)
                let form = try Self.choice(LongTextMeasurement.Form.self, of: argument, from: &arguments)
                mode = .longText(payload, form)
            case "--decoding": mode = .decoding(calls: try Self.count(of: argument, from: &arguments))
            case "--which-refusal": mode = .whichRefusal
            case "--array-memory": mode = .arrayMemory(count: try Self.count(of: argument, from: &arguments))
            case "--form-work":
                let work = try Self.choice(FormWork.self, of: argument, from: &arguments)
                guard let subject = arguments.popFirst() else {
                    throw BenchmarkError.usage("\(argument) needs a path or a number")
                }
                mode = .form(work, subject: subject)
            case "--payload": chosen.append(try Self.choice(Payload.Name.self, of: argument, from: &arguments))
            case "--format": format = try Self.choice(Format.self, of: argument, from: &arguments)
            case "--rounds": rounds = try Self.count(of: argument, from: &arguments)
            default: throw BenchmarkError.usage("unknown argument \(argument)")
            }
        }
        if onlyQuery != onlyJSON { peers = onlyQuery ? Peer.Name.queryPeers : Peer.Name.jsonPeers }
        let onlyOthers = onlyEncoders || onlyResponses || onlyReading || onlyMultipart || onlySession
        if onlyQuery || onlyJSON || onlyOthers || !chosen.isEmpty {
            if !chosen.isEmpty || !(onlyQuery || onlyJSON) { payloads = payloads.filter(chosen.contains) }
            measuresExtras = onlyQuery && chosen.isEmpty
            measuresEncoders = onlyEncoders
            measuresResponses = onlyResponses
            measuresReading = onlyReading
            measuresMultipart = onlyMultipart
            measuresSession = onlySession
        }
        try apply(peer)
        guard runs == 1 || mode == .check else { throw BenchmarkError.usage("--runs goes with --check") }
    }

    private mutating func apply(_ peer: Peer.Name?) throws {
        guard let peer else { return }
        guard case .allocations(let payload, _, let calls) = mode else {
            throw BenchmarkError.usage("--peer goes with --allocations")
        }
        mode = .allocations(payload, peer: peer, calls: calls)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type, of option: String, from arguments: inout ArraySlice<String>
    ) throws -> Choice {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = arguments.popFirst() else { throw BenchmarkError.usage("\(option) needs one of \(names)") }
        guard let choice = Choice(rawValue: text) else {
            throw BenchmarkError.usage("\(option) \(text) is none of \(names)")
        }
        return choice
    }

    private static func count(of option: String, from arguments: inout ArraySlice<String>) throws -> Int {
        guard let text = arguments.popFirst(), let count = Int(text), count > 0 else {
            throw BenchmarkError.usage("\(option) needs a number above 0")
        }
        return count
    }

    /// The text of `--help`.
    static let help = """
        usage: serialization-benchmarks [options]

        Times query strings and JSON bodies beside their peers, Alamofire's encoders beside a plain implementation, the
        response serializers beside Foundation's readers, multipart forms beside cat, and requests that run beside bare
        URLSession. Build it with -c release; TMPDIR needs room for 3 GiB.

          --query, --json         only queries, with long texts, requests and memory, or only JSON; of the payloads
                                  that --payload names, if it does
          --payload NAME          only this payload: \(Payload.Name.allCases.map(\.rawValue).joined(separator: ", "));
                                  may be repeated
          --encoders, --responses, --reading, --multipart, --session
                                  only Alamofire's encoders, responses, documents beside Foundation's readers, multipart
                                  forms, or requests that run, with --payload beside them; may be combined
          --rounds N              take medians of N rounds instead of 15
          --count-allocations     count allocations for each call as well (needs valgrind, takes minutes)
          --check                 compare the figures with the targets; exit 1 if one is missed or not measured
          --runs N                with --check, take the medians of N processes instead; a median is let off 5 %
          --smoke                 compare the outputs and make a few calls; the figures mean nothing
          --format text|json      how the report is written
          --allocations NAME N    make N calls on payload NAME and nothing else, for a heap profiler to watch
          --peer NAME             with --allocations, whose calls:
                                  \(Peer.Name.allCases.map(\.rawValue).joined(separator: ", "))
          --form-work NAME X      do something with a form once, and print the time and the memory that it took: write,
                                  read, upload or upload-file of the file X; parts or fields, X of them
          --long-text NAME string|body
                                  print how many times faster than plain a long payload is written in this process
          --array-memory N        print the memory that the query of an array of N doubles takes
          --which-refusal         print the errors of parameters with many faults; every process prints the same
          --session-server        be the server of --session-work until the standard input ends, and print its address
          --session-work NAME URL X
                                  make a transfer once, and print the time and the memory that it took:
                                  download or plain-download of URL, as ADDRESS/bytes/N, to the file X; upload,
                                  plain-upload or form of the file X to URL; X requests or plain-requests to URL
          --help                  print this

        exit codes: 0 done, 1 outputs differ or a target is missed, 2 unusable arguments
        """
}
