/// A sink that finds the place of a value by the number of values before it.
struct PlaceSink: ValueSink {
    static var usesTexts: Bool { false }

    /// The offset of the value, or `nil` if the document ends before it.
    private(set) var offset: Int?
    /// The offset of the value's key, or `nil` if it has none.
    private(set) var keyOffset: Int?
    private var left: Int32
    private var next = 0
    private var nextKey: Int?

    /// Creates a sink that finds the value of a node.
    init(of node: Int32) { left = node }

    mutating func willRead(at offset: Int) { next = offset }

    mutating func null() {
        if left == 0 { (offset, keyOffset) = (next, nextKey) }
        left -= 1
        nextKey = nil
    }

    mutating func end() {}

    mutating func text(_ text: ByteRun) -> Bool {
        null()
        return true
    }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        nextKey = next
        return true
    }
}

/// A sink that keeps nothing, for validating a document.
struct ValidationSink: ValueSink {
    static var usesTexts: Bool { false }

    /// Whether texts may be other than UTF-8, as for decoders if no model asks for them.
    var isLax = false

    mutating func null() {}
    mutating func end() {}
    mutating func text(_ text: ByteRun) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
}
