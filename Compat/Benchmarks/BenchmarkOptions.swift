/// The options of the command line.
struct BenchmarkOptions {
    enum Mode: Equatable {
        /// Measures everything that was chosen.
        case measure
        /// Measures, counts allocations, and compares both with the targets.
        case check
        /// Compares the outputs and makes a few calls, to check that the benchmark works.
        case smoke
        /// Finds the worst shape of a document for each reader.
        case worst
        /// Does one piece of work and prints its cost, for another process or an outside tool to observe.
        case work(ProcessWork, [String])
        case help
    }

    enum Section: String, CaseIterable {
        case query, json, encoders, reading, responses, multipart, session
    }

    enum Format: String, CaseIterable {
        case text, json
    }

    private(set) var mode = Mode.measure
    /// The chosen parts, or all parts. If only payloads were chosen, they are the parts that measure peers.
    private(set) var sections: [Section] = []
    /// The payloads to run, in the report's order.
    private(set) var payloads: [Payload.Name] = []
    /// Whether the part about queries measures more than the payloads.
    private(set) var measuresGrowth = true
    private(set) var format = Format.text
    /// The number of rounds for each median.
    private(set) var rounds = 15

    /// Reads the arguments that follow the program's name.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": mode = .help
            case "--check": mode = .check
            case "--smoke": mode = .smoke
            case "--worst": mode = .worst
            case "--work":
                mode = .work(try Self.choice(of: argument, from: &rest), Array(rest))
                rest = []
            case "--payload": payloads.append(try Self.choice(of: argument, from: &rest))
            case "--format": format = try Self.choice(of: argument, from: &rest)
            case "--rounds":
                guard let text = rest.popFirst(), let count = Int(text), count > 0 else {
                    throw BenchmarkError.usage("\(argument) needs a number above 0")
                }
                rounds = count
            default:
                guard argument.hasPrefix("--"), let section = Section(rawValue: String(argument.dropFirst(2))) else {
                    throw BenchmarkError.usage("unknown argument \(argument)")
                }
                sections.append(section)
            }
        }
        measuresGrowth = payloads.isEmpty
        if sections.isEmpty { sections = measuresGrowth ? Section.allCases : [.query, .json] }
        let measuresPeers = sections.contains(.query) || sections.contains(.json)
        payloads = Payload.Name.allCases.filter { [payloads] in
            payloads.isEmpty ? measuresPeers : payloads.contains($0)
        }
    }

    /// The peers to run, in the report's order.
    var peers: [Peer.Name] {
        let (query, json) = (sections.contains(.query), sections.contains(.json))
        return query == json ? Peer.Name.allCases : query ? Peer.Name.queryPeers : Peer.Name.jsonPeers
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of option: String, from arguments: inout ArraySlice<String>
    ) throws -> Choice {
        guard let choice = arguments.popFirst().flatMap(Choice.init) else {
            throw BenchmarkError.usage("\(option) needs one of \(list(Choice.self))")
        }
        return choice
    }

    private static func list<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }

    static let help = """
        usage: serialization-benchmarks [options]

        Times query strings and JSON bodies, Alamofire's encoders, readers, multipart forms and requests that run, next
        to their peers. Build it with -c release; TMPDIR needs room for 3 GiB.

          --query, --json, --encoders, --reading, --responses, --multipart, --session
                                  only queries (with growth, requests and memory), JSON, Alamofire's encoders, documents
                                  and models next to Foundation's readers, responses, multipart forms, or requests that
                                  run; may be combined
          --payload NAME          only this payload: \(list(Payload.Name.self));
                                  may be repeated
          --rounds N              take medians of N rounds instead of 15
          --check                 compare the figures with the targets, allocations (which need valgrind) and the curl
                                  command's times included; exit 1 if one is missed by over 5 % or not measured
          --smoke                 compare the outputs and make a few calls; the figures mean nothing
          --worst                 find the shape of a document that costs each reader most for a byte; exit 1 if that is
                                  more than 1 µs or 40 bytes (100 in binary property lists)
          --format text|json      how the report is written
          --work NAME ARGUMENT…   do something once and print its time and memory, for a profiler to watch:
                                  calls PAYLOAD PEER COUNT; decode COUNT; array COUNT; shape READER SHAPE PARTS;
                                  write-form FILE; stream-form FILE; download, plain-download, upload, plain-upload or
                                  form URL FILE; burst URL COUNT;
                                  server, which prints its address (URL is the address, or ADDRESS/bytes/COUNT)
          --help                  print this

        peers: \(list(Peer.Name.self))

        exit codes: 0 done, 1 outputs differ or a target is missed, 2 unusable arguments
        """
}
