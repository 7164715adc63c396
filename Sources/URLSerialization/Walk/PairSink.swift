/// Collects pairs that are not percent-encoded.
struct PairSink: ParameterSink {
    private(set) var pairs: [ParameterPair] = []
    private var key = KeyPathText()

    var keyLength: Int { key.bytes.count }
    var keyText: String { key.text }

    mutating func appendKey(_ text: UnsafeBufferPointer<UInt8>, isNested: Bool) {
        key.append(text, isNested: isNested)
    }

    mutating func appendBrackets(index: Int?) { key.appendBrackets(index: index) }

    mutating func truncateKey(to length: Int) { key.truncate(to: length) }

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
