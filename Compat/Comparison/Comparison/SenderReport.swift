import AlamofireCompat
import URLSerialization

/// A sender's request for a payload, its differences from AFNetworking's query, and its losses.
public struct SenderReport: Sendable {
    /// The sender's name.
    public let name: String
    /// The use that was made of the sender.
    public let notes: [String]
    /// The request, or the reason for its absence.
    public let result: Result<SentRequest, Refusal>
    /// The leaves as the request carries them, in its order.
    public let pairs: [SentPair]
    /// The differences in the head of the request.
    public let headDifferences: [HeadDifference]
    /// The pairs that differ.
    public let differences: [PairDifference]
    /// The parts of the payload that a server cannot get back from the request.
    public let losses: [Loss]
    /// The payload's leaves as they arrive, in its order; empty where the sender refused the payload.
    public let arrivals: [Arrival]
    /// The reasons of the differences by the position of the leaf.
    let reasons: [Int: [Reason]]
    /// The body as a tree, for forms that are one.
    let body: SentValue?
    /// The spelling of the sender's query.
    let queryForm: QueryForm
    /// The sender's options.
    let options: Set<String>
    /// The pair that carries each leaf.
    let pairOfLeaf: [Int?]

    /// A sender's refusal of a payload.
    public struct Refusal: Error, Sendable, Equatable {
        /// The error's domain; `nil` where it has none, or where it is the comparison that cannot use the sender.
        public let domain: String?
        /// The error's code; `nil` with the domain.
        public let code: Int?
        /// The error's message.
        public let message: String
        /// The messages for all problems of the payload, the error's first.
        public let problems: [String]
    }

    /// The request; `nil` where the payload was refused.
    public var request: SentRequest? { try? result.get() }

    /// Compares a transmission with the reference's.
    ///
    /// - Parameters:
    ///   - reference: The pairs to compare with; `nil` if there are none.
    ///   - referenceRequest: The request to compare the head with; `nil` for the reference itself.
    init(
        _ sent: Transmission, of leaves: [PayloadLeaf], comparedWith reference: PairAlignment?,
        _ referenceRequest: SentRequest?
    ) {
        (name, notes, result, body) = (sent.name, sent.notes, sent.result, sent.body)
        (queryForm, options) = (sent.queryForm, sent.options)
        pairs = sent.alignment.pairsWithPaths(isConverted: sent.queryForm.snakeCasesProperties)
        pairOfLeaf = sent.alignment.pairOfLeaf
        guard let request = sent.request else {
            (headDifferences, differences, losses, arrivals, reasons) = ([], [], [], [], [:])
            return
        }
        let finder = reference.map {
            DifferenceFinder(
                leaves: leaves, reference: $0, sent: sent.alignment, isSentQuery: request.form == .query,
                sentForm: sent.queryForm)
        }
        let found = finder?.differences() ?? []
        reasons = found.reduce(into: [:]) { reasons, found in
            if let leaf = found.leaf { reasons[leaf] = found.difference.reasons }
        }
        differences = found.map(\.difference)
        headDifferences = referenceRequest.map { HeadDifference.all($0, request) } ?? []
        let finding = LossFinder(
            leaves: leaves, form: request.form, queryForm: sent.queryForm, alignment: sent.alignment)
        losses = finding.losses()
        arrivals = ArrivalFinder(
            leaves: leaves, transmission: sent, reference: reference, losses: finding.lossesOfLeaves(),
            differences: reasons, positions: OrderFinder.positions(in: sent.alignment, leaves, sent.queryForm)
        ).arrivals()
    }
}

extension SenderReport.Refusal {
    /// Creates a refusal with the innermost error's message: Foundation's errors wrap it.
    init(_ error: any Error, problems: [String] = []) {
        let outer = error as NSError
        // Alamofire's errors have cases; their domain and code, which are Swift's, mean nothing.
        let hasCode = !(error is SenderError || error is AFError)
        domain = hasCode ? outer.domain : nil
        code = hasCode ? outer.code : nil
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
        if let error = error as? any CustomStringConvertible & LocalizedError { return error.description }
        if let error = error as? PayloadError { return "The result cannot be read back: it \(error.reason)." }
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error, depthLeft > 0 {
            return message(of: underlying, depthLeft: depthLeft - 1)
        }
        return error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
    }
}

extension Sender {
    /// The refusal of a payload for which an error was thrown.
    func refusal(of payload: Payload, by error: any Error, startingFrom request: URLRequest) -> SenderReport.Refusal {
        SenderReport.Refusal(error, problems: problems(of: payload, error: error, startingFrom: request))
    }
}
