// The values of `Any` and the cases of `ParameterValue`.

extension ParameterFiller {
    /// Fills a node with a value, or puts a collection aside for later.
    ///
    /// The most frequent types are distinguished by comparing type identities, which costs nanoseconds; a cast to a
    /// collection or a protocol costs tens to hundreds (the benchmark's *flat* payload shows it). Other types go
    /// through ``ParameterNode``.
    @inline(__always)
    mutating func fill(_ value: Any, into node: Int32, depth: Int) {
        func open<Value>(_ value: Value) -> Bool { fillCommon(value, into: node, depth: depth) }
        if !_openExistential(value, do: open) { fillUncommon(value, into: node, depth: depth) }
    }

    private mutating func fillCommon<Value>(_ value: Value, into node: Int32, depth: Int) -> Bool {
        if let value = exact(value, String.self) {
            nodes.set(node, value)
        } else if let value = exact(value, Int.self) {
            nodes.set(node, Int64(value))
        } else if let value = exact(value, Double.self) {
            nodes.set(node, value)
        } else if let value = exact(value, Bool.self) {
            nodes.set(node, value)
        } else if let value = exact(value, [String: Any].self) {
            wait(.object(value), .dictionary, into: node, depth: depth)
        } else if let value = exact(value, [Any].self) {
            wait(.array(value), .array, into: node, depth: depth)
        } else if let value = exact(value, [[String: Any]].self) {
            wait(.objects(value), .array, into: node, depth: depth)
        } else if let value = exact(value, ParameterValue.self) {
            fill(value, into: node, depth: depth)
        } else if let value = exact(value, [String].self) {
            guard makeContainer(node, .array, depth: depth) else { return true }
            fill(value, of: node) { $0.nodes.set($2, $1) }
        } else if let value = exact(value, [Int].self) {
            guard makeContainer(node, .array, depth: depth) else { return true }
            fill(value, of: node) { $0.nodes.set($2, Int64($1)) }
        } else if let value = exact(value, [String: Int].self) {
            guard makeContainer(node, .dictionary, depth: depth) else { return true }
            fill(value, of: node) { $0.nodes.set($2, Int64($1)) }
        } else if let value = exact(value, [String: Double].self) {
            guard makeContainer(node, .dictionary, depth: depth) else { return true }
            fill(value, of: node) { $0.nodes.set($2, $1) }
        } else if !hasReading, let value = exact(value, NSNumber.self) {
            // The type is that of the variable: the object may be of a subclass, such as a decimal's.
            nodes.set(node, type(of: value) == NSNumber.self ? value.leafOfOwnClass : value.parameterLeaf)
        } else if !hasReading, let value = exact(value, NSString.self) {
            nodes.set(node, value as String)
        } else if let value = exact(value, Date.self) {
            nodes.set(node, value)
        } else if Value.self == NSNull.self, !hasReading {
            nodes.setNull(node)
        } else if !hasReading, let value = exact(value, String?.self), let value {
            nodes.set(node, value)
        } else {
            return false
        }
        return true
    }

    mutating func makeContainer(_ node: Int32, _ kind: ParameterTree.Kind, depth: Int) -> Bool {
        guard depth < options.maximumDepth else {
            let refusal = ParameterError.tooDeep(options.maximumDepth)
            end = (refusal, node)
            nodes.set(node, .refusal(refusal, at: node))
            return false
        }
        nodes.set(node, kind, 0)
        return true
    }

    @inline(never)
    private mutating func fillUncommon(_ value: Any, into node: Int32, depth: Int) {
        do throws(ParameterError) {
            if let reading = options.reading {
                fill(try reading(value, &readings), into: node, depth: depth)
            } else {
                fill(try readings.node(of: value), into: node, depth: depth)
            }
        } catch {
            nodes.set(node, .refusal(error, at: nil))
        }
    }

    private mutating func fill(_ value: ParameterNode, into node: Int32, depth: Int) {
        switch value {
        case .leaf(let leaf): nodes.set(node, leaf)
        case .object(let description, let isUUID): nodes.set(node, .object(description, isUUID: isUUID))
        case .array(let elements): wait(.array(elements), .array, into: node, depth: depth)
        case .set(let elements): wait(.array(elements), .set, into: node, depth: depth)
        case .dictionary(let pairs, let isOrdered):
            wait(.pairs(pairs), .dictionary, into: node, depth: depth, flags: isOrdered ? .isOrdered : [])
        case .model(let model): encode(model, into: node, depth: depth)
        }
    }

    /// Fills a node with a model, which is encoded at once. If encoding fails, the node becomes a refused one.
    @inline(never)
    private func encode(_ model: any Encodable, into node: Int32, depth: Int) {
        let state = ModelEncodingState(tree, options)
        let first = nodes.count
        nodes.set(node, .dictionary, 0)
        do {
            let isDeep = depth > LargeStack.depth && !Thread.isMainThread
            let fill = { try state.fill(node, with: model, depth: Int32(depth)) }
            try isDeep ? LargeStack.run(fill) : fill()
            if let failure = state.failure { throw failure }
            nodes.markModel(node, from: first)
        } catch let error as RequestSerializationError {
            var refusal = ParameterError(error.code, error.reason, underlyingError: error.underlyingError)
            let path = ParameterKeyPath.text(of: nodes.path(of: node)) ?? ""
            if let keyPath = error.keyPath, keyPath.hasPrefix(path) {
                refusal.pathBelow = String(keyPath.dropFirst(path.count))
            }
            nodes.set(node, .refusal(refusal, at: nil))
        } catch {
            let refusal = ParameterError(
                .unsupportedValue, "The model of type \(type(of: model)) could not be encoded: \(error)",
                underlyingError: error)
            nodes.set(node, .refusal(refusal, at: nil))
        }
    }

    mutating func fill(_ value: ParameterValue, into node: Int32, depth: Int) {
        switch value {
        case .dictionary(let entries):
            wait(.valueObject(entries), .dictionary, into: node, depth: depth, flags: [.isOrdered, .hasDistinctBytes])
        case .array(let elements): wait(.values(elements), .array, into: node, depth: depth)
        case .null:
            if hasReading { fillUncommon(value, into: node, depth: depth) } else { nodes.setNull(node) }
        case .set(let elements):
            if hasReading { return fillUncommon(value, into: node, depth: depth) }
            wait(.valueSet(elements), .set, into: node, depth: depth)
        default: nodes.set(node, value)
        }
    }
}
