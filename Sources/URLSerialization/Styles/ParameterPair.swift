/// A leaf of the parameters under its key path, neither of them percent-encoded (`AFQueryStringPair`).
public struct ParameterPair: Hashable, Sendable {
    /// The key path as the query spells it, `user[tags][]`.
    public let key: String
    /// The leaf's text; nil for a null, which is written as a bare key.
    public let value: String?

    /// A pair.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}
