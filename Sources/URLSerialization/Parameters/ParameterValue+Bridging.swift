extension ParameterValue {
    /// Creates a value from native Swift values and Foundation objects, such as a `[String: Any]`, in a form that may
    /// cross actors.
    ///
    /// Numbers keep their kind: a Boolean `NSNumber` becomes ``bool(_:)``, an `NSDecimalNumber` ``decimal(_:)``. Keys
    /// that are not strings become their texts. A UUID becomes its string, an `NSOrderedSet` an ``array(_:)``, and
    /// `nil` and empty optionals ``null``. A `Dictionary` or an `NSDictionary` has no order, so its entries are sorted
    /// by key.
    ///
    /// - Parameters:
    ///   - value: The value to convert.
    ///   - maximumDepth: The number of collections that may be nested in each other, at most 512.
    /// - Throws: ``RequestSerializationError`` naming the key path of a value that cannot be represented.
    public init(bridging value: Any?, maximumDepth: Int = 512) throws {
        let options = ParameterTree.Options(maximumDepth: min(maximumDepth, 512))
        try self.init(ParameterFiller.tree(of: value as Any, options))
    }

    /// Creates the parameters that are equivalent to a model.
    ///
    /// Dates, bytes, decimals and sets keep their kind; URLs and UUIDs become their strings. A type that forwards to a
    /// set's `encode(to:)` is encoded as an array in the set's arbitrary order; to avoid that, encode the set through a
    /// container.
    ///
    /// - Parameters:
    ///   - model: The model to encode.
    ///   - maximumDepth: The number of collections that may be nested in each other, at most 512.
    /// - Throws: ``RequestSerializationError`` naming the key path of a value that cannot be represented; any error
    ///   from the model's `encode(to:)`.
    public init(encoding model: some Encodable, maximumDepth: Int = 512) throws {
        try self.init(ModelEncoder.tree(of: model, ParameterTree.Options(maximumDepth: maximumDepth)))
    }

    /// Creates the value of a whole tree.
    init(_ tree: ParameterTree) throws {
        self = try withExtendedLifetime(tree) { try ParameterValue(tree.nodes, ParameterTree.root) }
    }

    /// Creates the value of a node, with everything in it.
    init(_ nodes: ParameterNodes, _ node: Int32) throws {
        var current = node
        do {
            self = try nodes.fold(
                node, current: &current,
                enter: { node in
                    let content = nodes[node]
                    guard content.kind == .dictionary else { return }
                    try nodes.checkKeys(of: node)
                    if content.flags.contains(.isOrdered) {
                        nodes.restoreOrder(of: node)
                    } else {
                        ChildOrder.sort(node, of: nodes)
                    }
                },
                leaf: { try nodes.leaf(of: $0) },
                collection: { node, children in
                    switch nodes[node].kind {
                    case .array: return .array(children)
                    case .set: return .set(Set(children))
                    default:
                        // With labels: tuples without them would be cast one by one.
                        let entries = zip(nodes.eachChild(of: node), children).map {
                            (key: nodes.keyText(of: $0), value: $1)
                        }
                        let isDistinct = nodes[node].flags.contains(.hasDistinctBytes)
                        return .dictionary(
                            isDistinct ? ParameterDictionary(distinct: entries) : ParameterDictionary(entries))
                    }
                })
        } catch let error as ParameterError {
            throw error.error(at: nodes.path(of: current))
        }
    }

    /// The leaf as a Foundation object.
    package var foundationObject: Any {
        switch self {
        case .null, .array, .set, .dictionary: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .int(let value): NSNumber(value: value)
        case .uint(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .url(let value): value
        }
    }
}

extension ParameterValue {
    // Disfavored, so that in `.int(.max)` the type of the case itself is used.
    /// Returns an integer: the case `int(_:)` of an `Int64`.
    @_disfavoredOverload
    public static func int(_ value: Int) -> ParameterValue { .int(Int64(value)) }

    /// Creates an integer: `int(_:)`, or ``uint(_:)`` above `Int64.max`. An integer that fits neither becomes the
    /// string of its digits.
    public init(_ value: some BinaryInteger) {
        self = Int64(exactly: value).map(Self.int) ?? UInt64(exactly: value).map(Self.uint) ?? .string(String(value))
    }

    /// Creates a ``bool(_:)``, by default `1` or `0` in a query.
    public init(_ value: Bool) { self = .bool(value) }
    /// Creates a ``double(_:)``. By default JSON refuses infinity and NaN.
    public init(_ value: Double) { self = .double(value) }
    /// Creates a ``float(_:)``, which prints fewer digits than a double of the same value.
    public init(_ value: Float) { self = .float(value) }
    /// Creates a ``decimal(_:)``, printed in plain digits.
    public init(_ value: Decimal) { self = .decimal(value) }
    /// Creates a ``string(_:)`` from a string or a substring.
    public init(_ value: some StringProtocol) { self = .string(String(value)) }
    /// Creates a ``date(_:)``, whose text in a query or in JSON depends on the serializer's strategy.
    public init(_ value: Date) { self = .date(value) }
    /// Creates a ``data(_:)``, which queries and JSON refuse unless a strategy is chosen.
    public init(_ value: Data) { self = .data(value) }
    /// Creates a ``url(_:)``, which JSON and property lists refuse.
    public init(_ value: URL) { self = .url(value) }
    /// Creates a ``string(_:)`` of the UUID, in upper case.
    public init(_ value: UUID) { self = .string(value.uuidString) }
    /// Creates an array of values in order.
    public init(_ values: some Sequence<ParameterValue>) { self = .array(Array(values)) }
    /// Creates a ``dictionary(_:)`` in the order of the pairs.
    public init(_ values: ParameterDictionary) { self = .dictionary(values) }

    /// The value under a key of a ``dictionary(_:)``; `nil` in any other value. Setting `nil` removes the key. Setting
    /// a key of a value that is not a dictionary replaces the value with a dictionary that has only that key.
    ///
    /// - Complexity: Linear in the number of keys.
    public subscript(key: String) -> ParameterValue? {
        get {
            guard case .dictionary(let values) = self else { return nil }
            return values[key]
        }
        set {
            var values = ParameterDictionary()
            if case .dictionary(let present) = self {
                values = present
            } else if newValue == nil {
                return
            }
            values[key] = newValue
            self = .dictionary(values)
        }
    }
}

extension NSNumber {
    private static let yes = NSNumber(value: true)
    private static let no = NSNumber(value: false)

    /// The number as a Boolean, an integer, a double, a float or a decimal.
    ///
    /// A cast does not distinguish them: `NSNumber(value: 1) as? Bool` succeeds. Darwin's Booleans are the two
    /// instances of `CFBoolean`, whose encoded type `c` is also that of an `Int8`. swift-corelibs-foundation has no
    /// public CFBoolean, but there `NSNumber(value: true)` is one of the two as well. The Darwin branch has not been
    /// run.
    var parameterLeaf: ParameterValue {
        (self as? NSDecimalNumber).map { .decimal($0.decimalValue) } ?? leafOfOwnClass
    }

    /// ``parameterLeaf`` of an object that is not a decimal.
    var leafOfOwnClass: ParameterValue {
        let encodedType = encodedType
        #if canImport(Darwin)
            let isBoolean = CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
            let isBoolean = encodedType == UInt8(ascii: "c") && self === (boolValue ? Self.yes : Self.no)
        #endif
        if isBoolean { return .bool(boolValue) }
        return switch encodedType {
        case UInt8(ascii: "d"): .double(doubleValue)
        case UInt8(ascii: "f"): .float(floatValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"): ParameterValue(uint64Value)
        default: .int(int64Value)
        }
    }
}
