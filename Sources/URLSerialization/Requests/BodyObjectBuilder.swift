/// Builds what `JSONSerialization` and `PropertyListSerialization` write, out of whatever parameters may be.
///
/// Everything is checked before Foundation sees it, because what Foundation refuses it does not always refuse with an
/// error: it raises an exception or ends the process, for a deep tree by exhausting the stack. The builder keeps its own
/// stack, so it takes any depth itself.
///
/// - Complexity: Linear in the number of leaves, but for sorting a model's sets.
struct BodyObjectBuilder<Format: BodyFormat> {
    private let format: Format
    private let maximumDepth: Int
    /// Whether the parameters are an encoded model, whose sets and URLs have a form.
    private let isModel: Bool
    /// The collections being built, the innermost last.
    private var frames: [Frame] = []
    /// How many collections were nested in each other at most.
    private var deepest = 0

    /// A collection being built.
    private struct Frame {
        /// The keys of a dictionary; nil in an array.
        let keys: [String]?
        let values: [Any]
        /// What became of the values so far: their number says which is next.
        var objects: [Any] = []

        init(keys: [String]?, values: [Any]) {
            self.keys = keys
            self.values = values
            objects.reserveCapacity(values.count)
        }
    }

    /// What Foundation makes of some parameters: `write` is given a tree of arrays, dictionaries with string keys, and
    /// leaves of the format, and enough stack for Foundation's recursion.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path at fault; what a strategy's closure or `write` throws.
    static func write(
        _ parameters: Any, format: Format, maximumDepth: Int, by write: (Any) throws -> Data
    ) throws -> Data {
        var builder = BodyObjectBuilder(
            format: format, maximumDepth: min(maximumDepth, 512), isModel: parameters is ModelNode)
        let object = try builder.object(for: parameters)
        return builder.deepest > LargeStack.depth ? try LargeStack.run { try write(object) } : try write(object)
    }

    private mutating func object(for parameters: Any) throws -> Any {
        do {
            return try build(parameters)
        } catch let fault as ParameterFault {
            throw fault.error(at: path)
        }
    }

    private init(format: Format, maximumDepth: Int, isModel: Bool) {
        self.format = format
        self.maximumDepth = maximumDepth
        self.isModel = isModel
    }

    private mutating func build(_ root: Any) throws -> Any {
        if let leaf = try visit(root) { return leaf }
        while let top = frames.indices.last {
            let position = frames[top].objects.count
            if position < frames[top].values.count {
                if let leaf = try visit(frames[top].values[position]) { frames[top].objects.append(leaf) }
            } else {
                let frame = frames.removeLast()
                let collection = try collection(of: frame)
                guard top > 0 else { return collection }
                frames[top - 1].objects.append(collection)
            }
        }
        return NSNull()
    }

    /// A leaf's object; nil for a collection, which becomes the innermost frame.
    private mutating func visit(_ value: Any) throws -> Any? {
        switch try ParameterNode(classifying: value) {
        case .leaf(.url(let url)) where isModel: return try format.object(for: .string(url.absoluteString))
        case .leaf(.uuid(let uuid)) where isModel: return try format.object(for: .string(uuid.uuidString))
        case .leaf(let leaf): return try format.object(for: leaf)
        case .array(let elements): try push(keys: nil, values: elements.all)
        case .set(let elements, let isSorted):
            guard isModel else { throw format.refuse("a set", "Send an array.") }
            let isReady = isSorted || elements.isEmpty
            try push(keys: nil, values: isReady ? elements : sorted(elements))
        case .dictionary(let dictionary):
            let entries = dictionary.all
            try push(keys: entries.map { try key($0.key) }, values: entries.map(\.value))
        }
        return nil
    }

    private func sorted(_ elements: [Any]) throws -> [Any] {
        try SortedSet(elements, style: format.elementStyle, maximumDepth: maximumDepth - frames.count).elements
    }

    private func key(_ key: Any) throws(ParameterFault) -> String {
        guard case .leaf(.string(let text)) = try ParameterNode(classifying: key) else {
            throw format.refuse("a key of type \(type(of: key))", "Use strings.")
        }
        try format.validate(key: text)
        return text
    }

    private mutating func push(keys: [String]?, values: [Any]) throws(ParameterFault) {
        guard frames.count < maximumDepth else {
            throw ParameterFault(
                .tooDeep,
                "The parameters are nested more than \(maximumDepth) deep, or contain themselves. Flatten them."
            )
        }
        frames.append(Frame(keys: keys, values: values))
        deepest = max(deepest, frames.count)
    }

    private func collection(of frame: Frame) throws(ParameterFault) -> Any {
        guard let keys = frame.keys else { return frame.objects }
        if let dictionary = FoundationDictionary.make(keys: keys, objects: frame.objects) { return dictionary }
        throw format.refuse(
            "two keys that are equal or canonically equivalent",
            "Foundation would keep one of them: use one, or two that differ."
        )
    }

    /// Where the value at hand stands.
    private var path: [ParameterKeyPath.Component] {
        frames.compactMap { frame in
            let position = frame.objects.count
            guard position < frame.values.count else { return nil }
            return frame.keys.map { .key($0[position]) } ?? .index(position)
        }
    }
}
