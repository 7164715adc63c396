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
        let options = ParameterFiller.Options(maximumDepth: min(maximumDepth, 512))
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
    /// - Throws: ``RequestSerializationError`` naming the key path of a value that cannot be represented; the error of
    ///   the model's `encode(to:)`.
    public init(encoding model: some Encodable, maximumDepth: Int = 512) throws {
        try self.init(ModelEncoder.tree(of: model, ModelEncoder.Options(maximumDepth: maximumDepth)))
    }

    private init(_ tree: ParameterTree) throws {
        self = try withExtendedLifetime(tree) { try ParameterValue(tree.nodes, ParameterTree.root) }
    }

    /// Creates the value of a node, with everything in it.
    init(_ nodes: ParameterNodes, _ node: Int32) throws {
        var current = node
        var order = ChildOrder()
        do {
            self = try nodes.fold(
                node, current: &current,
                enter: { node in
                    let content = nodes[node]
                    guard content.kind.isDictionary else { return }
                    try nodes.checkKeys(of: node)
                    if content.flags.contains(.isOrdered) {
                        nodes.restoreOrder(of: node)
                    } else {
                        order.sort(node, of: nodes)
                    }
                },
                leaf: { try nodes.leaf(of: $0) },
                collection: { node, children in
                    switch nodes[node].kind {
                    case .array: .array(children)
                    case .set: .set(Set(children))
                    default:
                        .dictionary(
                            ParameterDictionary(
                                zip(nodes.children(of: node), children).map { (nodes.keyText(of: $0), $1) }))
                    }
                })
        } catch let fault as ParameterFault {
            throw fault.error(at: nodes.path(of: current))
        }
    }

    /// A leaf as Foundation's object.
    var foundationObject: Any {
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
