import AlamofireCompat
import URLSerialization

/// What one sender makes of a payload, and how that differs from AFNetworking's query.
public struct SenderReport: Sendable {
    /// The sender's name.
    public let name: String
    /// How the sender was used.
    public let notes: [String]
    /// The request, or why there is none.
    public let result: Result<SentRequest, Refusal>
    /// The leaves as the request carries them, in its order.
    public internal(set) var pairs: [SentPair]
    /// The body as a tree, for forms that are one.
    let body: SentValue?
    /// How the sender's query is spelled, if it makes one.
    let queryForm: QueryForm
    /// What differs in the head of the request.
    public internal(set) var headDifferences: [HeadDifference] = []
    /// The pairs that differ.
    public internal(set) var differences: [PairDifference] = []
    /// What cannot be got back from the request.
    public internal(set) var losses: [Loss] = []

    /// Why a sender makes no request.
    public struct Refusal: Error, Sendable, Equatable {
        /// The error's domain; nil where it has none, or where it is the comparison that cannot use the sender.
        public let domain: String?
        /// The error's code; nil with the domain.
        public let code: Int?
        /// What the error says.
        public let message: String
    }

    /// The request; nil where the payload was refused.
    public var request: SentRequest? { try? result.get() }

    /// What a sender makes of a payload.
    init(of sender: any Sender, for payload: Payload, startingFrom base: URLRequest) {
        name = sender.name
        notes = sender.notes
        queryForm = sender.queryForm
        do {
            let request = SentRequest(try sender.request(for: payload, startingFrom: base), from: base)
            body = try Self.tree(of: request)
            pairs =
                body.map { SentPair.pairs(of: $0, isJSON: request.form == .json) }
                ?? SentPair.pairs(ofQuery: request.query, spacesArePluses: sender.queryForm.spacesArePluses)
            result = .success(request)
        } catch {
            body = nil
            pairs = []
            result = .failure(Refusal(error))
        }
    }

    private static func tree(of request: SentRequest) throws -> SentValue? {
        guard let body = request.body else { return nil }
        return switch request.form {
        case .query: nil
        case .json: SentValue(try JSONDocument.read(body))
        case .propertyList: SentValue(try XMLPropertyListReader.read(body))
        }
    }
}

extension SenderReport.Refusal {
    /// The innermost error that says what is wrong: Foundation's own wrap it.
    init(_ error: any Error) {
        let outer = error as NSError
        // Alamofire's errors have cases; the domain and code that Swift gives them say nothing.
        let hasCode = !(error is SenderError || error is AFError)
        domain = hasCode ? outer.domain : nil
        code = hasCode ? outer.code : nil
        message = Self.message(of: error, depthLeft: 8)
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
