/// A key path as the query spells it, `user[tags][]`, that grows and is cut back. It is not percent-encoded.
struct KeyPathText {
    /// The key path's UTF-8.
    var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ key: ByteRun, isNested: Bool) {
        if isNested { bytes.append(UInt8(ascii: "[")) }
        bytes.append(contentsOf: key)
        if isNested { bytes.append(UInt8(ascii: "]")) }
    }

    mutating func appendBrackets(index: Int?) {
        bytes.append(contentsOf: "[\(index.map(String.init) ?? "")]".utf8)
    }

    mutating func truncate(to length: Int) {
        bytes.removeSubrange(length...)
    }
}

/// A sink that stores its key path as text.
protocol KeyPathTextSink: PairSink {
    var key: KeyPathText { get set }
}

extension KeyPathTextSink {
    var keyLength: Int { key.bytes.count }
    var keyText: String { key.text }
    var storedKey: [UInt8] { key.bytes }

    mutating func appendKey(_ text: ByteRun, isNested: Bool) {
        key.append(text, isNested: isNested)
    }

    mutating func appendBrackets(index: Int?) { key.appendBrackets(index: index) }

    mutating func truncateKey(to length: Int) { key.truncate(to: length) }

    mutating func restoreKey(_ stored: [UInt8]) { key.bytes = stored }
}
