import Testing
import URLSerialization

@Suite struct JSONResponseSerializerTests {
    @Test(
        arguments: [
            (200, #"{"a":[1,2.5,null,true]}"#, "{a:[1,2.5,null,true]}"),
            (500, #"{"a":1}"#, "{a:1} | response -1011"),
            (204, "", ""), (200, " ", ""), (404, " ", "response -1011"), (404, "", "response -1011"),
            (200, "  ", "NSCocoaErrorDomain 3840"), (200, "\n", "NSCocoaErrorDomain 3840"),
            (200, "{", "NSCocoaErrorDomain 3840"),
            (500, "{", "NSCocoaErrorDomain 3840 < response -1011"),
            (200, #"{"a":1,"a":2}"#, "{a:2}"),
            (200, "\u{FEFF}[1]", "[1]"),
            (200, "[1e400]", "NSCocoaErrorDomain 3840"), (200, #"["\ud800"]"#, "NSCocoaErrorDomain 3840"),
            (200, "true", "NSCocoaErrorDomain 3840"),
        ] as [(Int, String, String)])
    func objectAndErrorAreAFNetworkings(_ status: Int, _ body: String, _ expected: String) throws {
        let result = JSONResponseSerializer().serialize(try URLResponse.with(status: status), data: Data(body.utf8))
        #expect(summary(result) == expected)
    }

    @Test(arguments: [(200, ""), (404, "response -1011")])
    func noDataIsNoObject(_ status: Int, _ expected: String) throws {
        #expect(
            summary(JSONResponseSerializer().serialize(try URLResponse.with(status: status), data: nil)) == expected)
    }

    @Test(
        arguments: [
            ("application/json", true), ("text/json", true), ("text/javascript", true),
            ("application/javascript", false), ("text/plain", false), ("text/html", false),
        ] as [(String, Bool)])
    func unacceptableTypeStopsDecoding(_ contentType: String, _ isAcceptable: Bool) throws {
        let result = JSONResponseSerializer().serialize(
            try URLResponse.with(contentType: contentType), data: Data("{}".utf8))
        #expect(summary(result) == (isAcceptable ? "{}" : "response -1016"))
        let malformed = JSONResponseSerializer().serialize(
            try URLResponse.with(status: 500, contentType: contentType), data: Data("{".utf8))
        #expect(
            summary(malformed)
                == (isAcceptable ? "NSCocoaErrorDomain 3840 < response -1011" : "response -1011 < response -1016"))
    }

    @Test(arguments: [(#""s""#, "'s'"), ("true", "true"), ("null", "null"), ("-1.5", "-1.5")])
    func fragmentsAreReadWhereAllowed(_ body: String, _ expected: String) throws {
        let serializer = JSONResponseSerializer(readingOptions: .fragmentsAllowed, nullRemoval: .everywhere)
        #expect(summary(serializer.serialize(try URLResponse.with(), data: Data(body.utf8))) == expected)
    }

    /// An option that this library's reader does not have.
    private static let foreign = JSONSerialization.ReadingOptions(rawValue: 1 << 20)

    @Test(
        arguments: [
            (.kept, "{a:[1,null,{}],b:null}"), (.inDictionaries, "{a:[1,null,{}]}"), (.everywhere, "{a:[1,{}]}"),
        ] as [(NullRemoval, String)])
    func nullsAreRemovedFromWhatFoundationReads(removal: NullRemoval, expected: String) throws {
        let body = Data(#"{"a":[1,null,{\#(removal == .kept ? "" : #""c":null"#)}],"b":null}"#.utf8)
        for options in [Self.foreign, [Self.foreign, .mutableContainers]] {
            let serializer = JSONResponseSerializer(readingOptions: options, nullRemoval: removal)
            let result = serializer.serialize(try URLResponse.with(), data: body)
            #expect(summary(result) == expected)
            #expect((result.object is NSMutableDictionary) == options.contains(.mutableContainers))
        }
    }

    @Test func badlyEncodedTextIsAnError() throws {
        for bytes in [
            [0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xC3, 0x22, 0x5D], [0x22, 0xED, 0xA0, 0x80, 0x22],
        ] {
            let result = JSONResponseSerializer().serialize(try URLResponse.with(), data: Data(bytes.map(UInt8.init)))
            #expect(summary(result) == "NSCocoaErrorDomain 3840")
        }
    }

    @Test func slicesOfDataAreRead() throws {
        let slice = Data("xx{\"a\":1}yy".utf8).dropFirst(2).dropLast(2)
        #expect(summary(JSONResponseSerializer().serialize(try URLResponse.with(), data: slice)) == "{a:1}")
        #expect(
            summary(JSONResponseSerializer().serialize(try URLResponse.with(), data: Data("x ".utf8).dropFirst())) == ""
        )
    }

    @Test func throwingFormCarriesEverything() throws {
        let body = Data(#"{"message":"no"}"#.utf8)
        let response = try URLResponse.with(status: 422)
        let error = try #require(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decodeIfPresent(body, from: response)
        }
        #expect(error.kind == .unacceptableStatusCode)
        #expect(error.response == response)
        #expect(error.data == body)
        #expect(error.object.map(canonicalText) == "{message:'no'}")
        // Each reader has a separate object.
        #expect(error.object.map(canonicalText) == "{message:'no'}")
    }

    @Test func valueIsAnErrorWhereThereIsNone() throws {
        #expect(try JSONResponseSerializer().decodeIfPresent(nil, from: try URLResponse.with(status: 204)) == nil)
        let error = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data(), from: try URLResponse.with(status: 204))
        }
        #expect(error?.kind == .noObject)
        #expect(error?.object == nil)
        #expect(
            canonicalText(try JSONResponseSerializer().decode(Data("[1]".utf8), from: try URLResponse.with()))
                == "[1]")
    }

    private static func nested(_ depth: Int) -> Data {
        Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }

    @Test func nestedToTheLimitIsReadOnASmallStack() throws {
        let depth = try SmallStack.run {
            let serializer = JSONResponseSerializer(nullRemoval: .everywhere)
            var object: Any? = try serializer.decode(Self.nested(512), from: nil)
            var depth = 0
            while let array = object as? [Any] {
                depth += 1
                object = array.first
            }
            return depth
        }
        #expect(depth == 512)
        #expect(summary(JSONResponseSerializer().serialize(nil, data: Self.nested(513))) == "NSCocoaErrorDomain 3840")
    }
}
