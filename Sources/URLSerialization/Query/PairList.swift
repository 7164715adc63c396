/// The sink that collects pairs that are not percent-encoded.
struct PairList: KeyPathTextSink {
    private(set) var pairs: [ParameterPair] = []
    var storedKey: [UInt8] = []

    mutating func writePair(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws {
        pairs.append(ParameterPair(key: keyText, value: try LeafText.description(of: leaf, style: style)))
    }

    mutating func writePair(text: ByteRun) {
        pairs.append(ParameterPair(key: keyText, value: text.string))
    }

    mutating func writeBareKey() {
        pairs.append(ParameterPair(key: keyText, value: nil))
    }
}
