/// The nulls that are removed from a decoded JSON document.
///
/// Removal is recursive, in dictionaries and arrays, and keeps collections that become empty.
public enum NullRemoval: String, Hashable, Codable, Sendable {
    /// Nulls stay.
    case none
    /// Keys with null values are removed, nulls in arrays stay, as in AFNetworking 3.x.
    case inDictionaries
    /// Keys with null values and nulls in arrays are removed, as in AFNetworking 4.x
    /// (`AFJSONObjectByRemovingKeysWithNullValues`).
    case everywhere

    /// Removes the nulls from an object. A null at the top stays.
    ///
    /// - Parameter object: A result of `JSONSerialization`. If nothing else refers to it, it is changed in place.
    /// - Complexity: O(number of values).
    func apply(to object: inout Any) throws {
        if self == .none { return }
        var remover = NullRemover(keepsNullsInArrays: self == .inDictionaries, maximumDepth: LargeStack.depth)
        remover.removeNulls(from: &object)
        guard remover.isCutShort else { return }
        // The second pass continues with the nulls that the first has left.
        try LargeStack.run {
            var remover = NullRemover(keepsNullsInArrays: self == .inDictionaries, maximumDepth: .max)
            remover.removeNulls(from: &object)
        }
    }
}

/// Removes nulls from a tree recursively.
///
/// Collections are moved out of their places before they are changed: with a single reference to each, nothing is
/// copied.
private struct NullRemover {
    let keepsNullsInArrays: Bool
    /// The number of levels to which it descends.
    let maximumDepth: Int
    /// Whether there are collections below that, which still have their nulls.
    private(set) var isCutShort = false
    private var depth = 0

    init(keepsNullsInArrays: Bool, maximumDepth: Int) {
        self.keepsNullsInArrays = keepsNullsInArrays
        self.maximumDepth = maximumDepth
    }

    /// Removes the nulls of a collection. Other values stay unchanged.
    mutating func removeNulls(from value: inout Any) {
        guard depth < maximumDepth else { return isCutShort = true }
        depth += 1
        defer { depth -= 1 }
        switch Kind(of: &value) {
        case .null, .leaf: break
        case .dictionary:
            guard var dictionary = value as? [String: Any] else { break }
            value = ()
            removeNulls(from: &dictionary)
            value = dictionary
        case .array:
            guard var array = value as? [Any] else { break }
            value = ()
            removeNulls(from: &array)
            value = array
        case .mutableDictionary:
            if let dictionary = value as? NSMutableDictionary { removeNulls(from: dictionary) }
        case .mutableArray:
            if let array = value as? NSMutableArray { removeNulls(from: array) }
        }
    }

    private mutating func removeNulls(from dictionary: inout [String: Any]) {
        var nullKeys: [String] = []
        // Its `indices` would be a second reference to the dictionary.
        var index = dictionary.startIndex
        while index != dictionary.endIndex {
            if isNull(&dictionary.values[index]) { nullKeys.append(dictionary.keys[index]) }
            dictionary.formIndex(after: &index)
        }
        for key in nullKeys { dictionary[key] = nil }
    }

    private mutating func removeNulls(from array: inout [Any]) {
        var hasNulls = false
        for index in array.indices {
            if isNull(&array[index]) { hasNulls = true }
        }
        if hasNulls, !keepsNullsInArrays { array.removeAll { $0 is NSNull } }
    }

    /// Returns whether a value is null, and removes the nulls of a collection.
    private mutating func isNull(_ value: inout Any) -> Bool {
        switch Kind(of: &value) {
        case .leaf: return false
        case .null: return true
        default:
            removeNulls(from: &value)
            return false
        }
    }

    private mutating func removeNulls(from dictionary: NSMutableDictionary) {
        // The dictionary may not change while it is enumerated.
        for key in dictionary.allKeys {
            guard var value = dictionary[key], let key = key as? NSString else { continue }
            switch Kind(of: &value) {
            case .leaf: break
            case .null: dictionary.removeObject(forKey: key)
            default:
                removeNulls(from: &value)
                dictionary.setObject(value, forKey: key)
            }
        }
    }

    private mutating func removeNulls(from array: NSMutableArray) {
        for index in stride(from: array.count - 1, through: 0, by: -1) {
            var value = array[index]
            switch Kind(of: &value) {
            case .leaf: break
            case .null: if !keepsNullsInArrays { array.removeObject(at: index) }
            default:
                removeNulls(from: &value)
                array.replaceObject(at: index, with: value)
            }
        }
    }
}

/// The kinds of values in a JSON document that null removal distinguishes.
private enum Kind {
    case null, leaf, dictionary, array, mutableDictionary, mutableArray

    /// Types are compared by identity, using the static type in which the value is stored. Most values are leaves,
    /// which this neither touches nor copies; a cast or a copy of each costs as much as all the rest (the benchmark's
    /// null removal shows it).
    @inline(__always)
    init(of value: inout Any) {
        func open<Value>(_ value: inout Value) -> Kind { Kind(heldAs: Value.self) ?? Kind(ofObject: value) }
        self = open(&value)
    }

    private init?(heldAs type: Any.Type) {
        if type == String.self || type == NSNumber.self || type == Bool.self {
            self = .leaf
        } else if type == NSNull.self {
            self = .null
        } else if type == [String: Any].self {
            self = .dictionary
        } else if type == [Any].self {
            self = .array
        } else {
            return nil
        }
    }

    /// Recognizes Foundation's collections, on Apple's systems or when mutable ones are requested.
    private init(ofObject value: Any) {
        switch value {
        case is NSNull: self = .null
        case is NSNumber, is NSString: self = .leaf
        case is NSMutableDictionary: self = .mutableDictionary
        case is NSMutableArray: self = .mutableArray
        case is [String: Any]: self = .dictionary
        case is [Any]: self = .array
        default: self = .leaf
        }
    }
}
