import Testing

@testable import SerializerComparison

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("🙂", 2),
        ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("☕️", 2), ("—", 1), ("≠", 1), ("\u{301}", 0),
    ])
    func countsColumns(_ text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }
}
