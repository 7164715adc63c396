import URLSerialization

/// A comparison of the requests that every sender makes for a payload with AFNetworking's query.
///
/// ```swift
/// print(Comparison(of: ["a": [1, 2]]))
/// ```
public struct Comparison {
    /// The payload for which every sender makes a request.
    public let payload: Payload
    /// The method of every request, by default POST.
    public let method: String
    /// The URL of the requests, before parameters are added.
    public let url: URL
    /// The reports on the senders, in the senders' order.
    public let reports: [SenderReport]
    /// The report that the others are compared with. It need not be one of ``reports``.
    package let reference: SenderReport
    /// Whether there are pairs to compare with, possibly without those of bytes.
    public let hasReference: Bool
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
        self.init(of: payload, method: method, url: url, senders: senders, isBrief: false)
    }

    /// - Parameters:
    ///   - isBrief: Whether only one sender of each kind of body sends a large payload.
    ///   - isCondensed: Whether the reports omit the requests, which take most of the memory.
    package init(
        of payload: Payload, method: String, url: URL?, senders: [Sender], isBrief: Bool, isCondensed: Bool = false
    ) {
        let url = url ?? Self.exampleURL
        let (marks, base) = (Marks(payload), URLRequest(url, method: method))
        func send(_ sender: Sender) -> SenderReport {
            SenderReport(of: sender, for: payload, marks, startingFrom: base)
        }
        let http = send(senders.first { $0.name == Sender.http.name } ?? .http)
        // If AFNetworking refuses bytes, the pairs are those of its query with a text in their place, without the pairs
        // of that text.
        let other = http.request == nil ? send(.httpWithBytes) : http
        let pairs = other.request == nil ? nil : http.request == nil ? other.alignment.withoutBytes() : http.alignment
        let reference = http.compared(with: nil, pairs, marks)
        let spared = isBrief ? Self.spared(senders, payload, base) : []
        func report(_ number: Int) -> SenderReport {
            let sender = senders[number]
            if sender.name == Sender.http.name { return reference }
            let report = spared.contains(number) ? SenderReport(sparing: sender) : send(sender)
            return report.compared(with: reference, pairs, marks)
        }
        // A request is released before its thread takes the next sender.
        let reports = Array(senders.indices).concurrently(leafCount: marks.leaves.count) {
            isCondensed ? report($0).condensed : report($0)
        }
        (self.payload, self.url, self.reports, leaves) = (payload, url, reports, marks.leaves)
        self.reference = isCondensed ? reference.condensed : reference
        self.method = base.httpMethod ?? method
        hasReference = pairs != nil
    }

    /// Returns the positions of the senders that need not send a large payload: they accept a sample of it, and another
    /// sender of the same kind of body sends it.
    private static func spared(_ senders: [Sender], _ payload: Payload, _ base: URLRequest) -> Set<Int> {
        let sample = payload.sample
        if sample.leafCount == payload.leafCount { return [] }
        return ["JSON", "Property lists"].reduce(into: []) { spared, kind in
            let accepting = senders.indices.filter {
                senders[$0].kind == kind && (try? senders[$0].send(sample, base)) != nil
            }
            // Foundation's PropertyListEncoder is the fastest of its kind, and the last.
            spared.formUnion(kind == "JSON" ? accepting.dropFirst() : accepting.dropLast())
        }
    }

    /// The URL of requests for which none is given.
    package static let exampleURL = URL(string: "https://api.example.com/orders") ?? URL(fileURLWithPath: "/")

    /// Whether any sender's pairs differ from the reference's, or only one of the two refuses the payload.
    ///
    /// The media type and the place of the parameters do not count, because they depend on the kind of sender.
    public var hasDifferences: Bool {
        reports.contains { report in
            !report.differences.isEmpty || (report.request == nil) != (reference.request == nil)
        }
    }

    /// Returns the summary of a sender.
    public func summary(of report: SenderReport) -> SenderSummary { report.summary }
}

extension Array {
    /// The number of leaves from which senders work on all cores.
    private static var largeCount: Int { 16 }

    /// Returns the results of a transformation, made on all cores if a payload is large.
    func concurrently<Value>(leafCount: Int, _ transform: @escaping (Element) -> Value) -> [Value] {
        guard leafCount >= Self.largeCount else { return map(transform) }
        let values = Locked([UncheckedSendable<Value>?](repeating: nil, count: count))
        // The transformations only read payloads and reports, which nothing changes meanwhile. Each makes one value.
        let work = UncheckedSendable((elements: self, transform: transform))
        DispatchQueue.concurrentPerform(iterations: count) { position in
            let value = UncheckedSendable(work.value.transform(work.value.elements[position]))
            values.withLock { $0[position] = value }
        }
        return values.value.compactMap { $0?.value }
    }
}
