import TestSupport
import Testing
import URLSerialization

/// The limits of styles named for a framework, and their configuration.
@Suite(.takingTurns) struct FrameworkLimitsTests {
    @Test(arguments: [
        (QueryDialect.php, 1000), (.rack, 4096), (.rails, 4096), (.qs, 1000), (.flat, 1000), (.go, 10_000),
        (.querystring, 1000),
    ])
    func pairsUpToTheLimitAreWritten(dialect: QueryDialect, limit: Int) throws {
        func parameters(_ count: Int) -> ParameterValue {
            .dictionary(ParameterDictionary((0..<count).map { (key: "k\($0)", value: .string("v")) }))
        }
        let query = try string(parameters(limit), dialect.style)
        #expect(try QueryParser(style: dialect).parse(query) == dialect.reading(of: parameters(limit)))
        let error = try #require(refusal(of: parameters(limit + 1), dialect.style))
        #expect(error.code == .beyondLimits)
        #expect(error.keyPath?.hasPrefix("k") == true)
        #expect(error.reason.contains("at most \(limit) pairs"))
    }

    @Test(arguments: [
        (QueryDialect.express4, 16_384), (.querystring, 16_384), (.spring, 8192), (.aspNetCore, 8192), (.go, 1_048_576),
    ])
    func bytesUpToTheLimitOfAHeadAreWritten(dialect: QueryDialect, limit: Int) throws {
        func parameters(_ count: Int) -> ParameterValue { ["a": .string(String(repeating: "x", count: count - 2))] }
        let query = try string(parameters(limit), dialect.style)
        #expect(try QueryParser(style: dialect).parse(query) == dialect.reading(of: parameters(limit)))
        #expect(refusal(of: parameters(limit + 1), dialect.style)?.code == .beyondLimits)
        var form = QueryStringSerializer(style: dialect.style)
        form.part = .form
        #expect(refusal { try form.string(from: parameters(limit + 1)) } == nil)
    }

    @Test(arguments: [(QueryDialect.php, 64), (.rack, 31), (.rails, 31), (.qs, 5)])
    func levelsUpToTheLimitAreWritten(dialect: QueryDialect, limit: Int) throws {
        func parameters(_ brackets: Int) -> ParameterValue {
            (0..<brackets).reduce(.string("v")) { inner, _ in ["k": inner] }
        }
        let query = try string(["k": parameters(limit)], dialect.style)
        #expect(try QueryParser(style: dialect).parse(query) == ["k": parameters(limit)])
        #expect(refusal(of: ["k": parameters(limit + 1)], dialect.style)?.code == .tooDeep)
        #expect(refusal(of: ["k": parameters(400)], dialect.style)?.code == .tooDeep)
    }

    @Test(arguments: [QueryDialect.php, .qs])
    func arraysAreLevels(dialect: QueryDialect) throws {
        var style = dialect.style
        style.limits = QueryLimits(depth: 2, pairs: 10, elements: 20)
        let query = try string(["k": [["v"]]], style)
        #expect(try QueryParser(style: dialect, limits: style.limits).parse(query) == ["k": [["v"]]])
        #expect(refusal(of: ["k": [[["v"]]]], style)?.code == .tooDeep)
    }

    @Test func arraysAreNoLevelsToRack() throws {
        var style = QueryStyle.rack
        style.limits = QueryLimits(depth: 2, pairs: 10)
        let query = try string(["k": [["x": ["v"]]]], style)
        #expect(try QueryParser(style: .rack, limits: style.limits).parse(query) == ["k": [["x": ["v"]]]])
        #expect(refusal(of: ["k": [["x": ["y": "v"]]]], style)?.code == .tooDeep)
    }

    @Test func rackReadsKeysOfSomeLength() throws {
        func parameters(_ length: Int) -> ParameterValue {
            ["a": .dictionary(["é": "1", .init(repeating: "k", count: length): "2"])]
        }
        let query = try string(parameters(65_535), .rack)
        #expect(try QueryParser(style: .rack).parse(query) == parameters(65_535))
        let error = try #require(refusal(of: parameters(65_536), .rack))
        #expect(error.code == .beyondLimits)
        #expect(error.keyPath == "a")
    }

    @Test func rackReadsQueriesOfSomeLength() throws {
        func parameters(_ length: Int) -> ParameterValue { ["k": .string(String(repeating: "v", count: length))] }
        #expect(try string(parameters((4 << 20) - 2), .rack).utf8.count == 4 << 20)
        let error = try #require(refusal(of: parameters((4 << 20) - 1), .rack))
        #expect(error.code == .beyondLimits)
        #expect(error.reason.contains("4194305 bytes"))
    }

    @Test func limitsCanBeRaised() throws {
        var style = QueryStyle.qs
        style.limits = QueryLimits(depth: 8, pairs: 5000, elements: 100)
        let parameters: ParameterValue = ["a": .array((0..<100).map { .string("\($0)") }), "b": [[[[[["c"]]]]]]]
        let query = try string(parameters, style)
        #expect(try QueryParser(style: .qs, limits: style.limits).parse(query) == parameters)
        #expect(refusal(of: ["a": ["100": 1]], style)?.code == .misread)
        #expect(refusal(of: ["a": ["101": 1]], style) == nil)
    }

