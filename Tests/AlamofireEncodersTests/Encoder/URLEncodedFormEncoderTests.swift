import AlamofireEncoders
import Testing

@Suite struct URLEncodedFormEncoderTests {
    private func query(_ model: some Encodable, by encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()) throws
        -> String
    {
        try encoder.encode(model)
    }

    // MARK: - Scalars

    @Test(
        arguments: [
            (["a": "a"], "a=a"), (["a": 1.0], "a=1.0"), (["a": 0.1], "a=0.1"), (["a": Float(1)], "a=1.0"),
            (["a": Decimal(1)], "a=1"), (["a": Decimal(string: "1.123456")], "a=1.123456"), (["a": Int8(1)], "a=1"),
            (["a": Int16(-1)], "a=-1"), (["a": Int32.max], "a=2147483647"),
            (["a": Int64.min], "a=-9223372036854775808"),
            (["a": UInt(1)], "a=1"), (["a": UInt8.max], "a=255"), (["a": UInt16(1)], "a=1"), (["a": UInt32(1)], "a=1"),
            (["a": UInt64.max], "a=18446744073709551615"), (["a": true], "a=1"), (["a": false], "a=0"),
        ] as [(any Encodable & Sendable, String)])
    func scalarHasItsText(model: any Encodable & Sendable, expected: String) throws {
        #expect(try query(model) == expected)
    }

    @Test func dataIsTheQuerysUTF8() throws {
        let data: Data = try URLEncodedFormEncoder().encode(["a": "é"])
        #expect(data == Data("a=%C3%A9".utf8))
    }

    // MARK: - Structure

    private static let brackets = URLEncodedFormEncoder()
    private static let indices = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)

    @Test func modelsAreAlphabetized() throws {
        let head = "five[a]=a&four[]=1&four[]=2&four[]=3&one=one&seven[a]=a&six[a][b]=b&three=1&two=2"
        #expect(try query(Order()).removingPercentEncoding == head)
        #expect(try query(Order()).contains("five%5Ba%5D=a&four%5B%5D=1"))
        #expect(
            try query(Order(), by: Self.indices).removingPercentEncoding
                == "five[a]=a&four[0]=1&four[1]=2&four[2]=3&one=one&seven[a]=a&six[a][b]=b&three=1&two=2")
    }

    @Test func orderOfEncodingIsKeptIfAsked() throws {
        let encoder = URLEncodedFormEncoder(alphabetizeKeyValuePairs: false)
        let expected = "one=one&two=2&three=1&four[]=1&four[]=2&four[]=3&five[a]=a&six[a][b]=b&seven[a]=a"
        #expect(try query(Order(), by: encoder).removingPercentEncoding == expected)
    }

    @Test(arguments: [
        (false, "root[][][]=1&root[][][]=2&root[][][]=3&root[][]=1&root[][]=2&root[][]=3&root[][a][string]=string"),
        (
            true,
            "root[0][0]=1&root[0][1]=2&root[0][2]=3&root[1][a][string]=string&root[2][0][0]=1&root[2][0][1]=2"
                + "&root[2][0][2]=3"
        ),
    ])
    func laterContainerReplacesTheEarlier(isIndexed: Bool, expected: String) throws {
        let encoder = isIndexed ? Self.indices : Self.brackets
        #expect(try query(Nest(), by: encoder).removingPercentEncoding == expected)
    }

    @Test func classesEncodeAsTheyAsk() throws {
        #expect(try query(Animal()) == "one=one&three=1&two=2")
        for (encoder, four) in [
            (Self.brackets, "four[]=1&four[]=2&four[]=3"), (Self.indices, "four[0]=1&four[1]=2&four[2]=3"),
        ] {
            let dog = try query(Dog(), by: encoder).removingPercentEncoding
            #expect(dog == "five[a]=a&five[b]=b&\(four)&one=one&three=1&two=2")
            let cat = try query(Cat(), by: encoder).removingPercentEncoding
            #expect(cat == "five[a]=a&five[b]=b&four[five]=2&four[four]=one")
        }
        let list = try query(["foo": [Animal()]], by: Self.indices).removingPercentEncoding
        #expect(list == "foo[0][one]=one&foo[0][three]=1&foo[0][two]=2")
    }

    @Test func elementsThatAreDictionariesKeepTheirIndices() throws {
        let expected = "foo[0][bar]=2&foo[1][qux]=3&foo[2][quy]=1"
        #expect(
            try query(["foo": [["bar": "2"], ["qux": "3"], ["quy": "1"]]], by: Self.indices).removingPercentEncoding
                == expected)
        #expect(
            try query(["foo": [["bar": 2], ["qux": 3], ["quy": 1]]], by: Self.indices).removingPercentEncoding
                == expected)
        #expect(
            try query(["foo": [["a": true], ["b": false]]], by: Self.indices).removingPercentEncoding
                == "foo[0][a]=1&foo[1][b]=0")
    }

    // MARK: - Flaws

    @Test func arraysAreAlphabetizedByTheirText() throws {
        let pairs = try query(["k": [1, 2, 9, 10]], by: URLEncodedFormEncoder(arrayEncoding: .noBrackets))
        #expect(pairs == "k=1&k=10&k=2&k=9" || pairs == "k=1&k=2&k=9&k=10")
    }

    @Test func integerKeysAreLost() throws {
        #expect(try query(["k": [5: "x"]]).removingPercentEncoding == "k[]=x")
        #expect(try query(["u": URL(fileURLWithPath: "/a")]).removingPercentEncoding == "u[]=file:///a")
    }

    @Test func emptyCollectionsDisappear() throws {
        #expect(try query(["a": [Int]()]) == "")
        #expect(try query(["a": [String: Int]()]) == "")
    }

    // MARK: - Refused

    @Test(arguments: [[1], "string", 1, [5: "x"], [["a": 1]]] as [any Encodable & Sendable])
    func rootWithoutKeysIsAnError(model: any Encodable & Sendable) {
        #expect(throws: URLEncodedFormEncoder.Error.self) { try query(model) }
    }

    @Test func modelWithoutEndIsAnError() throws {
        let error = #expect(throws: RequestSerializationError.self) { try query(Chain(rest: nil)) }
        #expect(error?.code == .tooDeep)
        #expect(error?.keyPath?.hasPrefix("next[next]") == true)
    }

    @Test func containersWithoutEndAreAnError() {
        #expect(throws: RequestSerializationError.self) { try query(["a": Tower(depth: 100_000)]) }
    }

    @Test func modelsErrorIsThrownAsItIs() {
        struct Failure: Error {}
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        #expect(throws: Failure.self) { try query(["a": Failing()]) }
    }

    @Test func oneEncoderServesManyTasks() async throws {
        let encoder = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)
        let queries = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask { try encoder.encode(["b": [number], "a": [number]]) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(queries == Set((0..<200).map { "a%5B0%5D=\($0)&b%5B0%5D=\($0)" }))
    }
}
