import URLSerialization

/// The keys of a model as `JSONEncoder` changes them. Asked for once each: an answer costs an encoding.
struct PropertyNames {
    private let encoder: JSONEncoder?
    private var names: [String: String] = [:]

    /// The keys as a sender spells them.
    init(form: QueryForm) {
        guard form.snakeCasesProperties else {
            encoder = nil
            return
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        self.encoder = encoder
    }

    /// The place in the body that a place in the payload has.
    mutating func path(of path: PayloadPath) -> PayloadPath {
        guard encoder != nil else { return path }
        return PayloadPath(
            path.steps.map { step in
                if case .key(let name) = step { .key(self.name(of: name)) } else { step }
            })
    }

    private mutating func name(of key: String) -> String {
        if let name = names[key] { return name }
        var name = key
        if let data = try? encoder?.encode([key: ""] as ParameterValue),
            case .object(let members)? = try? JSONValue.read(data)
        {
            name = members.first?.key.text ?? key
        }
        names[key] = name
        return name
    }
}
