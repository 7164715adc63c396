import URLSerialization

/// A payload as every sender sends it, compared with AFNetworking's query.
public struct Comparison {
    /// The payload.
    public let payload: Payload
    /// The request's method.
    public let method: String
    /// The URL that the requests were made from.
    public let url: URL
    /// The report on each sender, in their order.
    public let reports: [SenderReport]
    /// The report that the others are compared with, whether it is one of them or not.
    public let reference: SenderReport
    /// Whether there are pairs to compare with, if only those of the query without the bytes in it.
    public let hasReference: Bool
    /// The payload's leaves.
    let leaves: [PayloadLeaf]

    /// Sends a payload by every sender, and compares the requests.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - method: The request's method.
    ///   - url: The URL that the requests are made from.
    ///   - senders: The senders.
    ///   - reference: The sender that they are compared with; the sender of that name among them comes before it.
    public init(
        of payload: Payload, method: String, url: URL, senders: [any Sender] = Senders.all,
        reference: any Sender = LibrarySender.http
    ) {
        var base = URLRequest(url: url)
        base.httpMethod = method
        let leaves = payload.leaves
        let send = { Transmission(of: $0, for: payload, leaves, startingFrom: base) }

        let reference = senders.first { $0.name == reference.name } ?? reference
        let expected = send(reference)
        let pairs =
            expected.request == nil
            ? PairAlignment(ofReferenceWithoutData: payload, with: leaves) : expected.alignment
        let report = { (sent: Transmission, request: SentRequest?) in
            SenderReport(sent, of: leaves, comparedWith: pairs, request)
        }
        let referenceReport = report(expected, nil)

        (self.payload, self.url, self.leaves) = (payload, url, leaves)
        self.method = base.httpMethod ?? method
        self.reference = referenceReport
        hasReference = pairs != nil
        reports = senders.map {
            $0.name == reference.name ? referenceReport : report(send($0), expected.request)
        }
    }

    /// Whether any sender's pairs are not those of the reference, or one of the two refuses what the other sends.
    ///
    /// The media type and the place of the parameters do not count: they go with the kind of sender.
    public var hasDifferences: Bool {
        reports.contains { report in
            !report.differences.isEmpty || (report.request == nil) != (reference.request == nil)
        }
    }

    /// The verdict on a sender.
    public func verdict(on report: SenderReport) -> Verdict {
        Verdict(report, reference: reference, hasReference: hasReference)
    }
}
