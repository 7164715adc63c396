/// The receiver of what a reader finds: a sink makes a tree, Foundation's objects or nothing from the calls.
///
/// | document | calls |
/// |---|---|
/// | `{"a": [1, true]}` | beginDictionary, key `a`, beginArray, number `1`, bool true, end, end |
/// | `null` | null |
/// | `a=1&b` in Go | beginDictionary, key `a`, beginArray, text `1`, end, key `b`, beginArray, text ``, end, end |
///
/// Readers are generic over their sink, so that the compiler specializes them. A run of bytes is valid only during the
/// call. Calls are always balanced, and each entry of a dictionary is a key followed by a value; equal keys are passed
/// on in their order.
package protocol ValueSink: ~Copyable {
    /// Whether the sink uses the content of texts and keys. A reader may pass empty runs to one that does not.
    static var usesTexts: Bool { get }
    /// Whether the sink takes the sets and ordered sets of binary property lists, which Foundation refuses or crashes
    /// on.
    static var readsSets: Bool { get }

    /// Notes the offset in the document of the next call's key or value.
    mutating func willRead(at offset: Int)

    mutating func null()
    mutating func bool(_ value: Bool)
    /// Receives a number in JSON's grammar, of any length.
    mutating func number(_ text: ByteRun)
    /// Receives a text, without quotation marks and with its escapes resolved.
    ///
    /// - Returns: False if the sink requires UTF-8 and the bytes are not.
    mutating func text(_ text: ByteRun) -> Bool
    /// Receives a value of a format other than JSON: an integer, a floating-point number, a date or data.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - text: Its text in the document; empty in a binary format.
    mutating func leaf(_ value: ParameterValue, text: ByteRun)
    /// Receives the description of an object that is not a value: a binary property list's UID.
    mutating func object(_ description: String)
    /// Receives the text of a leaf that breaks its format's grammar, which lax rules allow unless its value is used.
    /// A string of JSON has its quotation marks.
    mutating func malformed(_ text: ByteRun, _ type: ParameterTree.Malformed)
    mutating func beginArray()
    mutating func beginDictionary()
    /// Begins a set, which only binary property lists have. It is called only if ``readsSets`` is true.
    mutating func beginSet()
    /// Receives the key of the next value.
    ///
    /// - Parameters:
    ///   - text: The key, or for a malformed one its text in quotation marks.
    ///   - isMalformed: Whether the key breaks JSON's grammar, which only lax rules allow.
    /// - Returns: False if the sink requires UTF-8 and the bytes are not.
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool
    /// Ends the innermost array or dictionary.
    mutating func end()
}

extension ValueSink where Self: ~Copyable {
    package static var usesTexts: Bool { true }
    package static var readsSets: Bool { false }

    package mutating func willRead(at offset: Int) {}

    // A sink that does not distinguish values receives each as a null.

    package mutating func bool(_ value: Bool) { null() }

    package mutating func number(_ text: ByteRun) { null() }

    package mutating func leaf(_ value: ParameterValue, text: ByteRun) { null() }

    package mutating func object(_ description: String) { null() }

    package mutating func malformed(_ text: ByteRun, _ type: ParameterTree.Malformed) { null() }

    package mutating func beginArray() { null() }

    package mutating func beginDictionary() { null() }

    package mutating func beginSet() { beginArray() }
}

/// A sink that fills a ``ParameterTree`` from a reader's calls.
///
/// | calls | nodes |
/// |---|---|
/// | number `1` | 0: number `1` |
/// | beginDictionary, key `a`, null, end | 0: dictionary, 1: null under `a` |
/// | beginArray, text `x`, beginArray, end, end | 0: array, 1: text `x`, 2: array |
///
/// The index of a node is the number of values before it; the root's index is 0. Equal keys keep their order; the
/// consumer decides which of them to use. Texts are not checked for UTF-8, except those of 512 bytes or more, which are
/// kept as strings: one that is not UTF-8 becomes a malformed leaf.
struct ParameterTreeSink: ValueSink {
    /// The tree, complete when the reader has returned.
    let tree: ParameterTree
    private let nodes: ParameterNodes
    /// The innermost open container, or −1 for none.
    private var parent: Int32 = -1
    private var key = ParameterTree.Text(start: 0, count: 0)
    private var flags: ParameterTree.Flags = []
    private let dictionaryFlags: ParameterTree.Flags

    /// Creates a sink with an empty tree, whose dictionaries have the flags.
    init(flags: ParameterTree.Flags = .isOrdered, limits: ParameterNodes.Limits = ParameterNodes.Limits()) {
        dictionaryFlags = flags
        tree = ParameterTree(isModel: false, limits: limits)
        nodes = tree.nodes
    }

    /// Appends a node to the open container, or makes it the root.
    @inline(__always)
    private mutating func append(_ kind: ParameterTree.Kind, _ payload: UInt64 = 0) -> Int32 {
        guard parent >= 0 else {
            nodes.set(ParameterTree.root, kind, payload)
            return ParameterTree.root
        }
        let node = nodes.appendChild(to: parent, key: key)
        nodes.set(node, kind, payload)
        nodes[node].flags = flags
        return node
    }

    @inline(__always)
    @discardableResult
    private mutating func append(_ kind: ParameterTree.Kind, _ text: ByteRun) -> Int32 {
        let text = nodes.keep(text)
        return append(kind, UInt64(text.start) | UInt64(text.count) << 32)
    }

    mutating func null() { _ = append(.null) }

    mutating func bool(_ value: Bool) { _ = append(.bool, value ? 1 : 0) }

    mutating func number(_ text: ByteRun) { append(.number, text) }

    @inline(__always)
    mutating func text(_ text: ByteRun) -> Bool {
        if text.count < ParameterNodes.longLength {
            append(.text, text)
        } else if let string = text.validString {
            nodes.set(append(.null), .value(.string(string)))
        } else {
            malformed(text, .text)
        }
        return true
    }

    mutating func leaf(_ value: ParameterValue, text: ByteRun) { nodes.set(append(.null), value) }

    mutating func malformed(_ text: ByteRun, _ type: ParameterTree.Malformed) {
        let text = nodes.keep(text)
        nodes.set(append(.null), .malformed(text, type))
    }

    mutating func beginArray() { begin(.array) }

    mutating func beginDictionary() { begin(.dictionary) }

    @inline(__always)
    private mutating func begin(_ kind: ParameterTree.Kind) {
        let node = append(kind)
        if kind == .dictionary { nodes[node].flags.formUnion(dictionaryFlags) }
        parent = node
        (key, flags) = (ParameterTree.Text(start: 0, count: 0), [])
    }

    @inline(__always)
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        key = nodes.keep(text)
        flags = isMalformed ? .hasMalformedKey : []
        return true
    }

    mutating func end() {
        guard parent >= 0 else { return }
        (key, flags) = (ParameterTree.Text(start: 0, count: 0), [])
        parent = nodes[parent].parent
    }
}
