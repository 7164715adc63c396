/// The receiver of the pairs of a traversal: the key path as it grows and is cut back, and the values under it.
///
/// Query strings, lists of pairs and form fields differ only in their sink.
protocol PairSink: ~Copyable {
    /// The length of the key path, to return to with ``truncateKey(to:)``.
    var keyLength: Int { get }
    /// The key path so far, not percent-encoded.
    var keyText: String { get }

    /// Appends a key: unchanged at the top, in brackets below.
    mutating func appendKey(_ key: ByteRun, isNested: Bool)
    /// Appends the brackets of an array: `[]`, or with an index `[3]`.
    mutating func appendBrackets(index: Int?)
    mutating func truncateKey(to length: Int)
    /// Writes a pair of the key path and a leaf, which is not null.
    ///
    /// - Throws: ``ParameterError`` for a leaf without text; any error from a style's closure.
    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws
    /// Writes a pair of the key path and a text, given as UTF-8.
    mutating func writePair(text: ByteRun) throws
    /// Writes the key path without a value.
    mutating func writeBareKey() throws
}

extension PairSink where Self: ~Copyable {
    @inline(__always)
    mutating func appendKey(_ key: String, isNested: Bool) { key.withRun { appendKey($0, isNested: isNested) } }

    /// Replaces the key path with a text that is not percent-encoded.
    mutating func replaceKey(with text: String) {
        truncateKey(to: 0)
        appendKey(text, isNested: false)
    }

    mutating func writePair(_ text: String) throws { try text.withRun { try writePair(text: $0) } }
}

/// The sink that collects pairs that are not percent-encoded.
struct PairList: KeyPathTextSink {
    private(set) var pairs: [ParameterPair] = []
    var key: [UInt8] = []

    mutating func write(_ text: String?) { pairs.append(ParameterPair(key: keyText, value: text)) }
}

/// A sink that stores its key path as the query spells it, `user[tags][]`, not percent-encoded.
protocol KeyPathTextSink: PairSink {
    var key: [UInt8] { get set }
    /// Writes a value under the key path; `nil` for none.
    mutating func write(_ text: String?) throws
}

extension KeyPathTextSink {
    var keyLength: Int { key.count }
    var keyText: String { String(decoding: key, as: UTF8.self) }

    mutating func appendKey(_ bytes: ByteRun, isNested: Bool) {
        if isNested { key.append(UInt8(ascii: "[")) }
        key.append(contentsOf: bytes)
        if isNested { key.append(UInt8(ascii: "]")) }
    }

    mutating func appendBrackets(index: Int?) { key.append(contentsOf: "[\(index.map(String.init) ?? "")]".utf8) }

    mutating func truncateKey(to length: Int) { key.removeSubrange(length...) }

    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        try write(LeafText.description(of: leaf, style: style))
    }

    mutating func writePair(text: ByteRun) throws { try write(text.string) }

    mutating func writeBareKey() throws { try write(nil) }
}
