import URLSerialization

/// A comparison in the form it has as JSON.
struct ComparisonDocument: Codable {
    let payload: PayloadPart
    let method: String
    let url: String
    let hasDifferences: Bool
    let senders: [SenderPart]
    /// What each reason means that is given for a difference.
    let reasons: [String: String]

    struct PayloadPart: Codable {
        let name: String
        let format: PayloadFormat
        let notices: [String]
        let losses: [Loss]
    }

    struct SenderPart: Codable {
        let name: String
        let notes: [String]
        /// Absent where the sender refused the payload.
        let request: RequestPart?
        /// Absent where it did not.
        let error: ErrorPart?
        let pairs: [PairPart]
        let headDifferences: [HeadDifference]
        let differences: [PairDifference]
        let losses: [Loss]
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
    }

    struct PairPart: Codable {
        /// The place in the payload; absent where it cannot be told.
        let path: String?
        let key: String
        let value: String?
        let spelling: String
        let kind: SentValue.Kind
    }
}

extension ComparisonDocument {
    init(_ comparison: Comparison) {
        payload = PayloadPart(
            name: comparison.payload.name, format: comparison.payload.format, notices: comparison.payload.notices,
            losses: comparison.payload.losses)
        method = comparison.method
        url = comparison.url.absoluteString
        hasDifferences = comparison.hasDifferences
        senders = comparison.reports.map(SenderPart.init)
        let given = Set(comparison.reports.flatMap { $0.differences.flatMap(\.reasons) })
        reasons = Dictionary(uniqueKeysWithValues: given.map { ($0.rawValue, $0.explanation) })
    }
}

extension ComparisonDocument.SenderPart {
    init(_ report: SenderReport) {
        name = report.name
        notes = report.notes
        switch report.result {
        case .success(let sent):
            request = ComparisonDocument.RequestPart(sent)
            error = nil
        case .failure(let refusal):
            request = nil
            error = ComparisonDocument.ErrorPart(
                domain: refusal.domain, code: refusal.code, message: refusal.message)
        }
        pairs = report.pairs.map { pair in
            ComparisonDocument.PairPart(
                path: pair.path?.text, key: pair.key, value: pair.value, spelling: pair.spelling, kind: pair.kind)
        }
        headDifferences = report.headDifferences
        differences = report.differences
        losses = report.losses
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
