/// A sink that stores its key path as the query spells it, `user[tags][]`, not percent-encoded.
protocol KeyPathTextSink: PairSink {
    /// The key path's UTF-8.
    var storedKey: [UInt8] { get set }
    /// Writes a value under the key path; `nil` for none.
    mutating func write(_ text: String?) throws
}

extension KeyPathTextSink {
    var keyLength: Int { storedKey.count }
    var keyText: String { String(decoding: storedKey, as: UTF8.self) }

    mutating func appendKey(_ key: ByteRun, isNested: Bool) {
        if isNested { storedKey.append(UInt8(ascii: "[")) }
        storedKey.append(contentsOf: key)
        if isNested { storedKey.append(UInt8(ascii: "]")) }
    }

    mutating func appendBrackets(index: Int?) {
        storedKey.append(contentsOf: "[\(index.map(String.init) ?? "")]".utf8)
    }

    mutating func truncateKey(to length: Int) { storedKey.removeSubrange(length...) }

    mutating func restoreKey(_ stored: [UInt8]) { storedKey = stored }

    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        try write(LeafText.description(of: leaf, style: style))
    }

    mutating func writePair(text: ByteRun) throws { try write(text.string) }

    mutating func writeBareKey() throws { try write(nil) }
}
