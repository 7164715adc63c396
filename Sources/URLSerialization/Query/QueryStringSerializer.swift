/// A serializer that makes query strings from parameters (`AFQueryStringFromParameters`).
///
/// ```swift
/// try QueryStringSerializer().string(from: ["b": [1, 2], "a": true])  // "a=1&b%5B%5D=1&b%5B%5D=2"
/// ```
///
/// Keys are sorted at every level by NSString's `compare:`. A nested key is `k[sub]`, an array's element `k[]`, a set's
/// element the bare `k`; a null is a key without `=`. There are three differences from AFNetworking. Bytes need a
/// ``DataStrategy``. A value at the top that is not a dictionary, a model, URL query items, or an empty array or set is
/// an error. Nesting beyond ``maximumDepth`` is an error.
///
/// - Complexity: Linear in the length of the result, except for sorting the keys of each dictionary.
public struct QueryStringSerializer: Sendable {
    /// The spelling of values that a list of pairs cannot represent directly.
    public var style: QueryStyle
    /// The number of collections that may be nested in each other, including the outermost.
    public var maximumDepth: Int
    /// The encoding whose bytes are percent-encoded. Default: UTF-8.
    ///
    /// Some servers read another one: in GBK, `你` is `%C4%E3` instead of `%E4%BD%A0`. Text that the encoding cannot
    /// represent is an error, as is an encoding that does not extend ASCII.
    public var escapedEncoding = String.Encoding.utf8
    /// The part of a request that the query is for. Some servers read a form by other rules than the query of a URL.
    public var part = QueryPart.query
    /// A closure that reads a value in `Any` that is a null, a set, or of a less frequent type, in place of
    /// ``ParameterNode/init(classifying:)``.
    package var reading: ParameterReadings.Replacement?

    /// Creates a serializer. The defaults produce AFNetworking's bytes.
    public init(style: QueryStyle = .afNetworking, maximumDepth: Int = 512) {
        self.style = style
        self.maximumDepth = maximumDepth
    }

    /// Returns the query string for a dictionary of parameters, or an empty one for an empty array or set.
    ///
    /// - Parameter parameters: A ``ParameterValue``, a `[String: Any]`, an `NSDictionary` or any other dictionary; an
    ///   `Encodable` model; a `[URLQueryItem]`, whose pairs keep their order.
    /// - Throws: ``RequestSerializationError`` naming the key path; any error from a closure of the style, unchanged.
    public func string(from parameters: Any) throws -> String { try string(of: .object(parameters)) }

    /// Returns the query string for a model, the same as for the equivalent dictionary.
    ///
    /// - Throws: The same errors as ``string(from:)``, and any error from the model's `encode(to:)`.
    public func string(encoding model: some Encodable) throws -> String { try string(of: .model(model)) }

    /// Returns the pairs of the query string in its order, not percent-encoded (`AFQueryStringPairsFromDictionary`).
    ///
    /// - Throws: The same errors as ``string(from:)``.
    public func pairs(from parameters: Any) throws -> [ParameterPair] { try pairs(of: tree(of: .object(parameters))) }

    /// Returns the pairs of the query string for a model, not percent-encoded.
    ///
    /// - Throws: The same errors as ``string(encoding:)``.
    public func pairs(encoding model: some Encodable) throws -> [ParameterPair] {
        try pairs(of: tree(of: .model(model)))
    }

    private func pairs(of tree: ParameterTree) throws -> [ParameterPair] {
        try checked(tree) { style in
            var pairs: [ParameterPair] = []
            let sink = KeyPathSink { key, leaf in
                let text = leaf.isNull ? nil : try LeafText.description(of: leaf, style: style)
                pairs.append(ParameterPair(key: key, value: text))
            }
            var traversal = ParameterTraversal(tree, sink: sink, style: style, in: part)
            try traversal.visit()
            return pairs
        }
    }

