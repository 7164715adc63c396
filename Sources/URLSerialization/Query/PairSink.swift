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

/// A sink that passes each pair on under its key path as the query spells it, `user[tags][]`, not percent-encoded.
struct KeyPathSink: PairSink {
    private var key: [UInt8] = []
    /// Receives the key path and the leaf of each pair, which is null for a key without a value.
    private let write: (_ keyPath: String, _ leaf: ParameterValue) throws -> Void

    init(_ write: @escaping (_ keyPath: String, _ leaf: ParameterValue) throws -> Void) { self.write = write }

    var keyLength: Int { key.count }
    var keyText: String { String(decoding: key, as: UTF8.self) }

    mutating func appendKey(_ bytes: ByteRun, isNested: Bool) {
        if isNested { key.append(UInt8(ascii: "[")) }
        key.append(contentsOf: bytes)
        if isNested { key.append(UInt8(ascii: "]")) }
    }

    mutating func appendBrackets(index: Int?) { key.append(contentsOf: "[\(index.map(String.init) ?? "")]".utf8) }

    mutating func truncateKey(to length: Int) { key.removeSubrange(length...) }

    func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws { try write(keyText, leaf) }

    func writePair(text: ByteRun) throws { try write(keyText, .string(text.string)) }

    func writeBareKey() throws { try write(keyText, .null) }
}
