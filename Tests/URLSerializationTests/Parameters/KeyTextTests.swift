import Testing

@testable import URLSerialization

extension KeyText {
    init(of key: Any) throws(ParameterError) {
        var readings = ParameterReadings()
        try self.init(of: key, &readings)
    }
}

@Suite struct KeyTextTests {
    private static let samples = [
        QuerySample("a text", "é ") { "é " }, QuerySample("null", "<null>") { NSNull() },
        QuerySample("nil", "<null>") { Int?.none as Any }, QuerySample("a Boolean", "1") { true },
        QuerySample("a double", "0.3") { 0.1 + 0.2 },
        QuerySample("a date", "1970-01-01 00:00:00 +0000") { Date(timeIntervalSince1970: 0) },
        QuerySample("a URL", "file:///a") { URL(fileURLWithPath: "/a") },
        QuerySample("a decimal", "1.5") { Decimal(1.5) },
        QuerySample("a ParameterValue", "x") { "x" as ParameterValue },
    ]

    @Test(arguments: samples)
    func keyHasTheTextOfItsLeaf(sample: QuerySample) throws {
        #expect(try KeyText(of: sample.make()).text == sample.query)
    }

    @Test(arguments: [
        RefusedSample("bytes", .unsupportedKey, at: nil) { Data() },
        RefusedSample("an array", .unsupportedKey, at: nil) { [1] },
        RefusedSample("a set", .unsupportedKey, at: nil) { NSSet() },
        RefusedSample("a dictionary", .unsupportedKey, at: nil) { ["a": 1] },
        RefusedSample("a range", .unsupportedKey, at: nil) { 1..<2 },
        RefusedSample("a date without text", .unsupportedKey, at: nil) { Date(timeIntervalSince1970: .nan) },
    ])
    func keyWithoutTextIsAnError(sample: RefusedSample) {
        let error = #expect(throws: ParameterError.self) { try KeyText(of: sample.make()).text }
        #expect(error?.code == sample.code)
    }
}
