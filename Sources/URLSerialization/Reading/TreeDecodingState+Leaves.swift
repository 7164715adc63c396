// The leaves of a tree as the types that models ask for, or nil if the node is not of the type.

extension TreeDecodingState {
    @inline(__always)
    func isNull(_ node: Int32) -> Bool {
        let kind = nodes.kind(of: node)
        return kind == .null || kind == .text && isNullText(node)
    }

    /// Whether a node is an empty text.
    func isEmptyText(_ node: Int32) -> Bool { nodes.kind(of: node) == .text && nodes.run(of: node).count == 0 }

    @inline(__always)
    private func isNullText(_ node: Int32) -> Bool {
        guard let nullText = strategies.nullText else { return false }
        return nodes.run(of: node).elementsEqual(nullText.utf8)
    }

    @inline(__always)
    func bool(_ node: Int32) -> Bool? {
        if nodes.kind(of: node) == .bool { return nodes[node].payload != 0 }
        guard let booleanOfText = strategies.booleanOfText else { return nil }
        return string(node).flatMap(booleanOfText)
    }

    @inline(__always)
    func string(_ node: Int32) -> String? {
        switch nodes.kind(of: node) {
        case .text: isNullText(node) ? nil : nodes.run(of: node).validString
        case .other: otherText(node)
        default: nil
        }
    }

    /// Returns a text that is too long for a node, or the text of a URL.
    private func otherText(_ node: Int32) -> String? {
        let leaf = leaf(node)
        return leaf?.string ?? leaf?.url?.absoluteString
    }

    // MARK: - Numbers

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ node: Int32) -> Integer? {
        switch nodes.kind(of: node) {
        case .number: NumberParser.integer(nodes.run(of: node))
        case .int: Integer(exactly: Int64(bitPattern: nodes[node].payload))
        default: uncommonInteger(node)
        }
    }

    /// Returns an integer from any other kind of node. Where the strategies read a float by its digits, its text
    /// counts.
    @inline(never)
    private func uncommonInteger<Integer: FixedWidthInteger>(_ node: Int32) -> Integer? {
        switch leaf(node) {
        case .uint(let value): return Integer(exactly: value)
        case .double(let value): return Integer(exactly: value)
        case .float(let value) where strategies.floats != .digits: return Integer(exactly: value)
        default: return numberText(node).flatMap { NumberParser.uncommonInteger($0) }
        }
    }

    @inline(__always)
    func double(_ node: Int32) -> Double? {
        switch nodes.kind(of: node) {
        case .number: NumberParser.double(nodes.run(of: node))
        case .double: Double(bitPattern: nodes[node].payload)
        default: uncommonFloat(node)
        }
    }

    @inline(__always)
    func float(_ node: Int32) -> Float? {
        switch nodes.kind(of: node) {
        case .number: NumberParser.finite(nodes.run(of: node).string)
        default: uncommonFloat(node)
        }
    }

    @inline(never)
    private func uncommonFloat<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ node: Int32) -> Number? {
        switch leaf(node) {
        case .int(let value): return Number(value)
        case .uint(let value): return Number(value)
        case .double(let value):
            let number = Number(value)
            switch strategies.floats {
            case .digits: return number.isFinite || !value.isFinite ? number : nil
            case .exact: return Double(number) == value || value.isNaN ? number : nil
            case .rounded: return number
            }
        case .float(let value):
            if let value = exact(value, Number.self) { return value }
            if strategies.floats != .digits || !value.isFinite { return Number(value) }
        default: break
        }
        if let texts = strategies.nonConformingFloats, let text = string(node) {
            if text == texts.positiveInfinity { return .infinity }
            if text == texts.negativeInfinity { return -.infinity }
            if text == texts.nan { return .nan }
        }
        return numberText(node).flatMap { NumberParser.finite($0) }
    }

    private func decimal(_ node: Int32) -> Decimal? {
        if case .value(.decimal(let value)) = nodes.other(of: node) { return value }
        return numberText(node)?.withRun { NumberParser.decimal($0) }
    }

    /// Returns the text of a number in JSON.
    func numberText(_ node: Int32) -> String? {
        switch nodes.kind(of: node) {
        case .number: return nodes.run(of: node).string
        case .text:
            return strategies.readsNumbersInTexts && NumberParser.isNumber(nodes.run(of: node)) ? string(node) : nil
        default:
            switch leaf(node) {
            case .float(let value): return "\(value)"
            case .decimal(let value): return value.description
            case .int, .uint, .double: return leaf(node)?.description
            default: return nil
            }
        }
    }

    // MARK: - Values

    /// Decodes the value of a container's child.
    @inline(__always)
    func value<Value: Decodable>(
        of child: Int32, in node: Int32, _ depth: Int32, key: (any CodingKey)? = nil, index: Int32 = 0
    ) throws -> Value {
        // The standard library decodes the elements of these without knowing their type. The benchmark's models of JSON
        // would take 10 % more instructions.
        if Value.self == [String].self, let value = elements(of: child, string) {
            return _identityCast(value, to: Value.self)
        }
        if Value.self == [Int].self, let value: [Int] = elements(of: child, integer) {
            return _identityCast(value, to: Value.self)
        }
        let (state, _) = entered(node, depth)
        return try state.taking(Step(key: key, index: index, node: child)) { try state.value(of: child, $0) }
    }

    /// Decodes the value of a node that the path leads to.
    func value<Value: Decodable>(of node: Int32, _ depth: Int32) throws -> Value {
        if Value.self == Date.self {
            return _identityCast(try special(node, depth, strategies.dates) { leaf($0)?.date }, to: Value.self)
        }
        if Value.self == Data.self {
            return _identityCast(try special(node, depth, strategies.data) { leaf($0)?.data }, to: Value.self)
        }
        if Value.self == ParameterValue.self {
            return _identityCast(try parameterValue(of: node, depth), to: Value.self)
        }
        if strategies.hasSpecialTypes {
            if Value.self == URL.self { return _identityCast(try url(node, depth), to: Value.self) }
            if Value.self == Decimal.self {
                guard let value = decimal(node) else { throw failure(Decimal.self, node, codingPath(of: node, depth)) }
                return _identityCast(value, to: Value.self)
            }
        }
        // Casting is slow. Only a collection is a single pointer and also a collection in the tree.
        if MemoryLayout<Value>.size == MemoryLayout<[String: Int]>.size, nodes.kind(of: node).isCollection,
            let type = Value.self as? any CollectionOfModels.Type
        {
            return try type.decode(as: Value.self, node, depth, self)
        }
        return try Value(from: TreeDecoder(state: self, node: node, depth: depth))
    }

    /// Returns the elements of an array, or `nil` if one of them is of another type.
    @inline(__always)
    private func elements<Element>(of node: Int32, _ read: (Int32) -> Element?) -> [Element]? {
        guard nodes.kind(of: node) == .array else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(Int(nodes[node].childCount))
        for child in nodes.eachChild(of: node) {
            guard let element = read(child) else { return nil }
            elements.append(element)
        }
        return elements
    }

    private func url(_ node: Int32, _ depth: Int32) throws -> URL {
        let text = try text(of: URL.self, node, depth)
        if let url = URL(string: text) { return url }
        throw corrupted("Invalid URL string.", node, codingPath(of: node, depth))
    }

    private func special<Value: Decodable>(
        _ node: Int32, _ depth: Int32, _ strategy: TreeDecodingStrategies.Strategy<Value>, native: (Int32) -> Value?
    ) throws -> Value {
        switch strategy {
        case .native:
            if let value = native(node) { return value }
            throw failure(Value.self, node, codingPath(of: node, depth))
        case .deferred:
            try checkPresence(of: Value.self, node, depth)
            return try Value(from: TreeDecoder(state: self, node: node, depth: depth))
        case .number(let read):
            if let number = double(node) { return read(number) }
            try checkPresence(of: Value.self, node, depth)
            throw failure(Double.self, node, codingPath(of: node, depth))
        case .text(let refusal, let read):
            if let value = read(try text(of: Value.self, node, depth)) { return value }
            throw corrupted(refusal, node, codingPath(of: node, depth))
        case .custom(let read):
            try checkPresence(of: Value.self, node, depth)
            return try read(TreeDecoder(state: self, node: node, depth: depth))
        }
    }

    func leaf(_ node: Int32) -> ParameterValue? { node < 0 ? nil : try? nodes.leaf(of: node) }

    /// Returns the text of a value of another type.
    private func text(of type: Any.Type, _ node: Int32, _ depth: Int32) throws -> String {
        if let text = string(node) { return text }
        try checkPresence(of: type, node, depth)
        throw failure(String.self, node, codingPath(of: node, depth))
    }

    private func checkPresence(of type: Any.Type, _ node: Int32, _ depth: Int32) throws {
        if isNull(node) { throw failure(type, node, codingPath(of: node, depth)) }
    }
}

