/// Collects pairs that are not percent-encoded.
struct PairSink: KeyPathTextSink {
    private(set) var pairs: [ParameterPair] = []
    var key = KeyPathText()

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
        case .refused: throw ParameterFault.nullRefused
        }
    }
}
