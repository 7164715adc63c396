/// A pair that a sender does not write as AFNetworking does.
public struct PairDifference: Sendable, Codable, Equatable {
    /// Where the value stands in the payload, `items[0][sku]`; `(order)` where it is the order of pairs that differs.
    public let key: String
    /// The pair in AFNetworking's query as it stands there; nil where there is none. For the order, where in the payload
    /// the first pair comes from that is elsewhere in the sender's.
    public let reference: String?
    /// The pair as the sender writes it; nil where it writes none. For the order, where in the payload the pair comes
    /// from that stands in that place.
    public let sent: String?
    /// Why they differ, the weightiest first; never empty.
    public let reasons: [Reason]
}

/// A part of the request's head that a sender does not write as AFNetworking does.
public struct HeadDifference: Sendable, Codable, Equatable {
    /// What differs: `Content-Type`, or `parameters` for their place.
    public let field: String
    /// What AFNetworking sends; nil where it sends nothing.
    public let reference: String?
    /// What the sender sends; nil where it sends nothing.
    public let sent: String?
}
