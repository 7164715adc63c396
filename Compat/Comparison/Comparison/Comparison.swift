import URLSerialization

/// One payload, every sender: what each sends, how that differs from AFNetworking's query, and what is lost.
public struct Comparison {
    /// What was sent.
    public let payload: Payload
    /// The method.
    public let method: String
    /// The URL the requests were made from.
    public let url: URL
    /// A report for each sender.
    public let reports: [SenderReport]
    /// The report the others are compared with, whether it is one of them or not.
    public let reference: SenderReport
    /// Whether there is an AFNetworking query to compare with, if only one without the bytes in it.
    public let hasReference: Bool

    /// Sends a payload by every sender.
    ///
    /// - Parameters:
    ///   - payload: What to send.
    ///   - method: The request's method.
    ///   - url: The URL the requests are made from.
    ///   - senders: Who sends.
    ///   - reference: Who they are compared with; the one of the same name among them, if there is one.
    public init(
        of payload: Payload, method: String, url: URL, senders: [any Sender] = Senders.all,
        reference: any Sender = LibrarySender.http
    ) {
        var base = URLRequest(url: url)
        base.httpMethod = method
        self.payload = payload
        self.url = url
        self.method = base.httpMethod ?? method
        let position = senders.firstIndex { $0.name == reference.name }
        let referencePosition = position ?? senders.count
        var reports = (position == nil ? senders + [reference] : senders).map {
            SenderReport(of: $0, for: payload, startingFrom: base)
        }
        let leaves = payload.leaves
        let alignment = reports.map { PairAlignment(of: $0, with: leaves) }
        let expected =
            reports[referencePosition].request == nil
            ? PairAlignment(ofReferenceWithoutData: payload, with: leaves) : alignment[referencePosition]
        hasReference = expected != nil
        for position in reports.indices where reports[position].request != nil {
            alignment[position].setPaths(in: &reports[position])
            let losses = LossFinder(leaves: leaves, report: reports[position], alignment: alignment[position])
            reports[position].losses = losses.losses()
            guard position != referencePosition, let expected, let sent = reports[position].request else { continue }
            let finder = DifferenceFinder(
                leaves: leaves, reference: expected, sent: alignment[position], isSentQuery: sent.form == .query,
                sentForm: reports[position].queryForm)
            reports[position].differences = finder.differences()
            if let request = reports[referencePosition].request {
                reports[position].headDifferences = Self.headDifferences(request, sent)
            }
        }
        self.reference = reports[referencePosition]
        self.reports = Array(reports.prefix(senders.count))
    }

    /// Whether any sender's pairs are not those of the reference, or one of the two refuses what the other sends. The
    /// media type and the place of the parameters do not count: they go with the kind of sender.
    public var hasDifferences: Bool {
        reports.contains { report in
            !report.differences.isEmpty || (report.request == nil) != (reference.request == nil)
        }
    }

    private static func headDifferences(_ reference: SentRequest, _ sent: SentRequest) -> [HeadDifference] {
        var differences: [HeadDifference] = []
        if reference.header("Content-Type") != sent.header("Content-Type") {
            differences.append(
                HeadDifference(
                    field: "Content-Type", reference: reference.header("Content-Type"),
                    sent: sent.header("Content-Type")))
        }
        if (reference.body == nil) != (sent.body == nil) {
            let place = { (request: SentRequest) in request.body == nil ? "in the URL" : "in the body" }
            differences.append(
                HeadDifference(field: "parameters", reference: place(reference), sent: place(sent)))
        }
        return differences
    }
}
