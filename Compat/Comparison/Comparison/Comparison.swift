import URLSerialization

/// A payload as every sender sends it, compared with AFNetworking's query.
///
/// ```swift
/// print(Comparison(of: ["a": [1, 2]]))
/// ```
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
    package let reference: SenderReport
    /// Whether there are pairs to compare with, if only those of the query without the bytes in it.
    public let hasReference: Bool
    /// The payload's leaves.
    let leaves: [PayloadLeaf]

    /// Sends parameters by every sender, and compares the requests.
    public init(of parameters: ParameterValue) {
        self.init(of: Payload(name: "payload", format: .json, parameters: parameters))
    }

    /// Sends a payload by every sender, and compares the requests.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - method: The request's method.
    ///   - url: The URL that the requests are made from; `nil` for one of an example.
    ///   - senders: The senders.
    public init(of payload: Payload, method: String = "POST", url: URL? = nil, senders: [Sender] = Sender.all) {
        let url = url ?? URL(string: Self.exampleURL) ?? URL(fileURLWithPath: "/")
        var base = URLRequest(url: url)
        base.httpMethod = method
        let marks = Marks(payload, payload.leaves)
        var done: [(sent: Transmission, report: SenderReport)] = []
        func send(_ sender: Sender) -> Transmission {
            Transmission(of: sender, for: payload, marks, startingFrom: base, after: done.map(\.sent))
        }

        let reference = senders.first { $0.name == Sender.http.name } ?? .http
        let expected = send(reference)
        var pairs: Alignment? = expected.alignment
        if expected.request == nil {
            // As if AFNetworking's query had a text for bytes, without their pairs.
            let sent = send(.httpWithBytes)
            pairs = sent.request == nil ? nil : sent.alignment.withoutBytes(marks.leaves)
        }
        func report(_ sent: Transmission, _ request: SentRequest?) -> SenderReport {
            let twin = done.first { other in sent.request.map { other.sent.isTwin(of: $0, sent.sender) } == true }
            let report = SenderReport(sent, of: marks.leaves, comparedWith: pairs, request, as: twin?.report)
            done.append((sent, report))
            return report
        }
        let referenceReport = report(expected, nil)

        (self.payload, self.url, leaves) = (payload, url, marks.leaves)
        self.method = base.httpMethod ?? method
        self.reference = referenceReport
        hasReference = pairs != nil
        reports = senders.map {
            $0.name == reference.name ? referenceReport : report(send($0), expected.request)
        }
    }

    /// The URL of requests for which none is given.
    package static let exampleURL = "https://api.example.com/orders"

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
        report.verdict(comparedWith: reference, hasReference: hasReference)
    }
}
