// A tree as a `ParameterValue`, without the errors that trying one kind after another would make.

extension TreeDecodingState {
    /// Decodes the value of a node that the path leads to.
    func parameterValue(of node: Int32, _ depth: Int32) throws -> ParameterValue {
        try parameterValue(of: node, depth, isElement: strategies.readsLeavesAsArrays && isElement(node, depth))
    }

    /// Decodes a value. Unless keys are converted, the path leads only to the outermost one.
    private func parameterValue(of node: Int32, _ depth: Int32, isElement: Bool) throws -> ParameterValue {
        switch nodes.kind(of: node) {
        case .array, .set:
            var values: [ParameterValue] = []
            values.reserveCapacity(Int(nodes[node].childCount))
            for child in nodes.eachChild(of: node) {
                let step = Step(key: nil, index: Int32(truncatingIfNeeded: values.count), node: child)
                values.append(try parameterValue(step, depth, isElement: true))
            }
            return .array(values)
        case .dictionary:
            try checkDictionary(node, depth)
            if hasConvertedKeys { convertKeys(of: node, depth) }
            let entries = try members(of: node).map { key, member -> ParameterDictionary.Element in
                let step = Step(key: hasConvertedKeys ? ModelKey(stringValue: key) : nil, index: 0, node: member)
                return (key, try parameterValue(step, depth, isElement: false))
            }
            return .dictionary(ParameterDictionary(distinct: entries))
        default:
            let leaf = try parameterLeaf(node, depth)
            return strategies.readsLeavesAsArrays && !isElement && !leaf.isNull ? .array([leaf]) : leaf
        }
    }

    private func parameterValue(_ step: Step, _ depth: Int32, isElement: Bool) throws -> ParameterValue {
        // A key strategy receives the path.
        guard hasConvertedKeys else { return try parameterValue(of: step.node, depth + 1, isElement: isElement) }
        return try taking(step) { try parameterValue(of: step.node, $0, isElement: isElement) }
    }

    private func parameterLeaf(_ node: Int32, _ depth: Int32) throws -> ParameterValue {
        if isNull(node) { return .null }
        if let value = bool(node) { return .bool(value) }
        if let value = parameterNumber(node) { return value }
        if let value = string(node) { return .string(value) }
        if let value = leaf(node), value.date != nil || value.data != nil { return value }
        var type: Any.Type = nodes.kind(of: node) == .text ? String.self : Double.self
        if case .malformed(_, let malformed) = nodes.other(of: node) { type = malformed.type ?? type }
        throw failure(type, node, codingPath(of: node, depth))
    }

    private func parameterNumber(_ node: Int32) -> ParameterValue? {
        let kind = nodes.kind(of: node)
        if kind == .number { return NumberParser.value(nodes.run(of: node)) }
        var isText = kind == .text
        if case .value(.decimal) = nodes.other(of: node) { isText = true }
        if isText {
            return numberText(node)?.withRun { NumberParser.value($0) } ?? double(node).map(ParameterValue.double)
        }
        if let value: Int64 = integer(node) { return .int(value) }
        return (integer(node) as UInt64?).map(ParameterValue.uint) ?? double(node).map(ParameterValue.double)
    }
}
