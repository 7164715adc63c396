import URLSerialization

/// The spelling of a sender's query, which explains its losses.
package struct QueryForm: Sendable, Equatable {
    /// The form of the keys of an array's elements.
    enum Arrays: Sendable {
        /// `k[]`.
        case brackets
        /// `k`.
        case bare
        /// `k[0]`.
        case indices
        /// `k[]` for scalars, `k[0][x]` for values in collections.
        case indicesWhereNested
    }

    /// Whether collections inside collections are written.
    var writesNestedCollections = true
    /// The form of the keys of an array's elements.
    var arrays = Arrays.brackets
    /// Whether a `+` is a space.
    var spacesArePluses = false
    /// Whether bytes are an array of numbers.
    var takesDataApart = false
    /// Whether a framework reads back everything except the types, as with the styles named for a framework.
    var isReadBack = false
    /// Whether an array of scalars is one comma-separated text.
    var joinsArrays = false
}

extension QueryForm {
    /// Creates the spelling of a query style.
    init(_ style: QueryStyle) {
        switch style.arrays {
        case .brackets, .custom: arrays = .brackets
        case .indices: arrays = .indices
        case .indicesWhereNested: arrays = .indicesWhereNested
        case .repeated: arrays = .bare
        case .commaSeparated: (arrays, joinsArrays) = (.bare, true)
        }
        (spacesArePluses, isReadBack) = (style.spaces == .plus, style.framework != nil)
    }

    /// Whether a query loses the assignment of pairs to the elements of an array.
    var losesElements: Bool { !isReadBack && (arrays == .brackets || arrays == .bare) }

    /// Returns the key of an element of the array under a key.
    func elementKey(_ key: UTF8Key, _ index: Int) -> UTF8Key {
        UTF8Key(key.text + (arrays == .indices ? "[\(index)]" : arrays == .bare ? "" : "[]"))
    }
}
