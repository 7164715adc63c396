import Testing

@testable import URLSerialization

@Suite struct PairSinkTests {
    @Test func pairsAreNotEscaped() throws {
        var sink = PairSink()
        sink.appendKey("a b", isNested: false)
        let length = sink.keyLength
        sink.appendKey("c]", isNested: true)
        try sink.take(.string("x&y"), style: .afNetworking)
        sink.truncateKey(to: length)
        sink.appendBrackets(index: nil)
        sink.appendBrackets(index: 3)
        try sink.take(.null, style: .afNetworking)
        sink.replaceKey(with: "é")
        try sink.take(.double(0.5), style: .afNetworking)
        #expect(
            sink.pairs == [
                ParameterPair(key: "a b[c]]", value: "x&y"), ParameterPair(key: "a b[][3]", value: nil),
                ParameterPair(key: "é", value: "0.5"),
            ])
        #expect(sink.keyText == "é")
    }

    @Test(arguments: [
        (NullStrategy.bareKey, [ParameterPair(key: "k", value: nil)]),
        (.emptyValue, [ParameterPair(key: "k", value: "")]),
        (.literal, [ParameterPair(key: "k", value: "null")]), (.omitted, []),
    ])
    func nullIsTakenAsTheStyleHasIt(nulls: NullStrategy, expected: [ParameterPair]) throws {
        var sink = PairSink()
        sink.appendKey("k", isNested: false)
        try sink.take(.null, style: .afNetworking { $0.nulls = nulls })
        #expect(sink.pairs == expected)
    }
}