    /// Returns the query string of an object or a model.
    func string(of input: ParameterInput) throws -> String {
        guard escapedEncoding == .utf8 else { return String(decoding: try data(of: input), as: UTF8.self) }
        let tree = try tree(of: input)
        return try checked(tree) { style in
            // Written in place: a copy of a long query would be another large block.
            var moved: String?
            let text = unsafe try String(unsafeUninitializedCapacity: length(of: tree)) { memory in
                guard let start = memory.baseAddress else { return 0 }
                let buffer = unsafe ByteBuffer(borrowing: start, capacity: memory.count)
                let query = try query(of: tree, in: buffer, style)
                if query.output.isBorrowed { return query.output.count }
                moved = query.string()
                return 0
            }
            return moved ?? text
        }
    }

    /// Returns the bytes of the query string, all of them ASCII.
    func data(of input: ParameterInput) throws -> Data {
        let tree = try tree(of: input)
        let data = try checked(tree) { try query(of: tree, in: ByteBuffer(capacity: length(of: tree)), $0).data() }
        return escapedEncoding == .utf8 ? data : try escaper.escapes(of: data, in: escapedEncoding)
    }

    private var escaper: PercentEscaper { style.spaces == .plus ? .afNetworkingWithPlus : .afNetworking }

    /// Returns what is written in the style. What the check of a framework refuses, or there is no check for, is
    /// written without it if the framework reads the query back.
    private func checked<Result>(_ tree: ParameterTree, _ write: (QueryStyle) throws -> Result) throws -> Result {
        var refusal: RequestSerializationError?
        if style.dialect?.isReadBack != true {
            do {
                return try write(style)
            } catch let error as RequestSerializationError
                where style.dialect != nil && QueryReadBack.canBeCautious(error.code)
            {
                refusal = error
            }
        }
        var unchecked = style
        unchecked.dialect = nil
        do {
            let query = try query(of: tree, in: ByteBuffer(capacity: length(of: tree)), unchecked).string()
            try QueryReadBack(style: style, part: part, nodes: tree.nodes).check(query)
        } catch {
            throw refusal ?? error
        }
        return try write(unchecked)
    }

    private func query(
        of tree: ParameterTree, in buffer: consuming ByteBuffer, _ style: QueryStyle
    ) throws -> QueryWriter {
        var traversal = ParameterTraversal(
            tree, sink: QueryWriter(style: style, output: buffer), style: style, in: part)
        try traversal.visit()
        try checkLength(traversal.sink.output.count, style)
        return traversal.sink
    }

    /// Returns an estimate of the query's length.
    private func length(of tree: ParameterTree) -> Int {
        let escaper = escaper
        return tree.nodes.estimatedLength { escaper.estimatedLength(of: $0) }
    }

    // MARK: - Trees

    /// Returns the tree of the parameters. The pairs of URLQueryItems are in the caller's order, and several may
    /// have one name.
    func tree(of input: ParameterInput) throws -> ParameterTree {
        guard case .object(let value) = input, type(of: value) == [URLQueryItem].self,
            let items = value as? [URLQueryItem]
        else { return try input.tree(options) }
        if let dialect = style.dialect, dialect.readsNestedKeys {
            throw RequestSerializationError(
                .misread,
                reason: "URLQueryItems are a flat list, and \(dialect.name) reads nested keys. Pass a dictionary, or "
                    + "choose a style without a dialect.")
        }
        let entries = OrderedEntries(items.map { ($0.name, $0.value as Any) })
        let tree = try ParameterFiller.tree(of: entries, options)
        tree.nodes[ParameterTree.root].flags.insert(.isSorted)
        return tree
    }

    private var options: ParameterTree.Options {
        // One more than the limit, so that the excess can be refused.
        let leaves = style.dialect.map { min((style.limits ?? $0.limits(in: part)).pairs, .max - 1) + 1 }
        return ParameterTree.Options(maximumDepth: maximumDepth, maximumLeaves: leaves, reading: reading)
    }

    private func checkLength(_ count: Int, _ style: QueryStyle) throws {
        guard let dialect = style.dialect, let limit = (style.limits ?? dialect.limits(in: part)).bytes, count > limit
        else { return }
        throw RequestSerializationError(
            .beyondLimits,
            reason:
                "The query has \(count) bytes, but \(dialect.name) reads no more than \(limit). Send less, or raise "
                + "the style's limits and the server's.")
    }
}

