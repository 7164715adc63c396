/// The figures of a run.
struct BenchmarkReport: Encodable {
    /// One peer on one payload.
    struct Row: Encodable {
        /// The payload.
        let payload: Payload.Name
        /// Whose serializer it is.
        let peer: Peer.Name
        /// The median time for a call, in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output.
        let outputBytes: Int
        /// Millions of output bytes in a second.
        let megabytesPerSecond: Double
        /// The time for a call over the time this library takes on the same payload.
        let timesOurs: Double
        /// Heap allocations for a call, where they were counted.
        var allocations: Double?
    }

    /// Whether the figures mean anything: not those of a smoke run or of a program built without optimisation.
    let isMeaningful: Bool
    /// The rounds the medians are taken of.
    let rounds: Int
    /// Every peer on every payload.
    var rows: [Row] = []
    /// How costs grow with the payload, where that was measured.
    var growth: GrowthMeasurement?
    /// What long texts cost in fresh processes, where that was measured.
    var longTexts: [LongTextMeasurement] = []
    /// What requests cost beside those made by hand, where that was measured.
    var requests: RequestMeasurement?
    /// What memory a long array takes, where that was measured.
    var arrayMemory: ArrayMemoryMeasurement?
    /// What Alamofire's encoders cost, where that was measured.
    var encoders: EncoderMeasurement?
    /// What responses cost, where that was measured.
    var responses: ResponseMeasurement?
    /// What it takes to refuse hostile bodies, where that was measured.
    var refusals: [RefusalMeasurement] = []
    /// What multipart forms cost, where that was measured.
    var multipart: MultipartMeasurement?
    /// What requests that run cost, where that was measured.
    var session: SessionMeasurement?
    /// The targets and what became of them, where they were checked.
    var targets: [Target] = []

    /// The row of a peer on a payload.
    func row(_ payload: Payload.Name, _ peer: Peer.Name) -> Row? {
        rows.first { $0.payload == payload && $0.peer == peer }
    }

    /// Adds the timings of the peers of a payload, ours first.
    mutating func append(_ timings: [(peer: Peer.Name, timing: CallTimer.Timing)], of payload: Payload.Name) {
        guard let ours = timings.first?.timing.nanoseconds else { return }
        for (peer, timing) in timings {
            rows.append(
                Row(
                    payload: payload,
                    peer: peer,
                    nanoseconds: timing.nanoseconds,
                    spread: timing.spread,
                    outputBytes: timing.outputBytes,
                    megabytesPerSecond: Double(timing.outputBytes) / timing.nanoseconds * 1000,
                    timesOurs: timing.nanoseconds / ours
                )
            )
        }
    }
}
