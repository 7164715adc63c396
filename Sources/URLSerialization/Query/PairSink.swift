/// The receiver of the pairs of a traversal: the key path as it grows and is cut back, and the values under it.
///
/// Query strings, lists of pairs and form fields differ only in their sink.
protocol PairSink: ~Copyable {
    /// The length of the key path, to return to with ``truncateKey(to:)``.
    var keyLength: Int { get }
    /// The key path so far, not percent-encoded.
    var keyText: String { get }
    /// The key path so far as the sink stores it, to return to with ``restoreKey(_:)`` after a replacement.
    var storedKey: [UInt8] { get }

    /// Appends a key: unchanged at the top, in brackets below.
    mutating func appendKey(_ key: ByteRun, isNested: Bool)
    /// Appends the brackets of an array: `[]`, or with an index `[3]`.
    mutating func appendBrackets(index: Int?)
    mutating func truncateKey(to length: Int)
    /// Replaces the key path with one that was stored.
    mutating func restoreKey(_ stored: [UInt8])
    /// Writes a pair of the key path and a leaf, which is not null.
    ///
    /// - Throws: ``ParameterFault`` for a leaf without text; the error of a style's closure.
    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws
    /// Writes a pair of the key path and a text, given as UTF-8.
    mutating func writePair(text: ByteRun) throws
    /// Writes the key path without a value.
    mutating func writeBareKey() throws
}

extension PairSink where Self: ~Copyable {
    @inline(__always)
    mutating func appendKey(_ key: String, isNested: Bool) {
        key.withRun { appendKey($0, isNested: isNested) }
    }

    /// Replaces the key path with a text that is not percent-encoded.
    mutating func replaceKey(with text: String) {
        truncateKey(to: 0)
        appendKey(text, isNested: false)
    }

    mutating func writePair(_ text: String) throws {
        try text.withRun { try writePair(text: $0) }
    }
}
