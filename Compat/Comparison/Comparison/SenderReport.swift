import URLSerialization

/// A sender's request for a payload, its differences from AFNetworking's query, and its losses.
public struct SenderReport: Sendable {
    package let sender: Sender
    /// The request, or the reason for its absence.
    package let result: Result<SentRequest, Refusal>
    /// The fields of the request's head that differ: `Content-Type`, and `parameters` for the place of the parameters.
    package private(set) var headDifferences: [String] = []
    /// The pairs that differ.
    package private(set) var differences: [PairDifference] = []
    /// The parts of the payload that a server cannot recover from the request.
    package private(set) var losses: [(kind: Reason, place: String)] = []
    /// The payload's leaves as they arrive, in its order; empty if the sender refused the payload.
    package private(set) var outcomes: [Outcome] = []
    /// The request's pairs in order, each with the payload's leaf that it carries.
    let alignment: Alignment

    /// The sender's name.
    public var name: String { sender.name }
    /// The request; `nil` if the payload was refused.
    package var request: SentRequest? { try? result.get() }
    /// The refusal of the payload; `nil` if there is a request.
    var refusal: Refusal? { if case .failure(let refusal) = result { refusal } else { nil } }
    /// The pairs of the request, or the leaves of its body.
    package var pairs: [SentPair] { alignment.pairs }

    /// Sends a payload and reads the request back into pairs.
    ///
    /// - Parameter earlier: The reports on other senders. A body that equals one of theirs is not read again.
    init(
        of sender: Sender, for payload: Payload, _ marks: Marks, startingFrom base: URLRequest,
        after earlier: [SenderReport]
    ) {
        self.sender = sender
        do {
            let request = SentRequest(try sender.send(payload, base), from: base)
            if let twin = earlier.first(where: { $0.isTwin(of: request, sender) }) {
                alignment = twin.alignment
            } else if request.form != .query {
                let (body, isJSON) = (request.body ?? Data(), request.form == .json)
                let document = try isJSON ? JSONValue.read(body) : JSONValue.readPropertyList(body)
                alignment = Alignment(ofBody: document, isJSON: isJSON, marks.leaves, marks.tree)
            } else {
                let plus = sender.form.spacesArePluses
                alignment = Alignment(
                    ofQuery: SentPair.pairs(ofQuery: request.query, spacesArePluses: plus), marks, form: sender.form,
                    isSorted: sender.sendInOrder != nil
                ) { marked, isInOrder in
                    let send = isInOrder ? sender.sendInOrder ?? sender.send : sender.send
                    let request = try? SentRequest(send(marked ?? payload, base), from: base)
                    return request.map { SentPair.pairs(ofQuery: $0.query, spacesArePluses: plus) }
                }
            }
            result = .success(request)
        } catch {
            alignment = Alignment([], marks.leaves)
            result = .failure(Refusal(error, problems: sender.problems(payload, error, base)))
        }
    }

    /// Whether the parameters are a query, in the URL or in the body.
    var isQuery: Bool { request?.form == .query }

    /// Whether a request has the same parameters, spelled in the same way.
    private func isTwin(of other: SentRequest, _ sender: Sender) -> Bool {
        guard let request, request.form == other.form, self.sender.form == sender.form else { return false }
        return request.body == other.body && request.query == other.query
    }

    /// Compares the request with the reference's.
    ///
    /// - Parameters:
    ///   - reference: The pairs to compare with; `nil` if there are none.
    ///   - referenceRequest: The request to compare the head with; `nil` for the reference itself.
    ///   - earlier: The reports on other senders, compared with the same reference. A report on the same body is
    ///     reused.
    mutating func compare(
        with reference: Alignment?, _ referenceRequest: SentRequest?, _ marks: Marks, after earlier: [SenderReport]
    ) {
        guard let request else { return }
        if let other = referenceRequest {
            let hasSameType = request.header("Content-Type") == other.header("Content-Type")
            let hasSamePlace = (request.body == nil) == (other.body == nil)
            headDifferences = (hasSameType ? [] : ["Content-Type"]) + (hasSamePlace ? [] : ["parameters"])
        }
        guard alignment.isKnown else { return }
        if let twin = earlier.first(where: { $0.isTwin(of: request, sender) }) {
            (differences, losses, outcomes) = (twin.differences, twin.losses, twin.outcomes)
        } else {
            let finder = OutcomeFinder(
                reference: reference, alignment: alignment, isQuery: isQuery, form: sender.form,
                ambiguousTexts: marks.ambiguousTexts)
            outcomes = finder.outcomes()
            differences = finder.differences(outcomes)
            losses = finder.losses(outcomes)
        }
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
