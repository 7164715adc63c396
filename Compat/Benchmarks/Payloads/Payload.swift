/// Parameters that every peer serializes.
struct Payload {
    /// A payload's name, on the command line and in the report.
    enum Name: String, CaseIterable, Encodable {
        case flat, nested, wide
        case longASCII = "long-ascii"
        case longCJK = "long-cjk"
        case model
    }

    /// The payload's name.
    let name: Name
    /// The parameters for the peers that take a dictionary.
    let parameters: [String: Any]
    /// The model for the peers that take an `Encodable` model, if the payload has one.
    let model: Order?

    /// Builds a payload, whose content is the same in every run.
    init(_ name: Name) {
        self.name = name
        switch name {
        case .flat: (parameters, model) = (FlatPayload.parameters, nil)
        case .nested: (parameters, model) = (Order.sample.parameters, nil)
        case .wide: (parameters, model) = (WidePayload.parameters(count: 10_000), nil)
        case .longASCII: (parameters, model) = (LongPayload.ascii, nil)
        case .longCJK: (parameters, model) = (LongPayload.cjk, nil)
        case .model: (parameters, model) = (Order.sample.parameters, Order.sample)
        }
    }
}
