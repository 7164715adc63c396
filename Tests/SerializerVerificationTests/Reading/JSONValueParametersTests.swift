import SerializerComparison
import SerializerVerification
import Testing
import URLSerialization

@Suite struct JSONValueParametersTests {
    @Test(arguments: [
        ("null", ParameterValue.null),
        ("true", .bool(true)),
        ("1", .int(1)),
        ("-0", .int(0)),
        ("9223372036854775807", .int(.max)),
        ("-9223372036854775808", .int(.min)),
        ("9223372036854775808", .uint(1 << 63)),
        ("18446744073709551615", .uint(.max)),
        ("1.0", .double(1)),
        ("1e3", .double(1000)),
        ("0.1", .double(0.1)),
        (#""text""#, .string("text")),
        ("[1,[true]]", .array([.int(1), .array([.bool(true)])])),
        (#"{"a":1,"b":{}}"#, .dictionary(["a": .int(1), "b": .dictionary([:])])),
    ])
    func jsonBecomesTheValueItStandsFor(_ text: String, _ value: ParameterValue) throws {
        #expect(try JSONValue.read(Data(text.utf8)).parameters() == value)
    }

    @Test func integersBeyond64BitsStayExactWhereADecimalHoldsThem() throws {
        let exact = "-123456789012345678901234567890"
        #expect(try JSONValue.number(exact).parameters() == .decimal(try #require(Decimal(string: exact))))
        let long = String(repeating: "1234567890", count: 5)
        #expect(try JSONValue.number(long).parameters() == .double(try #require(Double(long))))
    }

    @Test func orderStaysAndTheLaterOfTwoEqualKeysStands() throws {
        let json = try JSONValue.read(Data(#"{"b":1,"a":2,"b":3,"\u00e9":4,"e\u0301":5}"#.utf8))
        guard case .dictionary(let dictionary) = try json.parameters() else {
            Issue.record("not a dictionary")
            return
        }
        #expect(dictionary.map { $0.key.unicodeScalars.count } == [1, 1, 1, 2])
        #expect(dictionary.map(\.value) == [.int(3), .int(2), .int(4), .int(5)])
    }

    @Test(arguments: [
        ("1e400", nil, "a number beyond the largest double"),
        (#"{"a":[{"b":-1e999}]}"#, "a[0][b]", "a number beyond the largest double"),
        (#"{"a":"\ud83d"}"#, "a", "an unpaired surrogate, which a Swift string cannot hold"),
        (#"{"a":{"\ud83d":1}}"#, "a", "an unpaired surrogate, which a Swift string cannot hold"),
    ])
    func whatSwiftCannotHoldIsAnErrorAtItsPath(_ text: String, _ keyPath: String?, _ reason: String) throws {
        let json = try JSONValue.read(Data(text.utf8))
        #expect(throws: PayloadError(reason: keyPath.map { "at \($0): \(reason)" } ?? reason)) { try json.parameters() }
    }
}
