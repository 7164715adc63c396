extension ParameterValue {
    /// Reads native Swift values and Foundation objects: what a `[String: Any]` holds, in a form that may cross actors.
    ///
    /// Numbers keep their kind: a Boolean `NSNumber` becomes ``bool(_:)``, an `NSDecimalNumber` ``decimal(_:)``. Keys
    /// that are not strings become their texts. A UUID becomes its string; an `NSOrderedSet` an ``array(_:)``; nil and
    /// optionals holding nothing ``null``. The entries of a `Dictionary` or an `NSDictionary` come in the order of their
    /// keys, because it has none of its own.
    ///
    /// - Parameters:
    ///   - value: What to read.
    ///   - maximumDepth: How many collections may be nested in each other, at most 512 whatever is given.
    /// - Throws: ``RequestSerializationError`` naming the key path of a value that has no form here.
    public init(bridging value: Any?, maximumDepth: Int = 512) throws {
        guard let value else {
            self = .null
            return
        }
        var path: [ParameterKeyPath.Component] = []
        self = try Self.read(value, at: &path, maximumDepth: min(maximumDepth, 512))
    }

    /// The parameters that a model stands for: the equivalent dictionary.
    ///
    /// Dates, bytes, decimals and sets stay what they are; URLs and UUIDs become their strings. A type that forwards to a
    /// set's `encode(to:)` is encoded as an array, in whatever order the set has: encode the set through a container.
    ///
    /// - Parameters:
    ///   - model: What to encode.
    ///   - maximumDepth: How many collections may be nested in each other, at most 512 whatever is given.
    /// - Throws: ``RequestSerializationError`` naming the key path of what has no form here; what the model's own
    ///   `encode(to:)` throws.
    public init(encoding model: some Encodable, maximumDepth: Int = 512) throws {
        try self.init(bridging: ModelEncoder.encode(model, maximumDepth: maximumDepth), maximumDepth: maximumDepth)
    }

    private static func read(
        _ value: Any, at path: inout [ParameterKeyPath.Component], maximumDepth: Int, isOnLargeStack: Bool = false
    ) throws -> ParameterValue {
        let node: ParameterNode
        do throws(ParameterFault) {
            node = try ParameterNode(classifying: value)
        } catch {
            throw error.error(at: path)
        }
        if case .leaf(let leaf) = node { return ParameterValue(leaf) }
        if path.count == LargeStack.depth, !isOnLargeStack, !Thread.isMainThread {
            return try LargeStack.run { try read(value, at: &path, maximumDepth: maximumDepth, isOnLargeStack: true) }
        }
        guard path.count < maximumDepth else {
            let reason = "The value is nested more than \(maximumDepth) deep, or contains itself. Flatten it."
            throw ParameterFault(.tooDeep, reason).error(at: path)
        }
        switch node {
        case .leaf(let leaf): return ParameterValue(leaf)
        case .array(let elements): return .array(try read(elements.all, at: &path, maximumDepth: maximumDepth))
        case .set(let elements, _): return .set(Set(try read(elements, at: &path, maximumDepth: maximumDepth)))
        case .dictionary(let entries):
            var pairs: [ParameterDictionary.Element] = []
            for (key, value) in try entries.withTexts(isOrdered: !(value is any UnorderedEntries), at: path) {
                path.append(.key(key))
                pairs.append((key, try read(value, at: &path, maximumDepth: maximumDepth)))
                path.removeLast()
            }
            return .dictionary(ParameterDictionary(pairs))
        }
    }

    private static func read(
        _ elements: [Any], at path: inout [ParameterKeyPath.Component], maximumDepth: Int
    ) throws -> [ParameterValue] {
        var values: [ParameterValue] = []
        values.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            path.append(.index(position))
            values.append(try read(element, at: &path, maximumDepth: maximumDepth))
            path.removeLast()
        }
        return values
    }

    private init(_ leaf: ParameterLeaf) {
        self =
            switch leaf {
            case .null: .null
            case .bool(let value): .bool(value)
            case .int(let value): .int(value)
            case .uint(let value): .uint(value)
            case .double(let value): .double(value)
            case .float(let value): .float(value)
            case .decimal(let value): .decimal(value)
            case .string(let value): .string(value)
            case .date(let value): .date(value)
            case .data(let value): .data(value)
            case .url(let value): .url(value)
            case .uuid(let value): .string(value.uuidString)
            case .object(let description): .string(description)
            }
    }
}

extension ParameterEntries {
    /// The entries with their keys' texts, sorted where they have no order of their own.
    fileprivate func withTexts(
        isOrdered: Bool, at path: [ParameterKeyPath.Component]
    ) throws -> [(key: String, value: Any)] {
        var texts: [(key: String, value: Any)] = []
        do throws(ParameterFault) {
            for (key, value) in all { texts.append((try KeyText.text(of: key), value)) }
        } catch {
            throw error.error(at: path)
        }
        return isOrdered ? texts : texts.sorted { KeyOrder.precedes($0.key, $1.key) }
    }
}

/// A dictionary whose entries come as its hashing has them.
private protocol UnorderedEntries {}

extension Dictionary: UnorderedEntries {}
extension NSDictionary: UnorderedEntries {}
