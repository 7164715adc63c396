import Testing
import URLSerialization

/// Lists whose indices are keys, checkboxes, and fields without a value.
@Suite struct QueryDecoderRowsTests {
    private struct Row: Codable, Equatable {
        var o: Int
    }

    private static let nested: [QueryDialect] = [.php, .rack, .rails, .qs, .laravel, .express4, .phoenix]

    @Test(arguments: nested)
    func integerKeysAreReadAlikeWhereverTheyBegin(dialect: QueryDialect) throws {
        let decoder = QueryDecoder(style: dialect)
        // qs leaves no holes in an array, up to its index 20.
        let isQS = dialect == .qs || dialect == .express4
        let beginnings = isQS ? [(0, 0), (1, 0), (7, 0), (21, 21)] : [(0, 0), (1, 1), (7, 7)]
        for (sent, first) in beginnings {
            let query = "v[\(sent)]=a&v[\(sent + 1)]=b"
            #expect(
                try decoder.decode([String: [Int: String]].self, from: query) == ["v": [first: "a", first + 1: "b"]])
            #expect(try decoder.decode([String: [String]].self, from: query) == ["v": ["a", "b"]])
        }
        var converting = decoder
        converting.keys = .snakeCase
        #expect(try converting.decode([String: [Int: String]].self, from: "v[0]=a&v[1]=b") == ["v": [0: "a", 1: "b"]])
    }

    @Test func gapsAreWhatTheServerMakesOfThem() throws {
        // Spring fills a list up to its largest index.
        let spring = try QueryDecoder(style: .spring).decode([String: [Int: String]].self, from: "v[7]=a&v[9]=b")
        #expect(spring == ["v": [7: "a", 9: "b"]])
        let optional = try QueryDecoder(style: .spring).decode([String: [Int: String?]].self, from: "v[1]=a")
        #expect(optional == ["v": [0: nil, 1: "a"]])
        // ASP.NET Core's list ends before a gap.
        let rows = try QueryDecoder(style: .aspNetCore).decode([String: [Row]].self, from: "v[0].o=0&v[2].o=2")
        #expect(rows == ["v": [Row(o: 0)]])
    }

    @Test(arguments: nested, ["v[0][o]=0&v[2][o]=2&v[11][o]=11", "v[11][o]=11&v[2][o]=2&v[0][o]=0"])
    func sparseRowsAreAnArrayInOrder(dialect: QueryDialect, query: String) throws {
        let rows = try QueryDecoder(style: dialect).decode([String: [Row]].self, from: query)
        #expect(rows == ["v": [Row(o: 0), Row(o: 2), Row(o: 11)]])
    }

    @Test(arguments: nested)
    func otherKeysAreNoRows(dialect: QueryDialect) {
        #expect(throws: DecodingError.self) {
            try QueryDecoder(style: dialect).decode([String: [String]].self, from: "v[0]=a&v[x]=b")
        }
    }

    private struct Form: Codable, Equatable {
        var ok: Bool, age: Int?, small: UInt8?, large: UInt64?, ratio: Double?, name: String
    }

    @Test(arguments: QueryDialect.allCases)
    func checkboxesAndEmptyNumbersAreReadWhereAsked(dialect: QueryDialect) throws {
        var decoder = QueryDecoder(style: dialect)
        #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: "ok=on&name=") }
        #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: "name=") }
        decoder.readsCheckboxes = true
        decoder.readsEmptyNumbersAsNull = true
        #expect(
            try decoder.decode(Form.self, from: "ok=on&age=&small=&large=&ratio=&name=")
                == Form(ok: true, age: nil, small: nil, large: nil, ratio: nil, name: ""))
        #expect(
            try decoder.decode(Form.self, from: "age=7&ratio=0.5&name=a")
                == Form(ok: false, age: 7, small: nil, large: nil, ratio: 0.5, name: "a"))
        #expect(try decoder.decode(Form.self, from: "ok=1&name=a").ok)
        #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: "ok=yes&name=a") }
    }

    @Test(arguments: [("age=&name=", #""""#), ("age=x&name=", #""x""#), ("age=1e99&name=", #""1e99""#)])
    func aTextThatIsNoNumberIsNamedWithItsKey(_ query: String, _ text: String) throws {
        var decoder = QueryDecoder(style: .php)
        decoder.readsCheckboxes = true
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: query) }
        guard case .dataCorrupted(let context)? = error else { return _ = Issue.record("\(String(describing: error))") }
        #expect(context.debugDescription.contains("'age'"), "\(context.debugDescription)")
        #expect(context.debugDescription.contains(text), "\(context.debugDescription)")
    }
}
