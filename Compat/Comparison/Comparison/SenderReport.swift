import URLSerialization

/// A sender's request for a payload, its differences from AFNetworking's query, and its losses.
public struct SenderReport: Sendable {
    /// The sender.
    package let sender: Sender
    /// The request, or the reason for its absence.
    package let result: Result<SentRequest, Refusal>
    /// The differences in the head of the request.
    package let headDifferences: [HeadDifference]
    /// The pairs that differ.
    package let differences: [PairDifference]
    /// The parts of the payload that a server cannot get back from the request.
    package let losses: [Loss]
    /// The payload's leaves as they arrive, in its order; empty where the sender refused the payload.
    package let outcomes: [Outcome]
    /// The body as a tree, for forms that are one.
    let body: SentValue?
    let alignment: Alignment

    /// The sender's name.
    public var name: String { sender.name }
    /// The request; `nil` where the payload was refused.
    package var request: SentRequest? { try? result.get() }
    /// The reason for its absence.
    var refusal: Refusal? { if case .failure(let refusal) = result { refusal } else { nil } }
    /// The leaves as the request carries them, in its order.
    package var pairs: [SentPair] { alignment.pairs }

    /// Compares a transmission with the reference's.
    ///
    /// - Parameters:
    ///   - reference: The pairs to compare with; `nil` if there are none.
    ///   - referenceRequest: The request to compare the head with; `nil` for the reference itself.
    ///   - twin: The report on the same body by another sender.
    init(
        _ sent: Transmission, of leaves: [PayloadLeaf], comparedWith reference: Alignment?,
        _ referenceRequest: SentRequest?, as twin: SenderReport? = nil
    ) {
        (sender, result, body, alignment) = (sent.sender, sent.result, sent.body, sent.alignment)
        headDifferences =
            sent.request.flatMap { sent in referenceRequest.map { HeadDifference.all($0, sent) } } ?? []
        guard let request = sent.request, alignment.isKnown else {
            (differences, losses, outcomes) = ([], [], [])
            return
        }
        if let twin {
            (differences, losses, outcomes) = (twin.differences, twin.losses, twin.outcomes)
            return
        }
        let finder = OutcomeFinder(leaves, sent, comparedWith: reference)
        outcomes = finder.outcomes()
        differences = finder.differences(outcomes)
        losses =
            LossFinder(leaves: leaves, form: request.form, queryForm: sent.sender.form, alignment: alignment).losses()
    }

    /// The sender's result in numbers, compared with the reference's.
    func verdict(comparedWith reference: SenderReport, hasReference: Bool) -> Verdict {
        var verdict = Verdict()
        for outcome in outcomes {
            switch outcome.state {
            case .kept: verdict.kept += 1
            case .changed: verdict.changed += 1
            case .lost: verdict.lost += 1
            }
        }
        let isReference = name == reference.name
        guard let request else {
            verdict.effect = isReference ? .reference : .refused
            return verdict
        }
        verdict.bytes = request.body?.count ?? request.query.utf8.count
        let count = outcomes.count { !$0.isSame } + differences.count { $0.reasons == [.pairAdded] }
        verdict.differing = hasReference && alignment.isKnown ? count : nil
        if isReference {
            verdict.effect = .reference
        } else if let expected = reference.request, expected.query == request.query, request.form == .query {
            verdict.effect = .sameBytes
        } else if verdict.differing != nil {
            verdict.effect = count == 0 ? .sameValues : .differs
        }
        return verdict
    }
}
