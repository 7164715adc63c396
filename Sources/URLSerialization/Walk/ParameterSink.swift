/// Receives the walk: the key path as it grows and is cut back, and the leaves under it.
///
/// A query string and a list of pairs differ only here.
protocol ParameterSink: ~Copyable {
    /// The length of the key path, to return to with ``truncateKey(to:)``.
    var keyLength: Int { get }
    /// The key path so far, not percent-encoded.
    var keyText: String { get }

    /// Appends a key: as it is at the top, in brackets below.
    mutating func appendKey(_ key: UnsafeBufferPointer<UInt8>, isNested: Bool)
    /// Appends the brackets of an array: `[]`, or with an index `[3]`.
    mutating func appendBrackets(index: Int?)
    /// Cuts the key path back.
    mutating func truncateKey(to length: Int)
    /// Replaces the key path with a text that is not percent-encoded.
    mutating func replaceKey(with text: String)
    /// Takes a leaf under the key path.
    ///
    /// - Throws: ``ParameterFault`` for a leaf without text; what a style's closure throws.
    mutating func take(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws
    /// Takes a text, given as UTF-8, under the key path.
    mutating func take(text: UnsafeBufferPointer<UInt8>, style: borrowing QueryStyle) throws
}

extension ParameterSink where Self: ~Copyable {
    @inline(__always)
    mutating func appendKey(_ key: String, isNested: Bool) {
        key.withUTF8Bytes { appendKey($0, isNested: isNested) }
    }

    mutating func replaceKey(with text: String) {
        truncateKey(to: 0)
        appendKey(text, isNested: false)
    }
}
