/// The sink that collects pairs that are not percent-encoded.
struct PairList: KeyPathTextSink {
    private(set) var pairs: [ParameterPair] = []
    var storedKey: [UInt8] = []

    mutating func write(_ text: String?) {
        pairs.append(ParameterPair(key: keyText, value: text))
    }
}
