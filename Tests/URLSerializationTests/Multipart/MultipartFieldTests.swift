import Testing
import URLSerialization

/// The order, keys and texts are the query's: every field of these samples is also compared with its pair there.
@Suite struct MultipartFieldTests {
    private typealias Field = (name: String, value: String)

    private static func text(
        of parameters: Any, _ change: (inout HTTPRequestConfiguration) -> Void = { _ in }
    ) throws -> String {
        try HTTPRequestSerializer().configured(change).multipartRequest(
            method: .post, url: "https://example.com", parameters: parameters, boundary: .fixed
        ).multipartBody?.text ?? "no body"
    }

    static let samples: [(sample: Sample, fields: [(name: String, value: String)])] = [
        (Sample("texts") { ["b": "2", "a": "1", "c": ""] }, [("a", "1"), ("b", "2"), ("c", "")]),
        (
            Sample("nested keys") { ["user": ["name": ["first": "A", "last": "B"], "age": 7]] },
            [("user[age]", "7"), ("user[name][first]", "A"), ("user[name][last]", "B")]
        ),
        (Sample("an array") { ["k": ["z", "a", 1]] as [String: Any] }, [("k[]", "z"), ("k[]", "a"), ("k[]", "1")]),
        (Sample("arrays of arrays") { ["k": [["a"], [["b"]]]] }, [("k[][]", "a"), ("k[][][]", "b")]),
        (Sample("objects in an array") { ["k": [["b": 1, "a": 2]]] }, [("k[][a]", "2"), ("k[][b]", "1")]),
        (Sample("a set") { ["k": NSSet(array: ["b", 10, 2])] }, [("k", "10"), ("k", "2"), ("k", "b")]),
        (
            Sample("null, alone, in an array, in a set") {
                ["a": NSNull(), "b": [NSNull()], "c": NSSet(array: [NSNull(), "<", "x"])] as [String: Any]
            },
            [("a", ""), ("b[]", ""), ("c", "<"), ("c", ""), ("c", "x")]
        ),
        (
            Sample("empty collections") { ["a": [Int](), "b": [:] as [String: Int], "c": 1] as [String: Any] },
            [("c", "1")]
        ),
        (
            Sample("numbers") {
                ["a": true, "b": -1, "c": 99.99, "d": Float(0.1), "e": UInt64.max, "f": 1e21, "g": Decimal(5)]
                    as [String: Any]
            },
            [
                ("a", "1"), ("b", "-1"), ("c", "99.98999999999999"), ("d", "0.1"), ("e", "18446744073709551615"),
                ("f", "1e+21"), ("g", "5"),
            ]
        ),
        (
            Sample("dates, URLs, UUIDs") {
                [
                    "a": Date(timeIntervalSince1970: 1.9), "b": URL(fileURLWithPath: "/x y"),
                    "c": UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
                ] as [String: Any]
            },
            [
                ("a", "1970-01-01 00:00:01 +0000"), ("b", "file:///x%20y"),
                ("c", "AB000000-0000-0000-0000-000000000001"),
            ]
        ),
        (
            Sample("what a query escapes") { ["a b&=[]": " \"&=+%\r\nöé🙂\0"] },
            [("a b&=[]", " \"&=+%\r\nöé🙂\0")]
        ),
        (Sample("names that a head escapes") { ["\"\r\n": ["\"": 1]] }, [("%22%0D%0A[%22]", "1")]),
        (Sample("a Foundation dictionary") { NSDictionary(dictionary: ["a": NSNumber(value: true)]) }, [("a", "1")]),
        (
            Sample("a ParameterValue") {
                ["b": .null, "a": [.bool(true), .date(Date(timeIntervalSince1970: 0))]] as ParameterValue
            },
            [("a[]", "1"), ("a[]", "1970-01-01 00:00:00 +0000"), ("b", "")]
        ),
        (Sample("an absent Optional") { ["a": Int?.none as Any, "b": Int?.some(1) as Any] }, [("a", ""), ("b", "1")]),
    ]

    @Test(arguments: samples)
    func everyLeafIsAFieldInTheQuerysOrder(sample: Sample, fields: [(name: String, value: String)]) throws {
        #expect(try Self.text(of: sample.make()) == MultipartBody.text(ofFields: fields))
    }

    @Test(arguments: samples.map(\.sample))
    func fieldsAreThePairsOfTheQuery(sample: Sample) throws {
        let pairs = try QueryStringSerializer().pairs(from: sample.make())
        let fields = pairs.map { pair in
            let name = pair.key.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\r", with: "%0D")
            return Field(name.replacingOccurrences(of: "\n", with: "%0A"), pair.value ?? "")
        }
        #expect(try Self.text(of: sample.make()) == MultipartBody.text(ofFields: fields))
    }

    // MARK: - Bytes

    private static let bytes = Data([0xFF, 0, 0x0D, 0x0A, 0x2D, 0x2D, 0x42, 0x80])

    @Test func dataIsSentAsItIsWhereverItStands() throws {
        let short = Data([0xC3])
        let parameters: [String: Any] = [
            "a": Self.bytes, "b": [short, Data()], "c": ["k": Self.bytes.dropFirst(2)], "d": NSData(data: Self.bytes),
        ]
        let body = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: "https://example.com", parameters: parameters, boundary: .fixed
        ).multipartBody?.data()
        var expected = Data()
        let fields = [
            ("a", Self.bytes), ("b[]", short), ("b[]", Data()), ("c[k]", Self.bytes.dropFirst(2)), ("d", Self.bytes),
        ]
        for (name, value) in fields {
            expected += Data("--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + value
            expected += Data("\r\n".utf8)
        }
        #expect(body == expected + Data("--B--\r\n".utf8))
    }

