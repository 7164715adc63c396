import URLSerialization

/// The spelling of a sender's query, which explains its losses.
struct QueryForm: Sendable {
    /// A style with the same arrays and spaces.
    var style = QueryStyle.afNetworking
    /// Whether collections inside collections are written.
    var writesNestedCollections = true
    /// Whether bytes are an array of numbers.
    var takesDataApart = false

    var spacesArePluses: Bool { style.spaces == .plus }

    /// Whether an array of scalars is one comma-separated text.
    var joinsArrays: Bool { if case .commaSeparated = style.arrays { true } else { false } }

    /// Whether a query loses the assignment of pairs to the elements of an array. A framework reads back everything
    /// except the types.
    var losesElements: Bool {
        switch style.arrays {
        case .indices, .indicesWhereNested: false
        case .brackets, .custom, .repeated, .commaSeparated: style.dialect == nil
        }
    }

    /// Returns the key of an element of the array under a key.
    func elementKey(_ key: UTF8Key, _ index: Int) -> UTF8Key {
        switch style.arrays {
        case .indices: UTF8Key("\(key.text)[\(index)]")
        case .repeated, .commaSeparated: key
        case .brackets, .custom, .indicesWhereNested: UTF8Key(key.text + "[]")
        }
    }
}
