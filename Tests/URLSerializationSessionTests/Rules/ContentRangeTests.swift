import Testing

@testable import URLSerializationSession

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 5-9/10", 5, 9, 10, 5), ("BYTES  0-0/*", 0, 0, nil, 1), ("bytes 0-9/10", 0, 9, 10, 10),
            ("bytes 0-9223372036854775807/*", 0, .max, nil, .max),
            ("bytes 1-9223372036854775807/*", 1, .max, nil, .max),
            ("bytes 9223372036854775806-9223372036854775806/9223372036854775807", .max - 1, .max - 1, .max, 1),
        ] as [(String, Int64, Int64, Int64?, Int64)])
    func aRangeHasEndsATotalAndALength(text: String, first: Int64, last: Int64, total: Int64?, count: Int64) throws {
        let range = try #require(ContentRange(text))
        #expect(range.first == first && range.last == last && range.total == total && range.count == count)
    }

    @Test(arguments: [
        "", "bytes", "bytes 5-9", "bytes 9-5/10", "bytes 5-10/10", "bytes */10", "bytes -5-9/10", "bytes +5-9/10",
        "bytes 5-9/10/11", "bytes 5-9-10/11", "lines 5-9/10", "bytes 5-99999999999999999999/*", "bytes ５-9/10",
        "bytes 5-9/", "bytes -9/10", "bytes 5-/10", "bytes 0-9223372036854775807/9223372036854775807",
    ])
    func anythingElseIsNone(text: String) {
        #expect(ContentRange(text) == nil)
    }

    @Test(
        arguments: [
            (1, 2, 3), (.max, 1, .max), (40_000, 9_223_372_036_854_775_000, .max), (.min, -1, .min), (.max, .min, -1),
        ] as [(Int64, Int64, Int64)])
    func sumsEndAtTheLastNumber(left: Int64, right: Int64, sum: Int64) {
        #expect(left.saturatingSum(right) == sum && right.saturatingSum(left) == sum)
    }
}