    /// A set's elements are in the order of their texts; that of bytes is `<c3>`, `<00112233 44>`.
    @Test func dataInASetHasThePlaceOfItsDescription() throws {
        let elements: [Any] = ["<b", Data("xyzA".utf8), "<78797a40", "<79", Data(), "<", "<>>", Data("xyzAB".utf8)]
        #expect(
            try Self.text(of: ["s": NSSet(array: elements)])
                == MultipartBody.text(
                    ofFields: ["<", "<78797a40", "xyzAB", "xyzA", "<79", "", "<>>", "<b"].map { ("s", $0) }))
        #expect(
            try Self.text(
                of: ["s": .set([.data(Data("b".utf8)), .data(Data("a".utf8)), "<61", "<62"])] as ParameterValue)
                == MultipartBody.text(ofFields: ["<61", "a", "<62", "b"].map { ("s", $0) }))
    }

    // MARK: - Styles

    @Test func styleOfTheQueryIsTheFields() throws {
        let parameters: [String: Any] = ["a": [[1], [2]], "b": true, "c": NSNull(), "d": 0.1 + 0.2, "e": [Int]()]
        func fields(_ change: (inout QueryStyle) -> Void) throws -> String {
            try Self.text(of: parameters) { change(&$0.queryStyle) }
        }
        #expect(
            try fields {
                $0.arrays = .indices
                $0.booleans = .literal
                $0.nulls = .literal
                $0.numbers = .shortest
            }
                == MultipartBody.text(ofFields: [
                    ("a[0][0]", "1"), ("a[1][0]", "2"), ("b", "true"), ("c", "null"), ("d", "0.30000000000000004"),
                ]))
        #expect(
            try fields {
                $0.arrays = .repeated
                $0.nulls = .omitted
            } == MultipartBody.text(ofFields: [("a", "1"), ("a", "2"), ("b", "1"), ("d", "0.3")]))
        #expect(
            try fields {
                $0.nulls = .emptyValue
                $0.emptyCollections = .null
            }
                == MultipartBody.text(ofFields: [
                    ("a[][]", "1"), ("a[][]", "2"), ("b", "1"), ("c", ""), ("d", "0.3"), ("e[]", ""),
                ]))
    }

    @Test func datesAndOrderFollowTheStyleAndSpacesStaySpaces() throws {
        let parameters: KeyValuePairs<String, Any> = ["b b": "x y", "a": Date(timeIntervalSince1970: 0)]
        let text = try Self.text(of: parameters) {
            $0.queryStyle.order = .asGiven
            $0.queryStyle.dates = .iso8601
            $0.queryStyle.spaces = .plus
        }
        #expect(text == MultipartBody.text(ofFields: [("b b", "x y"), ("a", "1970-01-01T00:00:00Z")]))
    }

    @Test func commasJoinTextsUnescaped() throws {
        let text = try Self.text(of: ["k": ["a", "b c", 1]] as [String: Any]) { $0.queryStyle.arrays = .commaSeparated }
        #expect(text == MultipartBody.text(ofFields: [("k", "a,b c,1")]))
    }

    @Test func dataStaysRawWhateverTheStyle() throws {
        let text = try Self.text(of: ["k": Data("raw".utf8)]) { $0.queryStyle.data = .base64 }
        #expect(text == MultipartBody.text(ofFields: [("k", "raw")]))
    }

    @Test func queryClosureIsNotAsked() throws {
        let text = try Self.text(of: ["k": 1]) { $0.queryString = { _, _ in "closure" } }
        #expect(text == MultipartBody.text(ofFields: [("k", "1")]))
    }

    // MARK: - Refusals

    static let refused: [(sample: Sample, code: RequestSerializationError.Code, keyPath: String?)] = [
        (Sample("no dictionary") { ["a", "b"] }, .parametersNotDictionary, nil),
        (Sample("NUL in a key") { ["a": ["b\0": 1]] }, .invalidPartName, "a[b\0]"),
        (Sample("NUL in a key of bytes") { ["k\0": Data()] }, .invalidPartName, "k\0"),
        (Sample("NUL in a key of null") { ["k\0": [NSNull()]] }, .invalidPartName, "k\0[0]"),
        (Sample("no text") { ["a": ["b": Sample("x") { 1 }]] }, .unsupportedValue, "a[b]"),
        (Sample("a key of bytes") { NSDictionary(dictionary: [NSData(): 1]) }, .unsupportedKey, nil),
    ]

    @Test(arguments: refused)
    func refusedParameterIsAnErrorNamingItsKeyPath(
        sample: Sample, code: RequestSerializationError.Code, keyPath: String?
    ) throws {
        expectRefusal(code, at: keyPath) { try Self.text(of: sample.make()) }
    }

    @Test func parametersNestedTooDeepAreAnError() {
        var nested: ParameterValue = "x"
        for _ in 0..<600 { nested = ["k": nested] }
        expectRefusal(.tooDeep) { try Self.text(of: nested) }
    }
}
