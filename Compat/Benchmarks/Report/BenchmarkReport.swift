/// The figures of a run.
struct BenchmarkReport: Encodable {
    /// One peer on one payload.
    struct Row: Encodable {
        /// The payload.
        let payload: Payload.Name
        /// The name of the peer.
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
        /// The heap allocations for a call, if they were counted.
        var allocations: Double?
    }

    /// Whether the figures are meaningful. Those of a smoke run or of a program built without optimization are not.
    let isMeaningful: Bool
    /// The number of rounds for each median.
    let rounds: Int
    /// Every peer on every payload.
    var rows: [Row] = []
    /// The growth of costs with the payload, if it was measured.
    var growth: GrowthMeasurement?
    /// The speed on long texts in fresh processes, if it was measured.
    var longTexts: [LongTextMeasurement] = []
    /// The cost of requests against those made by hand, if it was measured.
    var requests: RequestMeasurement?
    /// The memory of a long array, if it was measured.
    var arrayMemory: ArrayMemoryMeasurement?
    /// The cost of Alamofire's encoders, if it was measured.
    var encoders: EncoderMeasurement?
    /// The cost of reading documents, if it was measured.
    var reading: ReadingMeasurement?
    /// The cost of reading queries, if it was measured.
    var queryReading: QueryReadingMeasurement?
    /// The cost of responses, if it was measured.
    var responses: ResponseMeasurement?
    /// The cost of refusing hostile bodies, if it was measured.
    var refusals: [RefusalMeasurement] = []
    /// The cost of multipart forms, if it was measured.
    var multipart: MultipartMeasurement?
    /// The cost of requests that run, if it was measured.
    var session: SessionMeasurement?
    /// The targets and their results, if they were checked.
    var targets: [Target] = []

    /// Returns the row of a peer on a payload.
    func row(_ payload: Payload.Name, _ peer: Peer.Name) -> Row? {
        rows.first { $0.payload == payload && $0.peer == peer }
    }

    /// Adds the timings of the peers of a payload, this library's first.
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
