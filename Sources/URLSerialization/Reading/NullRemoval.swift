/// The nulls that are removed from a decoded JSON document.
///
/// Removal is recursive, in dictionaries and arrays, and keeps collections that become empty.
public enum NullRemoval: String, Hashable, Codable, Sendable {
    /// Nulls stay.
    case none
    /// Keys with null values are removed; nulls in arrays stay, as in AFNetworking 3.x.
    case inDictionaries
    /// Keys with null values and nulls in arrays are removed, as in AFNetworking 4.x
    /// (`AFJSONObjectByRemovingKeysWithNullValues`).
    case everywhere
}
