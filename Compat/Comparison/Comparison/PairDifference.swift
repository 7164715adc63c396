/// A pair that a sender does not write as AFNetworking does.
public struct PairDifference: Sendable, Codable, Equatable {
    /// The place of the value in the payload, `items[0][sku]`, or `(order)` where the order of pairs differs.
    public let key: String
    /// The pair in AFNetworking's query as it stands there; nil where there is none. For the order, where in the
    /// payload the first pair comes from that is elsewhere in the sender's.
    public let reference: String?
    /// The pair as the sender writes it; nil where it writes none. For the order, where in the payload the pair comes
    /// from that stands in that place.
    public let sent: String?
    /// The reasons, the weightiest first; never empty.
    public let reasons: [Reason]
}

/// A part of the request's head that a sender does not write as AFNetworking does.
public struct HeadDifference: Sendable, Codable, Equatable {
    /// The field: `Content-Type`, or `parameters` for their place.
    public let field: String
    /// AFNetworking's value; `nil` where it sends none.
    public let reference: String?
    /// The sender's value; `nil` where it sends none.
    public let sent: String?

    /// The differences between two requests: the media type, and the place of the parameters.
    static func all(_ reference: SentRequest, _ sent: SentRequest) -> [HeadDifference] {
        let place = { (request: SentRequest) in request.body == nil ? "in the URL" : "in the body" }
        return [
            HeadDifference(
                field: "Content-Type", reference: reference.header("Content-Type"), sent: sent.header("Content-Type")),
            HeadDifference(field: "parameters", reference: place(reference), sent: place(sent)),
        ].filter { $0.reference != $0.sent }
    }
}