/// Parameters as a call receives them, before there is a tree.
package enum ParameterInput {
    /// Native Swift values, Foundation objects or a ``ParameterValue``.
    case object(Any)
    case model(any Encodable)

    func tree(_ options: ParameterTree.Options) throws -> ParameterTree {
        switch self {
        case .object(let value): try ParameterFiller.tree(of: value, options)
        case .model(let model): try ModelEncoder.tree(of: model, options)
        }
    }
}

/// The writer of a query string. The key path is kept percent-encoded, so that each pair only copies it.
struct QueryWriter: PairSink, ~Copyable {
    private(set) var output: ByteBuffer
    private var key = ByteBuffer(capacity: 256)
    private var isEmpty = true
    private let escaper: PercentEscaper

    /// Creates a writer that appends to a buffer.
    init(style: QueryStyle, output: consuming ByteBuffer = ByteBuffer(capacity: 4096)) {
        self.output = output
        escaper = style.spaces == .plus ? .afNetworkingWithPlus : .afNetworking
    }

    var keyLength: Int { key.count }

    /// A plus sign in the key path is a space: the escaper leaves no other.
    var keyText: String { String(decoding: PercentDecoder.bytes(decoding: key.run()), as: UTF8.self) }

    borrowing func string() -> String { output.string() }

    /// Returns the query's bytes, all of them ASCII.
    consuming func data() -> Data { output.takeData() }

    @inline(__always)
    mutating func appendKey(_ bytes: ByteRun, isNested: Bool) {
        if isNested { key.append(literal: "%5B") }
        escaper.appendEscaped(bytes, to: &key)
        if isNested { key.append(literal: "%5D") }
    }

    mutating func appendBrackets(index: Int?) {
        key.append(literal: "%5B")
        if let index { NumberText.append(Int64(index), to: &key) }
        key.append(literal: "%5D")
    }

    @inline(__always)
    mutating func truncateKey(to length: Int) { key.truncate(to: length) }

    @inline(__always)
    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        switch leaf {
        case .string(let value): value.withRun { writePair(text: $0) }
        case .int, .bool:
            beginValue()
            try LeafText.append(leaf, style: style, to: &output)
        case .double(let value) where style.numbers == .foundation:
            beginValue()
            // A number without an exponent has nothing to escape.
            if !NumberText.appendCommon(value, to: &output) {
                escaper.append(NumberText.formatted(value), to: &output)
            }
        default: try writeOther(leaf, style: style)
        }
    }

    @inline(never)
    private mutating func writeOther(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        unsafe try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { memory in
            guard let start = memory.baseAddress else { return }
            var text = unsafe ByteBuffer(borrowing: start, capacity: memory.count)
            try LeafText.append(leaf, style: style, to: &text)
            beginValue()
            escaper.appendEscaped(text.run(), to: &output)
        }
    }

    @inline(__always)
    mutating func writePair(text: ByteRun) {
        beginValue()
        escaper.appendEscaped(text, to: &output)
    }

    mutating func writeBareKey() { beginPair() }

    @inline(__always)
    private mutating func beginPair() {
        if !isEmpty { output.append(UInt8(ascii: "&")) }
        isEmpty = false
        key.run().append(to: &output)
    }

    @inline(__always)
    private mutating func beginValue() {
        beginPair()
        output.append(UInt8(ascii: "="))
    }
}

extension QueryStyle {
    /// Returns the query string of parameters in this style, without the `?`:
    /// `QueryStyle.rails.string(from: ["ids": [1, 2]])`.
    ///
    /// - Throws: The errors of ``QueryStringSerializer/string(from:)``.
    public func string(from parameters: Any) throws -> String {
        try QueryStringSerializer(style: self).string(from: parameters)
    }

    /// Returns the query string of a model in this style, without the `?`.
    ///
    /// - Throws: The errors of ``QueryStringSerializer/string(encoding:)``.
    public func string(encoding model: some Encodable) throws -> String {
        try QueryStringSerializer(style: self).string(encoding: model)
    }
}
