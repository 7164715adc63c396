import AlamofireEncoders
import URLSerialization

/// The spelling of a sender's query, or of another body, by which differences are explained.
package struct QueryForm: Sendable {
    /// The form of the keys of an array's elements.
    enum Arrays: Sendable, CaseIterable {
        /// `k[]`.
        case brackets
        /// `k`.
        case bare
        /// `k[0]`.
        case indices
        /// `k[]` for scalars, `k[0][x]` for what is in collections.
        case indicesWhereNested

        /// The end of an element's key.
        fileprivate func suffix(_ index: Int, isNested: Bool) -> String {
            switch self {
            case .brackets: "[]"
            case .bare: ""
            case .indices: "[\(index)]"
            case .indicesWhereNested: isNested ? "[\(index)]" : "[]"
            }
        }
    }

    /// A change of keys.
    enum KeyConversion: Sendable {
        /// Of a whole key path at once, as Alamofire's encoder does.
        case path(URLEncodedFormEncoder.KeyEncoding)
        /// Of each key by itself, as a query style does.
        case names(KeyStrategy)
    }

    /// Whether there is a form for collections inside collections.
    var writesNestedCollections = true
    /// The form of the keys of an array's elements.
    var arrays = Arrays.brackets
    /// Whether a nested key follows a dot.
    var separatesKeysByDots = false
    /// The change of keys, or `nil` for none.
    var keyConversion: KeyConversion?
    /// Whether the keys of a body that is a tree are in snake case, each by itself.
    var snakeCasesProperties = false
    /// Whether a `+` is a space.
    var spacesArePluses = false
    /// Whether bytes are an array of numbers.
    var takesDataApart = false
    /// Whether a framework reads back everything but the types: true of the styles named for one.
    var isReadBack = false
    /// Whether an array of scalars is one text with commas.
    var joinsArrays = false

    /// AFNetworking's spelling.
    static let afNetworking = QueryForm()
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
        if case .dots = style.keyPaths { separatesKeysByDots = true }
        if case .asGiven = style.keys {} else { keyConversion = .names(style.keys) }
        spacesArePluses = style.spaces == .plus
        isReadBack = style.framework != nil
    }

    /// Whether a query loses the assignment of pairs to the elements of an array.
    var losesElements: Bool { !isReadBack && (arrays == .brackets || arrays == .bare) }

    /// The key of an element of the array that has a key.
    func elementKey(_ key: ByteKey, _ index: Int) -> ByteKey {
        var key = key
        key.append(contentsOf: arrays.suffix(index, isNested: false).utf8)
        return key
    }

    /// A path's key in this form.
    ///
    /// - Parameters:
    ///   - arrays: The form of the keys of an array's elements.
    ///   - setsAreArrays: Whether a set's elements have keys as an array's.
    ///   - integersAreIndices: Whether a key that is an integer is an array's index.
    func key(
        of path: PayloadPath, arrays: Arrays, setsAreArrays: Bool, integersAreIndices: Bool = false
    ) -> String {
        var key = ""
        for position in path.steps.indices {
            let isNested = position + 1 < path.steps.count
            switch path.steps[position] {
            case .key(var name):
                if case .names(let strategy)? = keyConversion { name = strategy.text(of: name) }
                if position == 0 {
                    key += name
                } else if integersAreIndices, let index = Int(name) {
                    key += arrays.suffix(index, isNested: isNested)
                } else {
                    key += separatesKeysByDots ? ".\(name)" : "[\(name)]"
                }
            case .element where !setsAreArrays: break
            case .index(let index), .element(let index): key += arrays.suffix(index, isNested: isNested)
            }
        }
        return key
    }

    /// A path's key, as the sender spells it before it changes it.
    func key(of path: PayloadPath) -> String { key(of: path, arrays: arrays, setsAreArrays: true) }

    /// A key as the sender changes it.
    func converted(_ key: String) -> String {
        guard case .path(let keyConversion)? = keyConversion else { return key }
        let encoder = URLEncodedFormEncoder(alphabetizeKeyValuePairs: false, keyEncoding: keyConversion)
        let query: String? = try? encoder.encode([key: ""] as ParameterValue)
        return query.map { SentPair.pairs(ofQuery: $0) }?.first?.key ?? key
    }
}

extension PayloadPath {
    /// The key AFNetworking writes for a leaf here: `items[][sku]`, and for a set's elements the bare `tags`.
    var queryKey: String { QueryForm.afNetworking.key(of: self, arrays: .brackets, setsAreArrays: false) }
}
