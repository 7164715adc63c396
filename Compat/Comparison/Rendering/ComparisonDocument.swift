import URLSerialization

/// A comparison in the form it has as JSON.
struct ComparisonDocument: Codable {
    let payload: PayloadPart
    let method: String
    let url: String
    let hasDifferences: Bool
    let senders: [SenderPart]
    /// The meaning of each reason that is given for a difference.
    let reasons: [String: String]
    /// The servers' readings of each sender's query; absent where no server was asked for.
    let servers: [ServerPart]?

    struct PayloadPart: Codable {
        let name: String
        let format: PayloadFormat
        let notices: [String]
        let losses: [Loss]
    }

    struct SenderPart: Codable {
        let name: String
        let notes: [String]
        /// The request; absent where the sender refused the payload.
        let request: RequestPart?
        /// The sender's refusal; absent where there is a request.
        let error: ErrorPart?
        let pairs: [PairPart]
        let headDifferences: [HeadDifference]
        let differences: [PairDifference]
        let losses: [Loss]
        let verdict: Verdict
        let arrivals: [ArrivalPart]
    }

    struct ServerPart: Codable {
        let name: String
        let framework: QueryFramework
        /// The readings of the senders that send a query.
        let readings: [ReadingPart]
    }

    struct ReadingPart: Codable {
        let sender: String
        /// The server's refusal of the query; absent where it reads it.
        let error: String?
        /// The parts of the query beyond the server's limits that it passes over.
        let notices: [String]
        /// The number of the payload's values in each state.
        let counts: [String: Int]
        /// The payload's values by their paths, in its order.
        let values: [ValuePart]
    }

    struct ValuePart: Codable {
        let path: String
        let value: ServerValue
    }

    /// A value of the payload as it arrives.
    struct ArrivalPart: Codable {
        let path: String
        let arrival: Arrival
    }

    struct RequestPart: Codable {
        let line: String
        let method: String
        let url: String
        let headers: [HTTPHeader]
        /// The body as text, where it is UTF-8.
        let body: String?
        /// The body's bytes in base 64.
        let bodyBase64: String?
        let bodyLength: Int?
    }

    struct ErrorPart: Codable {
        /// Absent with the code where the error has none, as Alamofire's, and where the tool itself cannot use the sender.
        let domain: String?
        let code: Int?
        let message: String
        /// The messages for all problems of the payload.
        let problems: [String]
    }

    struct PairPart: Codable {
        /// The place in the payload; absent where it is not known.
        let path: String?
        let key: String
        let value: String?
        let spelling: String
        let kind: SentValue.Kind
    }
}

extension ComparisonDocument {
    init(_ comparison: Comparison, _ servers: [ServerReport] = []) {
        payload = PayloadPart(
            name: comparison.payload.name, format: comparison.payload.format, notices: comparison.payload.notices,
            losses: comparison.payload.losses)
        method = comparison.method
        url = comparison.url.absoluteString
        hasDifferences = comparison.hasDifferences
        senders = comparison.reports.map { SenderPart($0, of: comparison) }
        let given = Set(comparison.reports.flatMap { $0.differences.flatMap(\.reasons) })
        reasons = Dictionary(uniqueKeysWithValues: given.map { ($0.rawValue, $0.explanation) })
        self.servers = servers.isEmpty ? nil : servers.map { ServerPart($0, of: comparison) }
    }
}

extension ComparisonDocument.SenderPart {
    init(_ report: SenderReport, of comparison: Comparison) {
        name = report.name
        notes = report.notes
        switch report.result {
        case .success(let sent):
            request = ComparisonDocument.RequestPart(sent)
            error = nil
        case .failure(let refusal):
            request = nil
            error = ComparisonDocument.ErrorPart(
                domain: refusal.domain, code: refusal.code, message: refusal.message, problems: refusal.problems)
        }
        pairs = report.pairs.map { pair in
            ComparisonDocument.PairPart(
                path: pair.path?.text, key: pair.key, value: pair.value, spelling: pair.spelling, kind: pair.kind)
        }
        headDifferences = report.headDifferences
        differences = report.differences
        losses = report.losses
        verdict = comparison.verdict(on: report)
        arrivals = zip(comparison.leaves, report.arrivals).map { leaf, arrival in
            ComparisonDocument.ArrivalPart(path: leaf.path.text, arrival: arrival)
        }
    }
}

extension ComparisonDocument.ServerPart {
    init(_ report: ServerReport, of comparison: Comparison) {
        (name, framework) = (report.server.name, report.server.framework)
        readings = zip(comparison.reports, report.readings).compactMap { sender, reading in
            guard let reading else { return nil }
            let error: String? = if case .failure(let refusal) = reading.result { refusal.message } else { nil }
            let counts = reading.counts(of: comparison.leaves.count)
            return ComparisonDocument.ReadingPart(
                sender: sender.name, error: error, notices: reading.notices,
                counts: Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }),
                values: zip(comparison.leaves, reading.values).map {
                    ComparisonDocument.ValuePart(path: $0.path.text, value: $1)
                })
        }
    }
}

extension ComparisonDocument.RequestPart {
    init(_ sent: SentRequest) {
        line = sent.line
        method = sent.method
        url = sent.url
        headers = sent.headers
        body = sent.body.flatMap { String(data: $0, encoding: .utf8) }
        bodyBase64 = sent.body?.base64EncodedString()
        bodyLength = sent.body?.count
    }
}
