import AlamofireCompat
import URLSerialization

/// A sender's request for a payload, read back into pairs, each with the leaf of the payload that it carries.
struct Transmission {
    let name: String
    let notes: [String]
    let queryForm: QueryForm
    /// The sender's options.
    let options: Set<String>
    /// The request, or the reason for its absence.
    let result: Result<SentRequest, SenderReport.Refusal>
    /// The body as a tree, for forms that are one.
    let body: SentValue?
    /// The request's pairs in its order.
    let alignment: PairAlignment

    init(of sender: any Sender, for payload: Payload, _ leaves: [PayloadLeaf], startingFrom base: URLRequest) {
        (name, notes, queryForm, options) = (sender.name, sender.notes, sender.queryForm, sender.options)
        do {
            let request = SentRequest(try sender.request(for: payload, startingFrom: base), from: base)
            let body = try Self.tree(of: request)
            let pairs =
                body.map { SentPair.pairs(of: $0, isJSON: request.form == .json) }
                ?? SentPair.pairs(ofQuery: request.query, spacesArePluses: queryForm.spacesArePluses)
            self.body = body
            alignment = PairAlignment(pairs, areTree: body != nil, form: queryForm, leaves: leaves)
            result = .success(request)
        } catch {
            body = nil
            alignment = PairAlignment([], areTree: false, form: queryForm, leaves: leaves)
            result = .failure(sender.refusal(of: payload, by: error, startingFrom: base))
        }
    }

    var request: SentRequest? { try? result.get() }

    private static func tree(of request: SentRequest) throws -> SentValue? {
        guard let body = request.body else { return nil }
        return switch request.form {
        case .query: nil
        case .json: SentValue(try JSONDocument.read(body))
        case .propertyList: SentValue(try XMLPropertyListReader.read(body))
        }
    }
}
