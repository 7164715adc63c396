import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.takingTurns) struct PayloadReaderTests {
    private func read(_ text: String) throws -> Payload {
        try PayloadReader().read(Data(text.utf8), name: "payload")
    }

    @Test(
        arguments: [
            ("1", .int(1)),
            ("-0", .int(0)),
            ("9223372036854775807", .int(.max)),
            ("18446744073709551615", .uint(.max)),
            ("1.0", .double(1)),
            ("1e3", .double(1000)),
            ("99.99", .double(99.99)),
        ] as [(String, ParameterValue)])
    func numbersHaveTheKindTheirTextTells(_ text: String, expected: ParameterValue) throws {
        let payload = try read("{\"n\": \(text)}")
        #expect(try payload.value.get() == .dictionary(["n": expected]))
        #expect(payload.notices.isEmpty)
    }

    @Test func integersBeyond64BitsKeepTheirDigits() throws {
        let payload = try read("{\"n\": 123456789012345678901234567890}")
        let pairs = try QueryStringSerializer().pairs(from: payload.parameters)
        #expect(pairs == [ParameterPair(key: "n", value: "123456789012345678901234567890")])
    }

    @Test func keysKeepTheirOrder() throws {
        let payload = try read("{\"z\": 1, \"a\": 2, \"m\": 3}")
        guard case .dictionary(let entries) = try payload.value.get() else {
            Issue.record("not a dictionary")
            return
        }
        #expect(entries.map(\.key) == ["z", "a", "m"])
    }

    @Test func aRepeatedKeyIsNoted() throws {
        let payload = try read("{\"a\": 1, \"a\": 2}")
        #expect(payload.notices == ["a is repeated in the file: the last value was taken."])
        #expect(payload.roundings.isEmpty)
    }

    @Test(
        arguments: [
            ([], "empty", nil),
            (Array(" \n\t ".utf8), "empty", nil),
            (Array("{\"a\":\n\"".utf8) + [0xFF, 0x22, 0x7D], "not UTF-8 text", 2),
            ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16 text, save it as UTF-8", 1),
            (Array("{\"n\": 1e999}".utf8), "the number 1e999 at n is out of range", nil),
        ] as [([UInt8], String, Int?)])
    func unusableInputIsRefusedWithItsReason(_ bytes: [UInt8], reason: String, line: Int?) {
        #expect(throws: PayloadError(line: line, reason: reason)) {
            try PayloadReader().read(Data(bytes), name: "payload")
        }
    }

    @Test(arguments: [600, 100_000, 1_000_000])
    func deepNestingIsRefused(_ depth: Int) {
        let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(throws: PayloadError.self) { try read(brackets) }
        let elements = String(repeating: "<array>", count: depth)
        #expect(throws: PayloadError.self) { try read("<plist>\(elements)") }
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        let payload = try PayloadReader().read(Data([0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8)), name: "payload")
        #expect(try payload.value.get() == .dictionary(["a": 1]))
    }

    @Test(
        arguments: [
            (#"{"d": {"$date": 60}}"#, ["d": .date(Date(timeIntervalSince1970: 60))]),
            (#"{"s": {"$set": ["a", "b"]}}"#, ["s": .set(["a", "b"])]),
            (#"{"x": {"$data": "AQI="}}"#, ["x": .data(Data([1, 2]))]),
            (#"{"$dict": [[7, true]]}"#, ["7": true]),
            (#"{"n": 1.5}"#, ["n": 1.5]),
        ] as [(String, ParameterValue)])
    func typedJSONIsReadWhereAskedFor(_ text: String, expected: ParameterValue) throws {
        let payload = try PayloadReader(isTyped: true).read(Data(text.utf8), name: "payload")
        #expect(payload.format == .typedJSON)
        #expect(try payload.value.get() == expected)
        #expect(try read(text).format == .json)
    }

    @Test func malformedTypedJSONNamesItsKeyPath() {
        let error = #expect(throws: PayloadError.self) {
            try PayloadReader(isTyped: true).read(Data(#"{"a": {"$date": "x"}}"#.utf8), name: "payload")
        }
        #expect(error?.reason.hasPrefix("at a[$date]: ") == true)
    }

    @Test func anUnpairedSurrogateIsReplacedAndNoted() throws {
        let payload = try read(#"{"a": "x\ud800y"}"#)
        #expect(try payload.value.get() == .dictionary(["a": "x\u{FFFD}y"]))
        #expect(payload.notices.count == 1)
    }

    @Test func propertyListsAreTold() throws {
        #expect(try read("<plist><dict/></plist>").format == .xmlPropertyList)
        #expect(try read("{}").format == .json)
    }

    @Test func tooManyValuesAreRefused() throws {
        let most = PayloadReader.maximumCount - 1
        #expect(throws: Never.self) { try read("[" + String(repeating: "1,", count: most - 1) + "1]") }
        #expect(throws: PayloadReader.tooManyValues) { try read("[" + String(repeating: "1,", count: most) + "1]") }
    }

    @Test func tooManyValuesAtADepthAreRefused() throws {
        let values = String(repeating: "1,", count: 10_000)
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + values + "1" + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(390)) }
        #expect(throws: PayloadReader.tooManySteps) { try read(nested(410)) }
    }

    @Test func tooLargeAPayloadIsRefused() {
        let data = Data(repeating: 0x20, count: PayloadReader.maximumSize + 1)
        #expect(throws: PayloadReader.tooLarge) { try PayloadReader().read(data, name: "payload") }
    }
}
