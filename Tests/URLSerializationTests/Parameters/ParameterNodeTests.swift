import Testing
import URLSerialization

/// The reading of an `Any`: each row is `["v": value]` and its query.
@Suite struct ParameterNodeTests {
    private enum Color: String { case red = "r d" }
    private enum Level: Int { case high = 3 }
    private enum Ratio: Double { case half = 0.5 }
    private enum Initial: Character { case a = "a" }
    private struct Options: OptionSet {
        let rawValue: UInt8
    }
    private struct Tag: RawRepresentable {
        let rawValue: [String]
    }

    private static let integers = [
        QuerySample("Int", "v=-9223372036854775808") { Int.min },
        QuerySample("Int.max", "v=9223372036854775807") { Int.max },
        QuerySample("Int8", "v=-128") { Int8.min }, QuerySample("Int8 of 1", "v=1") { Int8(1) },
        QuerySample("Int8.max", "v=127") { Int8.max },
        QuerySample("Int16", "v=-32768") { Int16.min }, QuerySample("Int16.max", "v=32767") { Int16.max },
        QuerySample("Int32", "v=-2147483648") { Int32.min }, QuerySample("Int32.max", "v=2147483647") { Int32.max },
        QuerySample("Int64", "v=-9223372036854775808") { Int64.min },
        QuerySample("Int64.max", "v=9223372036854775807") { Int64.max },
        QuerySample("UInt", "v=18446744073709551615") { UInt.max }, QuerySample("UInt of 0", "v=0") { UInt.min },
        QuerySample("UInt8", "v=255") { UInt8.max }, QuerySample("UInt8 of 1", "v=1") { UInt8(1) },
        QuerySample("UInt16", "v=65535") { UInt16.max }, QuerySample("UInt32", "v=4294967295") { UInt32.max },
        QuerySample("UInt64", "v=18446744073709551615") { UInt64.max },
        QuerySample("UInt64 beyond Int64", "v=9223372036854775808") { UInt64(1) << 63 },
    ]

