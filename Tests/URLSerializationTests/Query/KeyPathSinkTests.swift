import Testing

@testable import URLSerialization

@Suite struct KeyPathSinkTests {
    @Test func pairsAreNotEscaped() throws {
        var pairs: [ParameterPair] = []
        var sink = KeyPathSink { key, leaf in
            let text = leaf.isNull ? nil : try LeafText.description(of: leaf, style: .afNetworking)
            pairs.append(ParameterPair(key: key, value: text))
        }
        sink.appendKey("a b", isNested: false)
        let length = sink.keyLength
        sink.appendKey("c]", isNested: true)
        try sink.writePair(.string("x&y"), style: .afNetworking)
        sink.truncateKey(to: length)
        sink.appendBrackets(index: nil)
        sink.appendBrackets(index: 3)
        try sink.writeBareKey()
        sink.replaceKey(with: "é")
        try sink.writePair(.double(0.5), style: .afNetworking)
        #expect(
            pairs == [
                ParameterPair(key: "a b[c]]", value: "x&y"), ParameterPair(key: "a b[][3]", value: nil),
                ParameterPair(key: "é", value: "0.5"),
            ])
        #expect(sink.keyText == "é")
    }
}
