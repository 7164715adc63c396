import URLSerialization

/// The spelling of a sender's query by which its losses are explained.
package struct QueryForm: Sendable, Equatable {
    /// The form of the keys of an array's elements.
    enum Arrays: Sendable {
        /// `k[]`.
        case brackets
        /// `k`.
        case bare
        /// `k[0]`.
        case indices
        /// `k[]` for scalars, `k[0][x]` for what is in collections.
        case indicesWhereNested
    }

    /// Whether there is a form for collections inside collections.
    var writesNestedCollections = true
    /// The form of the keys of an array's elements.
    var arrays = Arrays.brackets
    /// Whether a `+` is a space.
    var spacesArePluses = false
    /// Whether bytes are an array of numbers.
    var takesDataApart = false
    /// Whether a framework reads back everything but the types: true of the styles named for one.
    var isReadBack = false
    /// Whether an array of scalars is one text with commas.
    var joinsArrays = false
}

extension QueryForm {
    /// The spelling of a query style.
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

    /// The key of an element of the array that has a key.
    func elementKey(_ key: ByteKey, _ index: Int) -> ByteKey {
        ByteKey(key.text + (arrays == .indices ? "[\(index)]" : arrays == .bare ? "" : "[]"))
    }
}

extension PayloadPath {
    /// The key AFNetworking writes for a leaf here: `items[][sku]`, and for a set's elements the bare `tags`.
    var queryKey: String {
        var key = ""
        for (position, step) in steps.enumerated() {
            switch step {
            case .key(let name): key += position == 0 ? name : "[\(name)]"
            case .index: key += "[]"
            case .element: break
            }
        }
        return key
    }
}
