/// Collects pairs that are not percent-encoded.
struct PairSink: ParameterSink {
    private(set) var pairs: [ParameterPair] = []
    private var key: [UInt8] = []

    var keyLength: Int { key.count }
    var keyText: String { String(decoding: key, as: UTF8.self) }

    mutating func appendKey(_ text: UnsafeBufferPointer<UInt8>, isNested: Bool) {
        if isNested { key.append(UInt8(ascii: "[")) }
        key.append(contentsOf: text)
        if isNested { key.append(UInt8(ascii: "]")) }
    }

    mutating func appendBrackets(index: Int?) {
        key.append(contentsOf: "[\(index.map(String.init) ?? "")]".utf8)
    }

    mutating func truncateKey(to length: Int) {
        key.removeSubrange(length...)
    }

    mutating func take(text: UnsafeBufferPointer<UInt8>, style: borrowing QueryStyle) throws {
        try take(.string(String(decoding: text, as: UTF8.self)), style: style)
    }

    mutating func take(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws {
        guard case .null = leaf else {
            let value = try LeafText.description(of: leaf, style: style)
            return pairs.append(ParameterPair(key: keyText, value: value))
        }
        switch style.nulls {
        case .bareKey: pairs.append(ParameterPair(key: keyText, value: nil))
        case .emptyValue: pairs.append(ParameterPair(key: keyText, value: ""))
        case .literal: pairs.append(ParameterPair(key: keyText, value: "null"))
        case .omitted: break
        }
    }
}
