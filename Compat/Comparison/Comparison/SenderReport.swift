import AlamofireEncoders
import URLSerialization

/// A sender's request for a payload, its differences from AFNetworking's query, and its losses.
public struct SenderReport: Sendable {
    package let sender: Sender
    /// The request, or the reason for its absence; `nil` for a sender that was spared.
    package private(set) var result: Result<SentRequest, Refusal>?
    package private(set) var differences: [PairDifference] = []
    /// The parts of the payload that a server cannot recover from the request.
    package private(set) var losses: [(kind: Reason, place: PayloadPath)] = []
    /// The payload's leaves as they arrive, in its order; empty if the sender refused the payload.
    package private(set) var outcomes: [Outcome] = []
    /// The result in numbers, known after the comparison with the reference.
    private(set) var summary = SenderSummary()
    /// The request's pairs in order, each with the payload's leaf that it carries.
    private(set) var alignment = Alignment([], [])

    /// The sender's name, such as `JSONRequestSerializer`.
    public var name: String { sender.name }
    /// The request; `nil` if the payload was refused.
    package var request: SentRequest? { try? result?.get() }
    /// The refusal of the payload; `nil` if there is a request.
    var refusal: Refusal? { if case .failure(let refusal) = result { refusal } else { nil } }
    /// The pairs of the request, or the leaves of its body.
    package var pairs: [SentPair] { alignment.pairs }

    /// Creates a report without a request, because another sender of the same kind sends the payload.
    init(sparing sender: Sender) { self.sender = sender }

    /// Sends a payload, and reads the request back into pairs.
    init(of sender: Sender, for payload: Payload, _ marks: Marks, startingFrom base: URLRequest) {
        self.sender = sender
        Sender.tried.withLock { $0 = sender.name }
        func send(_ payload: Payload, by send: Sender.Send) throws -> SentRequest {
            SentRequest(try send(payload, base), from: base)
        }
        func pairs(of request: SentRequest) -> [SentPair] {
            SentPair.pairs(ofQuery: request.query, spacesArePluses: sender.form.spacesArePluses)
        }
        let sendInOrder = sender.sendInOrder ?? sender.send
        do {
            var request = try send(payload, by: sendInOrder)
            if request.form == .query {
                alignment = Alignment(ofQuery: pairs(of: request), marks, form: sender.form) {
                    try? pairs(of: send($0, by: sendInOrder))
                }
                if sender.sendInOrder != nil {
                    request = try send(payload, by: sender.send)
                    alignment.sort(as: pairs(of: request))
                }
            }
            result = .success(request)
            if request.form == .query { return }
            let (body, isJSON) = (request.body ?? Data(), request.form == .json)
            alignment = try PayloadReader.read(body, into: BodySink(marks, isJSON: isJSON), isJSON: isJSON).alignment
        } catch {
            result = .failure(Refusal(error, problems: request == nil ? sender.problems(payload, error, base) : []))
            alignment = Alignment([], marks.leaves)
        }
    }

    /// Whether the parameters are a query, in the URL or in the body.
    var isQuery: Bool { request?.form == .query }

    /// Returns the report, compared with the reference, whose pairs may come from another request.
    func compared(with reference: SenderReport?, _ pairs: Alignment?, _ marks: Marks) -> SenderReport {
        var report = self
        if request != nil, alignment.isKnown {
            let finder = OutcomeFinder(
                reference: pairs, known: reference?.outcomes ?? [], alignment: alignment, isQuery: isQuery,
                form: sender.form, ambiguousTexts: marks.ambiguousTexts)
            report.outcomes = finder.outcomes()
            report.differences = finder.differences(report.outcomes)
            report.losses = finder.losses(report.outcomes)
        }
        report.summary = report.summary(reference: reference, hasPairs: pairs != nil)
        return report
    }

    private func summary(reference: SenderReport?, hasPairs: Bool) -> SenderSummary {
        guard let request else { return SenderSummary(effect: reference == nil ? .reference : .refused) }
        func count(_ state: Outcome.State) -> Int { outcomes.count { $0.state == state } }
        let differing = outcomes.count { !$0.isSame } + differences.count { $0.reasons == [.pairAdded] }
        let isComparable = hasPairs && alignment.isKnown
        let isSameQuery = isQuery && reference?.request?.query == request.query
        return SenderSummary(
            bytes: request.size, kept: count(.kept), changed: count(.changed), lost: count(.lost),
            differing: isComparable ? differing : nil,
            effect: reference == nil
                ? .reference
                : isSameQuery ? .sameBytes : !isComparable ? .unknown : differing == 0 ? .sameValues : .differs)
    }

    /// The report without the content of the request, which a table does not show.
    var condensed: SenderReport {
        var report = self
        report.result = result?.map(\.condensed)
        report.alignment = Alignment([], [], isKnown: alignment.isKnown)
        return report
    }

    /// Whether both requests differ from AFNetworking's in the same way.
    func hasDifferences(of other: SenderReport) -> Bool {
        differences == other.differences && outcomes.elementsEqual(other.outcomes) { $0.looks(like: $1) }
    }
}

/// A sender's refusal of a payload.
package struct Refusal: Error, Sendable, Equatable {
    /// The error's domain; `nil` if it has none, or if the comparison itself cannot use the sender.
    package let domain: String?
    /// The error's code; `nil` with the domain.
    package let code: Int?
    package let message: String
    /// The messages for all problems of the payload, the error's first.
    package let problems: [String]

    /// Creates a refusal with the innermost error's message, which Foundation's errors wrap.
    init(_ error: any Error, problems: [String] = []) {
        let outer = error as NSError
        // Alamofire's errors are enumerations, whose domain and code come from Swift and mean nothing.
        let hasCode = !(error is SenderError || error is AFError)
        (domain, code) = hasCode ? (outer.domain, outer.code) : (nil, nil)
        message = Self.message(of: error, depthLeft: 8)
        self.problems = problems.isEmpty ? [message] : problems
    }

    private static func message(of error: any Error, depthLeft: Int) -> String {
        if case EncodingError.invalidValue(_, let context) = error {
            if let underlying = context.underlyingError, depthLeft > 0 {
                return message(of: underlying, depthLeft: depthLeft - 1)
            }
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        }
        if case AFError.parameterEncoderFailed(.encoderFailed(URLEncodedFormEncoder.Error.invalidRootObject)) = error {
            return "URLEncodedFormEncoder takes a model with keys at the top (invalidRootObject)."
        }
        if let error = error as? RequestSerializationError { return error.description }
        if let error = error as? PayloadError { return "The result cannot be read back: it \(error.reason)." }
        if let error = error as? any CustomStringConvertible & LocalizedError { return error.description }
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error, depthLeft > 0 {
            return message(of: underlying, depthLeft: depthLeft - 1)
        }
        return error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
    }
}