    @Test(arguments: QueryDialect.allCases)
    func cyclesAndDepthsAreRefusedOnASmallStack(dialect: QueryDialect) throws {
        var style = dialect.style
        style.limits = QueryLimits(depth: .max, pairs: .max)
        let limited = style
        try SmallStack.run {
            let cycle = NSMutableDictionary()
            cycle["a"] = cycle
            defer { cycle.removeAllObjects() }
            let error = refusal(of: cycle, limited)
            #expect(error?.code == ([.flat, .go, .querystring].contains(dialect) ? .misread : .tooDeep))
        }
    }

    // MARK: - The style

    @Test(arguments: QueryDialect.allCases)
    func archivedStylesKeepTheirDialect(dialect: QueryDialect) throws {
        var style = dialect.style
        style.limits = QueryLimits(depth: 1, pairs: 2, bytes: 3, elements: 4, keySpace: 5)
        let archived = try JSONDecoder().decode(QueryStyle.self, from: JSONEncoder().encode(style))
        #expect(archived.dialect == dialect)
        #expect(archived.limits == style.limits)
        let plain = try JSONDecoder().decode(QueryStyle.self, from: JSONEncoder().encode(QueryStyle.afNetworking))
        #expect(plain.dialect == nil && plain.limits == nil)
    }

    @Test(
        arguments: [
            (.php, .brackets), (.php, .repeated), (.rack, .indices), (.rack, .indicesWhereNested), (.qs, .brackets),
            (.qs, .indicesWhereNested), (.flat, .brackets), (.flat, .commaSeparated),
        ] as [(QueryDialect, ArrayStrategy)])
    func arraysThatTheFrameworkDoesNotReadAreRefused(dialect: QueryDialect, arrays: ArrayStrategy) throws {
        var style = dialect.style
        style.arrays = arrays
        let error = try #require(refusal(of: ["a": 1] as ParameterValue, style))
        #expect(error.code == .invalidSetting)
        #expect(error.reason.contains("QueryStyle.\(dialect)"))
        style.dialect = nil
        #expect(refusal(of: ["a": 1] as ParameterValue, style) == nil)
    }

    @Test func keysAreCheckedAsTheyAreWritten() throws {
        var style = QueryStyle.php
        style.keys = .snakeCase
        let error = try #require(refusal(of: ["oneTwo": 1, "one_two": 2] as ParameterValue, style))
        #expect(error.code == .unsupportedKey)
        style.keys = .custom { $0 + "." }
        #expect(refusal(of: ["a": 1] as ParameterValue, style)?.code == .unsupportedKey)
        style = .rack
        style.keys = .uppercased
        let query = try string(["a": [["b": "1"], ["b": "2"]]], style)
        #expect(try QueryParser(style: .rack).parse(query) == ["A": [["B": "1"], ["B": "2"]]])
    }

    @Test func lossesThatTheStyleAllowsAreItsOwn() throws {
        var style = QueryStyle.php
        style.nulls = .omitted
        style.emptyCollections = .omitted
        #expect(try string(["a": nil, "b": [], "c": 1], style) == "c=1")
    }

    @Test func keysOfMixedTypesAreCheckedForTwins() throws {
        let parameters: [AnyHashable: Any] = [1: "a", "1": "b"]
        #expect(refusal(of: parameters, .php)?.code == .unsupportedKey)
    }

    @Test func formsAreCheckedAsQueriesAre() throws {
        var form = MultipartForm()
        #expect(throws: RequestSerializationError.self) {
            try form.append(parameters: ["a": ["b]": 1]] as ParameterValue, style: .php)
        }
        try form.append(parameters: ["a": [["b": 1], ["b": 2]]] as ParameterValue, style: .php)
        let text = try form.body.text
        #expect(text.contains("name=\"a[0][b]\"") && text.contains("name=\"a[1][b]\""))
    }

    #if os(Linux)
        /// A copy of each set would take 2.4 GB.
        @Test func setsBeyondTheLimitAreNotCopied() async {
            await #expect(processExitsWith: .success) {
                let set = ParameterValue.set(Set((0..<100_000).map { .int($0) }))
                let sets = ["a": .array(Array(repeating: set, count: 1000))] as ParameterValue
                let before = try #require(ProcessMemory.peak)
                #expect(refusal(of: sets, .php) != nil)
                #expect(try #require(ProcessMemory.peak) - before < 500 << 20)
            }
        }
    #endif

    // MARK: - Helpers

    private func string(_ parameters: ParameterValue, _ style: QueryStyle) throws -> String {
        try QueryStringSerializer(style: style).string(from: parameters)
    }
}

/// Returns the error of parameters in a style, or `nil` if it accepts them.
func refusal(of parameters: Any, _ style: QueryStyle) -> RequestSerializationError? {
    refusal { try QueryStringSerializer(style: style).string(from: parameters) }
}

/// Returns the error of a serialization, or `nil` if it succeeds.
func refusal(_ serialize: () throws -> String) -> RequestSerializationError? {
    Result { try serialize() }.failure as? RequestSerializationError
}
