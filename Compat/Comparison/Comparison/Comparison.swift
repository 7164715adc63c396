import URLSerialization

/// A comparison of the requests that every sender makes for a payload with AFNetworking's query.
///
/// ```swift
/// print(Comparison(of: ["a": [1, 2]]))
/// ```
public struct Comparison {
    /// The payload.
    public let payload: Payload
    /// The request's method.
    public let method: String
    /// The URL of the requests, before parameters are added.
    public let url: URL
    /// The reports on the senders, in the senders' order.
    public let reports: [SenderReport]
    /// The report that the others are compared with. It need not be one of ``reports``.
    package let reference: SenderReport
    /// Whether there are pairs to compare with, possibly without those of bytes.
    public let hasReference: Bool
    /// The payload's leaves.
    let leaves: [PayloadLeaf]

    /// Creates a comparison of the requests that every sender makes for parameters.
    public init(of parameters: ParameterValue) {
        self.init(of: Payload(name: "payload", format: .json, parameters: parameters))
    }

    /// Creates a comparison of the requests that every sender makes for a dictionary.
    ///
    /// ```swift
    /// let order: [String: Any] = ["sku": "TEE", "sizes": ["S", "M"]]
    /// print(Comparison(of: order))
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: The parameters, as a program passes them to AFNetworking.
    ///   - method: The request's method.
    ///   - url: The URL of the requests, or `nil` for an example URL.
    @_disfavoredOverload
    public init(of parameters: [String: Any], method: String = "POST", url: URL? = nil) {
        let value = try? ParameterValue(bridging: parameters)
        let payload = Payload(name: "payload", format: .json, parameters: value ?? parameters)
        self.init(of: payload, method: method, url: url)
    }

    /// Creates a comparison of the requests that every sender makes for a model.
    ///
    /// - Throws: The error of the model's `encode(to:)`.
    public init(encoding model: some Encodable) throws {
        self.init(of: try ParameterValue(encoding: model))
    }

    /// Unavailable, since a text or data could be a document or a value.
    @available(*, unavailable, message: "Use Comparison(encoding: model), or PayloadReader().read(_:name:) for JSON.")
    public init(of value: some Encodable) { fatalError() }

    /// Creates a comparison of the requests that senders make for a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload to send.
    ///   - method: The request's method.
    ///   - url: The URL of the requests, or `nil` for an example URL.
    ///   - senders: The senders to compare.
    public init(of payload: Payload, method: String = "POST", url: URL? = nil, senders: [Sender] = Sender.all) {
        let url = url ?? URL(string: Self.exampleURL) ?? URL(fileURLWithPath: "/")
        var base = URLRequest(url: url)
        base.httpMethod = method
        let marks = Marks(payload)
        func send(_ sender: Sender) -> SenderReport {
            SenderReport(of: sender, for: payload, startingFrom: base)
        }

        let sent = senders.concurrently(leafCount: marks.leaves.count, send)
        var expected = sent.first { $0.name == Sender.http.name } ?? send(.http)
        expected.align(payload, marks, base)
        var pairs: Alignment? = expected.alignment
        if expected.request == nil {
            // AFNetworking's query with a text for bytes, whose pairs are then dropped.
            var other = send(.httpWithBytes)
            other.align(payload, marks, base)
            pairs = other.request == nil ? nil : other.alignment.withoutBytes()
        }
        expected.compare(with: pairs, marks)
        // Reports on the same parameters share everything but the head.
        let firsts = sent.map { report in sent.firstIndex { $0.isTwin(of: report) } }
        let compared = Array(sent.indices).concurrently(leafCount: marks.leaves.count) { number in
            if expected.isTwin(of: sent[number]) { return expected }
            var report = sent[number]
            if firsts[number] == number {
                report.align(payload, marks, base)
                report.compare(with: pairs, marks)
            }
            return report
        }
        reports = zip(sent, firsts).enumerated().map { number, report in
            report.0.name == expected.name
                ? expected : report.0.with(compared[report.1 ?? number], expected.request)
        }
        (self.payload, self.url, leaves, reference) = (payload, url, marks.leaves, expected)
        self.method = base.httpMethod ?? method
        hasReference = pairs != nil
    }

    /// The default URL of requests.
    package static let exampleURL = "https://api.example.com/orders"

    /// Whether any sender's pairs differ from the reference's, or only one of the two refuses the payload.
    ///
    /// The media type and the place of the parameters do not count, because they depend on the kind of sender.
    public var hasDifferences: Bool {
        reports.contains { report in
            !report.differences.isEmpty || (report.request == nil) != (reference.request == nil)
        }
    }

    /// Returns the verdict on a sender.
    public func verdict(on report: SenderReport) -> Verdict {
        var verdict = Verdict()
        func count(_ state: Outcome.State) -> Int { report.outcomes.count { $0.state == state } }
        (verdict.kept, verdict.changed, verdict.lost) = (count(.kept), count(.changed), count(.lost))
        let isReference = report.name == reference.name
        guard let request = report.request else {
            verdict.effect = isReference ? .reference : .refused
            return verdict
        }
        verdict.bytes = request.body?.count ?? request.query.utf8.count
        let count = report.outcomes.count { !$0.isSame } + report.differences.count { $0.reasons == [.pairAdded] }
        verdict.differing = hasReference && report.alignment.isKnown ? count : nil
        if isReference {
            verdict.effect = .reference
        } else if let expected = reference.request, expected.query == request.query, report.isQuery {
            verdict.effect = .sameBytes
        } else if verdict.differing != nil {
            verdict.effect = count == 0 ? .sameValues : .differs
        }
        return verdict
    }
}