    private static let numbers = [
        QuerySample("Double", "v=1") { 1.0 }, QuerySample("Double with a fraction", "v=0.1") { 0.1 },
        QuerySample("Double of sixteen digits", "v=99.98999999999999") { 99.99 },
        QuerySample("Float", "v=0.1") { Float(0.1) },
        QuerySample("Float of seven digits", "v=0.3333333") { Float(1) / 3 },
        QuerySample("CGFloat", "v=0.25") { CGFloat(0.25) }, QuerySample("CGFloat of 2", "v=2") { CGFloat(2) },
        QuerySample("negative zero", "v=-0") { -0.0 }, QuerySample("infinity", "v=-inf") { -Double.infinity },
        QuerySample("NaN", "v=nan") { Float.nan }, QuerySample("exponent", "v=1e%2B21") { 1e21 },
        QuerySample("Decimal", "v=1.1") { try #require(Decimal(string: "1.10")) },
        QuerySample("large Decimal", "v=12345678901234567890.123456789") {
            try #require(Decimal(string: "12345678901234567890.123456789"))
        },
        QuerySample("Decimal without exponent", "v=100000000000000000000000000000") {
            try #require(Decimal(string: "1e29"))
        },
        QuerySample("Decimal NaN", "v=NaN") { Decimal.nan },
    ]

    private static let objectiveCNumbers = [
        QuerySample("NSNumber of Int", "v=-1") { NSNumber(value: -1) },
        QuerySample("NSNumber of Int8", "v=1") { NSNumber(value: Int8(1)) },
        QuerySample("NSNumber of UInt8", "v=1") { NSNumber(value: UInt8(1)) },
        QuerySample("NSNumber of Int16", "v=-1") { NSNumber(value: Int16(-1)) },
        QuerySample("NSNumber of UInt16", "v=65535") { NSNumber(value: UInt16.max) },
        QuerySample("NSNumber of Int32", "v=1") { NSNumber(value: Int32(1)) },
        QuerySample("NSNumber of UInt32", "v=4294967295") { NSNumber(value: UInt32.max) },
        QuerySample("NSNumber of Int64", "v=-9223372036854775808") { NSNumber(value: Int64.min) },
        QuerySample("NSNumber of UInt64", "v=18446744073709551615") { NSNumber(value: UInt64.max) },
        QuerySample("NSNumber of UInt", "v=18446744073709551615") { NSNumber(value: UInt.max) },
        QuerySample("NSNumber of Double", "v=1") { NSNumber(value: 1.0) },
        QuerySample("NSNumber of a fraction", "v=0.3") { NSNumber(value: 0.1 + 0.2) },
        QuerySample("NSNumber of Float", "v=0.1") { NSNumber(value: Float(0.1)) },
        QuerySample("NSNumber of NaN", "v=nan") { NSNumber(value: Double.nan) },
        QuerySample("NSDecimalNumber", "v=1.5") { NSDecimalNumber(string: "1.50") },
        QuerySample("NSDecimalNumber of 1", "v=1") { NSDecimalNumber.one },
        QuerySample("NSDecimalNumber NaN", "v=NaN") { NSDecimalNumber.notANumber },
        QuerySample("NSDecimalNumber as NSNumber", "v=99.99") { NSDecimalNumber(string: "99.99") as NSNumber },
        QuerySample("[NSNumber]", "v%5B%5D=9.9&v%5B%5D=1") { [NSDecimalNumber(string: "9.9"), NSNumber(value: true)] },
    ]

    private static let texts = [
        QuerySample("String", "v=a%20b") { "a b" }, QuerySample("Substring", "v=b") { "abc".dropFirst().prefix(1) },
        QuerySample("Character", "v=%F0%9F%87%A9%F0%9F%87%AA") { Character("🇩🇪") },
        QuerySample("Unicode.Scalar", "v=%C3%A9") { Unicode.Scalar("é") },
        QuerySample("NSString", "v=%C3%A9") { "é" as NSString },
        QuerySample("NSMutableString", "v=ab") { NSMutableString(string: "ab") },
        QuerySample("decomposed text stays so", "v=e%CC%81") { "e\u{301}" as NSString },
        QuerySample("URL", "v=http%3A//a/b%2520c?d%3De%23f") { try #require(URL(string: "http://a/b%20c?d=e#f")) },
        QuerySample("NSURL", "v=http%3A//a") { try "http://a".asURL() as NSURL },
        QuerySample("relative URL", "v=http%3A//h/c") {
            try #require(URL(string: "c", relativeTo: "http://h/a".asURL()))
        },
        QuerySample("UUID", "v=12345678-ABCD-EF01-2345-6789ABCDEF01") { uuid },
        QuerySample("NSUUID", "v=12345678-ABCD-EF01-2345-6789ABCDEF01") { uuid as NSUUID },
        QuerySample("Date", "v=1970-01-01%2000%3A00%3A01%20%2B0000") { Date(timeIntervalSince1970: 1.9) },
        QuerySample("NSDate", "v=1970-01-01%2000%3A00%3A01%20%2B0000") { NSDate(timeIntervalSince1970: 1.9) },
        QuerySample("enum of String", "v=r%20d") { Color.red }, QuerySample("enum of Int", "v=3") { Level.high },
        QuerySample("enum of Double", "v=0.5") { Ratio.half }, QuerySample("enum of Character", "v=a") { Initial.a },
        QuerySample("option set", "v=5") { Options(rawValue: 5) },
        QuerySample("raw representable of a collection", "v%5B%5D=x") { Tag(rawValue: ["x"]) },
        QuerySample("notification's name", "v=n") { Notification.Name("n") },
    ]

    private static var uuid: UUID {
        UUID(uuid: (0x12, 0x34, 0x56, 0x78, 0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01))
    }

    private static let nothings = [
        QuerySample("NSNull", "v") { NSNull() }, QuerySample("nil", "v") { Int?.none as Any },
        QuerySample("nil in an optional", "v") { Int??.some(.none) as Any },
        QuerySample("nil in optionals", "v") { String????.some(.some(.some(.none))) as Any },
        QuerySample("nil of Any", "v") { Any?.none as Any },
        QuerySample("null ParameterValue", "v") { ParameterValue.null },
        QuerySample("NSNull in an optional", "v") { NSNull?.some(NSNull()) as Any },
        QuerySample("value in an optional", "v=1") { Int?.some(1) as Any },
        QuerySample("value in optionals", "v=x") { String??.some(.some("x")) as Any },
        QuerySample("collection in optionals", "v%5B%5D=1") { [Int]??.some(.some([1])) as Any },
        QuerySample("Any in an optional", "v=1") { Any?.some(true) as Any },
        QuerySample("optionals of Any by turns", "v=2") { Optional(Optional(2) as Any) as Any },
    ]

    private static let collections = [
        QuerySample("[Any]", "v%5B%5D=1&v%5B%5D=x") { [1, "x"] as [Any] },
        QuerySample("[Int]", "v%5B%5D=2&v%5B%5D=1") { [2, 1] },
        QuerySample("[Bool]", "v%5B%5D=1&v%5B%5D=0") { [true, false] },
        QuerySample("[Float]", "v%5B%5D=0.1") { [Float(0.1)] }, QuerySample("[Double]", "v%5B%5D=0.1") { [0.1] },
        QuerySample("[Int?]", "v%5B%5D=1&v%5B%5D") { [1, nil] as [Int?] },
        QuerySample("[UInt8]", "v%5B%5D=7") { [UInt8(7)] },
        QuerySample("ArraySlice", "v%5B%5D=2&v%5B%5D=3") { [1, 2, 3][1...] },
        QuerySample("ContiguousArray", "v%5B%5D=1") { ContiguousArray([1]) },
        QuerySample("array of ParameterValue", "v%5B%5D=1&v%5B%5D") { [1, nil] as [ParameterValue] },
        QuerySample("NSArray", "v%5B%5D=1&v%5B%5D=x") { NSArray(array: [1, "x"]) },
        QuerySample("NSMutableArray", "v%5B%5D=1") { NSMutableArray(object: true) },
        QuerySample("NSOrderedSet", "v%5B%5D=2&v%5B%5D=1") { NSOrderedSet(array: [2, 1, 2]) },
        QuerySample("NSMutableOrderedSet", "v%5B%5D=2") { NSMutableOrderedSet(object: 2) },
        QuerySample("Set<Int>", "v=1&v=2") { Set([2, 1]) },
        QuerySample("Set<AnyHashable>", "v=1&v=a") { Set<AnyHashable>(["a", 1]) },
        QuerySample("NSSet", "v=1&v=2") { NSSet(array: [2, 1]) },
        QuerySample("NSMutableSet", "v=1") { NSMutableSet(object: 1) },
        QuerySample("NSCountedSet", "v=1&v=2") { NSCountedSet(array: [2, 1, 1]) },
        QuerySample("[String: Any]", "v%5Ba%5D=1") { ["a": 1] as [String: Any] },
        QuerySample("[String: Int]", "v%5Ba%5D=1") { ["a": 1] },
        QuerySample("[String: Bool]", "v%5Ba%5D=1") { ["a": true] },
        QuerySample("[String: Int?]", "v%5Ba%5D&v%5Bb%5D=1") { ["b": 1, "a": nil] as [String: Int?] },
        QuerySample("[String: [String: Int]]", "v%5Ba%5D%5Bb%5D=1") { ["a": ["b": 1]] },
        QuerySample("[Int: String]", "v%5B10%5D=b&v%5B9%5D=a") { [9: "a", 10: "b"] },
        QuerySample("[Bool: Int]", "v%5B0%5D=2&v%5B1%5D=1") { [true: 1, false: 2] },
        QuerySample("[UUID: Int]", "v%5B12345678-ABCD-EF01-2345-6789ABCDEF01%5D=1") { [uuid: 1] },
        QuerySample("[Color: Int]", "v%5Br%20d%5D=1") { [Color.red: 1] },
        QuerySample("[Level: Int]", "v%5B3%5D=1") { [Level.high: 1] },
        QuerySample("[Int?: Int]", "v%5B1%5D=1&v%5B%3Cnull%3E%5D=2") { [1: 1, nil: 2] as [Int?: Int] },
        QuerySample("[Substring: Int]", "v%5Ba%5D=1") { ["a".prefix(1): 1] },
        QuerySample("[AnyHashable: Any] of texts", "v%5Ba%5D=1") { ["a": 1] as [AnyHashable: Any] },
        QuerySample("[AnyHashable: Any] of anything", "v%5B1%5D=a&v%5Bb%5D=2") {
            [1: "a", "b": 2] as [AnyHashable: Any]
        },
        QuerySample("[NSString: NSNumber]", "v%5Ba%5D=1") { ["a": 1] as [NSString: NSNumber] },
        QuerySample("NSDictionary", "v%5B1%5D=b&v%5Ba%5D=1") { NSDictionary(dictionary: ["a": 1, 1: "b"]) },
        QuerySample("NSMutableDictionary", "v%5Ba%5D=1") { NSMutableDictionary(object: true, forKey: "a" as NSString) },
        QuerySample("KeyValuePairs", "v%5Ba%5D=1&v%5Ba%5D=2") { ["a": 1, "a": 2] as KeyValuePairs },
        QuerySample("ParameterDictionary", "v%5Ba%5D=1") { ["a": 1] as ParameterDictionary },
        QuerySample("[String: ParameterValue]", "v%5Ba%5D") { ["a": nil] as [String: ParameterValue] },
        QuerySample("AnyHashable", "v%5B%5D=1") { AnyHashable([1]) },
        QuerySample("AnyHashable of NSNumber", "v=1") { AnyHashable(NSNumber(value: true)) },
        QuerySample("AnyHashable of an optional", "v") { AnyHashable(Int?.none) },
    ]

    private static let all = integers + numbers + objectiveCNumbers + texts + nothings + collections

    @Test(arguments: all)
    func valueIsWrittenAsFoundationWould(sample: QuerySample) throws {
        #expect(try QueryStringSerializer().string(from: ["v": sample.make()]) == sample.query)
    }

    @Test(arguments: all)
    func valueInFoundationsCollectionsIsTheSame(sample: QuerySample) throws {
        let dictionary = NSDictionary(dictionary: ["v": try sample.make()])
        #expect(try QueryStringSerializer().string(from: dictionary) == sample.query)
        let array = NSArray(array: [try sample.make()])
        let query = sample.query.replacingOccurrences(of: "v", with: "v%5B%5D", options: .anchored)
            .replacingOccurrences(of: "&v", with: "&v%5B%5D")
        #expect(try QueryStringSerializer().string(from: ["v": array]) == query)
    }

    @Test(arguments: all)
    func parameterValueOfItIsWrittenTheSame(sample: QuerySample) throws {
        let value = try ParameterValue(bridging: ["v": sample.make()])
        // Of two values under one key a ParameterValue keeps the later.
        let isMerged = sample.testDescription == "KeyValuePairs"
        #expect(try QueryStringSerializer().string(from: value) == (isMerged ? "v%5Ba%5D=2" : sample.query))
    }

    @Test(arguments: all)
    func optionalOfItIsTheSame(sample: QuerySample) throws {
        let value = Optional(Optional(try sample.make()))
        #expect(try QueryStringSerializer().string(from: ["v": value as Any]) == sample.query)
        #expect(try QueryStringSerializer().string(from: ["v": value]) == sample.query)
    }

    // MARK: - Booleans and numbers

    private static let booleans = [
        QuerySample("true", "true") { true }, QuerySample("false", "false") { false },
        QuerySample("NSNumber of true", "true") { NSNumber(value: true) },
        QuerySample("NSNumber of false", "false") { NSNumber(value: false) },
        QuerySample("NSNumber of the literal", "true") { true as NSNumber },
        QuerySample("AnyHashable", "true") { AnyHashable(true) },
        QuerySample("optional", "false") { Bool?.some(false) as Any },
        QuerySample("ParameterValue", "true") { true as ParameterValue },
        QuerySample("kCFBooleanTrue of an archive", "true") {
            try PropertyListSerialization.propertyList(
                from: Data("<plist version=\"1.0\"><true/></plist>".utf8), format: nil)
        },
        QuerySample("of a JSON text", "false") {
            try JSONSerialization.jsonObject(with: Data("false".utf8), options: .fragmentsAllowed)
        },
    ]

    private static let onesAndZeros = [
        QuerySample("Int", "1") { 1 }, QuerySample("Int8", "1") { Int8(1) }, QuerySample("UInt8", "0") { UInt8(0) },
        QuerySample("Double", "1") { 1.0 }, QuerySample("Float", "0") { Float(0) },
        QuerySample("NSNumber of Int", "1") { NSNumber(value: 1) },
        QuerySample("NSNumber of Int8", "1") { NSNumber(value: Int8(1)) },
        QuerySample("NSNumber of UInt8", "0") { NSNumber(value: UInt8(0)) },
        QuerySample("NSNumber of a larger Int8", "100") { NSNumber(value: Int8(100)) },
        QuerySample("NSNumber of a smaller Int8", "-100") { NSNumber(value: Int8(-100)) },
        QuerySample("NSNumber of Double", "1") { NSNumber(value: 1.0) },
        QuerySample("NSDecimalNumber", "0") { NSDecimalNumber.zero },
        QuerySample("of an archive", "1") {
            try PropertyListSerialization.propertyList(
                from: Data("<plist version=\"1.0\"><integer>1</integer></plist>".utf8), format: nil)
        },
        QuerySample("of a JSON text", "1") {
            try JSONSerialization.jsonObject(with: Data("1".utf8), options: .fragmentsAllowed)
        },
    ]

    @Test(arguments: booleans + onesAndZeros)
    func booleanIsNeverTakenForANumberNorANumberForABoolean(sample: QuerySample) throws {
        let serializer = QueryStringSerializer(style: .afNetworking { $0.booleans = .literal })
        #expect(try serializer.string(from: ["v": sample.make()]) == "v=\(sample.query)")
        #expect(
            try serializer.string(from: NSDictionary(object: sample.make(), forKey: "v" as NSString))
                == "v=\(sample.query)")
        #expect(try serializer.string(from: ParameterValue(bridging: ["v": sample.make()])) == "v=\(sample.query)")
    }

    private static let kinds = [
        Kind("Int", .int(1)) { 1 }, Kind("UInt64", .int(1)) { UInt64(1) },
        Kind("UInt64.max", .uint(.max)) { UInt64.max },
        Kind("Double", .double(1)) { 1.0 }, Kind("CGFloat", .double(1)) { CGFloat(1) },
        Kind("Float", .float(1)) { Float(1) },
        Kind("Decimal", .decimal(1)) { Decimal(1) }, Kind("NSNumber of true", .bool(true)) { NSNumber(value: true) },
        Kind("NSNumber of Int8", .int(1)) { NSNumber(value: Int8(1)) },
        Kind("NSNumber of Double", .double(1)) { NSNumber(value: 1.0) },
        Kind("NSNumber of Float", .float(1)) { NSNumber(value: Float(1)) },
        Kind("NSNumber of UInt64", .int(1)) { NSNumber(value: UInt64(1)) },
        Kind("NSNumber of UInt64.max", .uint(.max)) { NSNumber(value: UInt64.max) },
        Kind("NSDecimalNumber", .decimal(1)) { NSDecimalNumber.one },
        Kind("NSDecimalNumber as NSNumber", .decimal(1)) { NSDecimalNumber.one as NSNumber },
    ]

    private struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: ParameterValue
        let make: @Sendable () -> Any

        init(_ description: String, _ value: ParameterValue, _ make: @escaping @Sendable () -> Any) {
            testDescription = description
            self.value = value
            self.make = make
        }
    }

    @Test(arguments: kinds)
    private func numberKeepsItsKind(kind: Kind) throws {
        #expect(try ParameterValue(bridging: kind.make()) == kind.value)
        #expect(try ParameterValue(bridging: NSArray(object: kind.make())) == [kind.value])
    }

    @Test func integerWiderThan64BitsIsItsDigits() throws {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            #expect(
                try QueryStringSerializer().string(from: ["v": Int128.min])
                    == "v=-170141183460469231731687303715884105728")
        }
    }
}
