import URLSerialization

/// A sender's request for a payload, its differences from AFNetworking's query, and its losses.
public struct SenderReport: Sendable {
    package let sender: Sender
    /// The request, or the reason for its absence.
    package private(set) var result: Result<SentRequest, Refusal>
    /// The fields of the request's head that differ: `Content-Type`, and `parameters` for the place of the parameters.
    package private(set) var headDifferences: [String] = []
    /// The pairs that differ.
    package private(set) var differences: [PairDifference] = []
    /// The parts of the payload that a server cannot recover from the request.
    package private(set) var losses: [(kind: Reason, place: String)] = []
    /// The payload's leaves as they arrive, in its order; empty if the sender refused the payload.
    package private(set) var outcomes: [Outcome] = []
    /// The request's pairs in order, each with the payload's leaf that it carries.
    private(set) var alignment = Alignment([], [])

    /// The sender's name.
    public var name: String { sender.name }
    /// The request; `nil` if the payload was refused.
    package var request: SentRequest? { try? result.get() }
    /// The refusal of the payload; `nil` if there is a request.
    var refusal: Refusal? { if case .failure(let refusal) = result { refusal } else { nil } }
    /// The pairs of the request, or the leaves of its body.
    package var pairs: [SentPair] { alignment.pairs }

    /// Sends a payload.
    init(of sender: Sender, for payload: Payload, startingFrom base: URLRequest) {
        self.sender = sender
        do {
            result = .success(SentRequest(try sender.send(payload, base), from: base))
        } catch {
            result = .failure(Refusal(error, problems: sender.problems(payload, error, base)))
        }
    }

    /// Whether the parameters are a query, in the URL or in the body.
    var isQuery: Bool { request?.form == .query }

    /// Whether a request has the same parameters, spelled in the same way.
    func isTwin(of other: SenderReport) -> Bool {
        guard let request, let own = other.request, request.form == own.form else { return false }
        return sender.form == other.sender.form && request.body == own.body && request.query == own.query
    }

    /// Reads the request back into pairs.
    mutating func align(_ payload: Payload, _ marks: Marks, _ base: URLRequest) {
        alignment = Alignment([], marks.leaves)
        guard let request else { return }
        guard request.form == .query else {
            do throws(PayloadError) {
                alignment = try Alignment(ofBody: request.body ?? Data(), isJSON: request.form == .json, marks)
            } catch {
                result = .failure(Refusal(error))
            }
            return
        }
        let (sender, plus) = (sender, sender.form.spacesArePluses)
        alignment = Alignment(
            ofQuery: SentPair.pairs(ofQuery: request.query, spacesArePluses: plus), marks, form: sender.form,
            isSorted: sender.sendInOrder != nil
        ) { marked, isInOrder in
            let send = isInOrder ? sender.sendInOrder ?? sender.send : sender.send
            let request = try? SentRequest(send(marked ?? payload, base), from: base)
            return request.map { SentPair.pairs(ofQuery: $0.query, spacesArePluses: plus) }
        }
    }

    /// Compares the request with the reference's pairs, if there are any.
    mutating func compare(with reference: Alignment?, _ marks: Marks) {
        guard request != nil, alignment.isKnown else { return }
        let finder = OutcomeFinder(
            reference: reference, alignment: alignment, isQuery: isQuery, form: sender.form,
            ambiguousTexts: marks.ambiguousTexts)
        outcomes = finder.outcomes()
        differences = finder.differences(outcomes)
        losses = finder.losses(outcomes)
    }

    /// Returns the report with the findings of another on the same parameters, and with the head's differences from the
    /// reference's.
    func with(_ findings: SenderReport, _ reference: SentRequest?) -> SenderReport {
        var report = self
        (report.alignment, report.outcomes) = (findings.alignment, findings.outcomes)
        (report.differences, report.losses) = (findings.differences, findings.losses)
        if findings.refusal != nil { report.result = findings.result }
        guard let request = report.request, let reference else { return report }
        let hasSameType = request.header("Content-Type") == reference.header("Content-Type")
        let hasSamePlace = (request.body == nil) == (reference.body == nil)
        report.headDifferences = (hasSameType ? [] : ["Content-Type"]) + (hasSamePlace ? [] : ["parameters"])
        return report
    }

    /// Whether both requests differ from AFNetworking's in the same way.
    func hasDifferences(of other: SenderReport) -> Bool {
        differences == other.differences
            && differences.allSatisfy { spelling(of: $0.place) == other.spelling(of: $0.place) }
    }

    private func spelling(of place: PairDifference.Place) -> Substring? {
        switch place {
        case .leaf(let leaf): alignment.pair(ofLeaf: leaf)?.spelling
        case .pair(let pair): pairs[pair].spelling
        case .order: nil
        }
    }
}