/// An array, or a dictionary whose keys are not converted. By their own `init(from:)`, the benchmark's *nested* model
/// of JSON would take 45 % more instructions.
private protocol CollectionOfModels {
    /// Returns a collection of this type, which is `Result`.
    static func decode<Result>(
        as type: Result.Type, _ node: Int32, _ depth: Int32, _ state: TreeDecodingState
    ) throws -> Result
}

extension Array: CollectionOfModels where Element: Decodable {
    fileprivate static func decode<Result>(
        as type: Result.Type, _ node: Int32, _ depth: Int32, _ state: TreeDecodingState
    ) throws -> Result {
        var container = try state.rows(of: node, depth) ?? state.unkeyedContainer(of: node, depth)
        var result: Self = []
        result.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd { result.append(try container.decode(Element.self)) }
        return _identityCast(result, to: type)
    }
}

extension Dictionary: CollectionOfModels where Key: Decodable, Value: Decodable {
    fileprivate static func decode<Result>(
        as type: Result.Type, _ node: Int32, _ depth: Int32, _ state: TreeDecodingState
    ) throws -> Result {
        var result: Self = [:]
        if Key.self == String.self {
            try state.checkDictionary(node, depth)
            let container = TreeKeyedDecodingContainer<ModelKey>(state: state, node: node, depth: depth)
            for (key, member) in state.givenMembers(of: node) {
                let codingKey = ModelKey(stringValue: key, hasNumber: !state.hasConvertedKeys)
                let value = try container.decode(Value.self, of: member, codingKey)
                let key = _identityCast(key, to: Key.self)
                if !state.hasConvertedKeys || result[key] == nil { result[key] = value }
            }
        } else if Key.self == Int.self, state.strategies.readsIndicesAsKeys, state.nodes.kind(of: node) == .array {
            var container = try state.unkeyedContainer(of: node, depth)
            while !container.isAtEnd {
                // Some readers fill the gaps between indices.
                if !(Value.self is any ExpressibleByNilLiteral.Type), try container.decodeNil() { continue }
                let index = _identityCast(container.currentIndex, to: Key.self)
                result[index] = try container.decode(Value.self)
            }
        } else {
            result = try Self(from: TreeDecoder(state: state, node: node, depth: depth))
        }
        return _identityCast(result, to: type)
    }
}
