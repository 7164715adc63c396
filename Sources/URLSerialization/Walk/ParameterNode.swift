/// What a value is to everything that reads parameters: a leaf, or a collection of values.
///
/// One classification serves the query walk, JSON and property lists, so that no two of them can disagree
/// about what an `Any` holds. Children stay as they are until they are visited: no second tree is built.
package enum ParameterNode {
    /// A value without parts.
    case leaf(ParameterLeaf)
    /// Values in order.
    case array(ParameterElements)
    /// Values without order: already sorted as the walk writes them, or in whatever order the set gave them.
    case set([Any], isSorted: Bool)
    /// Values by key.
    case dictionary(ParameterEntries)

    /// Whether the value has parts.
    @inline(__always)
    var isCollection: Bool { if case .leaf = self { false } else { true } }
}

/// A value without parts.
package enum ParameterLeaf {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case url(URL)
    case uuid(UUID)
    /// A Foundation object of another kind, which AFNetworking sends as its description.
    case object(description: String)

    /// An integer that may exceed `Int64.max`.
    static func integer(_ value: UInt64) -> ParameterLeaf {
        Int64(exactly: value).map(ParameterLeaf.int) ?? .uint(value)
    }
}

/// The elements of an array, as the caller's own storage holds them.
///
/// The typed arrays that parameters often hold have a case each, because making an `[Any]` of one would allocate.
package enum ParameterElements {
    case native([Any])
    case values([ParameterValue])
    case dictionaries([[String: Any]])
    case strings([String])
    case integers([Int])
    case doubles([Double])
    case model(ModelNode)

    /// How many there are.
    package var count: Int {
        switch self {
        case .native(let elements): elements.count
        case .values(let elements): elements.count
        case .dictionaries(let elements): elements.count
        case .strings(let elements): elements.count
        case .integers(let elements): elements.count
        case .doubles(let elements): elements.count
        case .model(let node): node.childCount
        }
    }

    /// The element at a position; linear in a model, whose elements are a list.
    @inline(__always)
    package subscript(position: Int) -> Any {
        switch self {
        case .native(let elements): elements[position]
        case .values(let elements): elements[position]
        case .dictionaries(let elements): elements[position]
        case .strings(let elements): elements[position]
        case .integers(let elements): elements[position]
        case .doubles(let elements): elements[position]
        case .model(let node): node.children[position].value
        }
    }

    /// The elements, each as a value of its own.
    package var all: [Any] {
        switch self {
        case .native(let elements): elements
        case .model(let node): node.children.map(\.value)
        default: (0..<count).map { self[$0] }
        }
    }
}

/// The entries of a dictionary, as the caller's own storage holds them.
package enum ParameterEntries {
    case native([String: Any])
    case values(ParameterDictionary)
    case strings([String: String])
    case integers([String: Int])
    case doubles([String: Double])
    case model(ModelNode)
    /// Keys of any kind, in the caller's order where there is one.
    case pairs([(key: Any, value: Any)])

    /// A dictionary of these entries, in this order: what an `NSDictionary` with mixed keys, or with keys that are
    /// canonically equal, holds.
    package init(_ pairs: [(key: Any, value: Any)]) {
        self = .pairs(pairs)
    }

    /// How many there are.
    package var count: Int {
        switch self {
        case .native(let entries): entries.count
        case .values(let entries): entries.count
        case .strings(let entries): entries.count
        case .integers(let entries): entries.count
        case .doubles(let entries): entries.count
        case .model(let node): node.childCount
        case .pairs(let entries): entries.count
        }
    }

    /// The entries, each key as the caller gave it.
    package var all: [(key: Any, value: Any)] {
        switch self {
        case .native(let entries): entries.map { ($0.key, $0.value) }
        case .values(let entries): entries.map { ($0.key, $0.value) }
        case .strings(let entries): entries.map { ($0.key, $0.value) }
        case .integers(let entries): entries.map { ($0.key, $0.value) }
        case .doubles(let entries): entries.map { ($0.key, $0.value) }
        case .model(let node): node.children.map { ($0.key, $0.value) }
        case .pairs(let entries): entries
        }
    }
}

/// What is wrong with a value, before anyone knows where it stands.
package struct ParameterFault: Error {
    package let code: RequestSerializationError.Code
    package let reason: String
    /// Where the value stands below the one being read: inside an element of a set.
    private var path: [ParameterKeyPath.Component] = []

    package init(_ code: RequestSerializationError.Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The same fault, seen from above.
    func below(_ path: [ParameterKeyPath.Component]) -> ParameterFault {
        var fault = self
        fault.path = path + fault.path
        return fault
    }

    /// The error for the value at a key path.
    package func error(at path: [ParameterKeyPath.Component]) -> RequestSerializationError {
        RequestSerializationError(code, keyPath: ParameterKeyPath.text(of: path + self.path), reason: reason)
    }
}
