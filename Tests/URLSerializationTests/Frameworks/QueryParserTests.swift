import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.computing, .random), .takingTurns) struct QueryParserTests {
    @Test(arguments: ParsedQuery.all, [QueryDialect.php, .rack, .rails, .qs, .flat])
    func readsWhatTheFrameworkReads(query: ParsedQuery, dialect: QueryDialect) {
        #expect(outcome(of: query.query, dialect) == query.expected(of: dialect), "\(query.query)")
    }

    @Test(arguments: QueryDialect.allCases)
    func limitsAreTheFrameworksOwn(dialect: QueryDialect) {
        #expect(QueryParser(style: dialect).limits == dialect.limits(in: .query))
        #expect(QueryParser(style: dialect, limits: QueryLimits(depth: 1, pairs: 2)).limits.pairs == 2)
    }

    @Test(arguments: [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ])
    func qsIgnoresTheNamesThatEveryObjectHas(name: String) throws {
        let query = "a[b]=1&a[\(name)]=2&\(name)=3&\(name)_=4"
        #expect(try QueryParser(style: .qs).parse(query) == ["a": ["b": "1"], "\(name)_": "4"])
    }

    // MARK: - Pairs and bytes

    @Test(arguments: [
        (QueryDialect.php, 1000), (.rack, 4096), (.rails, 4096), (.qs, 1000), (.flat, 1000), (.go, 10_000),
        (.querystring, 1000),
    ])
    func pairsBeyondTheLimitAreRefused(dialect: QueryDialect, limit: Int) throws {
        func query(_ count: Int) -> String { (0..<count).map { "k\($0)=1" }.joined(separator: "&") }
        #expect(try entries(of: query(limit), dialect).count == limit)
        let error = try #require(refusal(of: query(limit + 1), dialect))
        #expect(error.code == .tooManyPairs)
        #expect(error.offset == query(limit).utf8.count + 1)
        #expect(error.description.contains("more than \(limit) pairs"))
    }

    @Test func onlyPHPDoesNotCountEmptyPairs() throws {
        let limits = QueryLimits(depth: 5, pairs: 2)
        #expect(try QueryParser(style: .php, limits: limits).parse("&&&a=1&&b=2&&") == ["a": "1", "b": "2"])
        for dialect in [QueryDialect.rack, .rails, .qs, .flat, .go, .querystring] {
            #expect(refusal(of: "a=1&&b=2", dialect, limits)?.code == .tooManyPairs)
            #expect(refusal(of: "&", dialect, limits) == nil)
        }
    }

    @Test(arguments: QueryDialect.allCases)
    func bytesBeyondTheLimitAreRefused(dialect: QueryDialect) {
        var limits = dialect.limits
        limits.bytes = 5
        #expect(refusal(of: "a=é1", dialect, limits) == nil)
        #expect(refusal(of: "a=é12", dialect, limits)?.code == .tooManyBytes)
        limits.bytes = 0
        #expect(refusal(of: "", dialect, limits) == nil)
        #expect(refusal(of: "a", dialect, limits)?.offset == 0)
    }

    @Test func rackReadsUpTo4MiB() {
        let start = "k="
        let value = String(repeating: "v", count: (4 << 20) - start.utf8.count)
        #expect(refusal(of: start + value, .rack) == nil)
        #expect(refusal(of: start + value + "v", .rack)?.code == .tooManyBytes)
    }

    // MARK: - Depth

    @Test(arguments: [(QueryDialect.php, 64), (.rack, 31), (.rails, 31), (.qs, 5)])
    func bracketsBeyondTheLimitAreRefused(dialect: QueryDialect, limit: Int) throws {
        func query(_ count: Int) -> String { "x=1&k" + String(repeating: "[k]", count: count) + "=v" }
        #expect(refusal(of: query(limit), dialect) == nil)
        let error = try #require(refusal(of: query(limit + 1), dialect))
        #expect(error.code == .tooDeep)
        #expect(error.offset == 4)
        #expect(error.key == "k" + String(repeating: "[k]", count: limit + 1))
        #expect(error.description.hasPrefix("Key \"k[k]"))
    }

    @Test func aFlatQueryHasNoDepth() throws {
        let key = "k" + String(repeating: "[]", count: 1000)
        #expect(try QueryParser(style: .flat).parse(key + "=1") == [key: ["1"]])
    }

    /// ThreadSanitizer makes each level take several times its stack.
    @Test(.disabled(if: ProcessMemory.isSanitized), arguments: QueryDialect.allCases, [1, 3, 255, 256, 257, 10_000])
    func noDepthOverflowsASmallStack(dialect: QueryDialect, depth: Int) throws {
        let limits = QueryLimits(depth: .max, pairs: 1000)
        for segment in ["[k]", "[]", "[0]", "[][k]", "[", "]", "[[", "[]k"] {
            let key = "k" + String(repeating: segment, count: depth)
            let query = "\(key)=1&\(key)=2&\(key)[x]=3"
            // The tree is released on that thread as well.
            try SmallStack.run { _ = try? QueryParser(style: dialect, limits: limits).parse(query) }
        }
        guard ![.flat, .go, .querystring].contains(dialect), depth > QueryLimits.maximumDepth else { return }
        let query = "k" + String(repeating: "[k]", count: depth) + "=1"
        #expect(refusal(of: query, dialect, limits)?.code == .tooDeep)
    }

    // MARK: - Keys

    @Test func rackCountsTheCharactersOfADictionarysKeys() throws {
        let limits = QueryLimits(depth: 5, pairs: 100, keySpace: 4)
        #expect(refusal(of: "éé=1&bb=2&éé=3&éé[]&bb[c]", .rack, limits)?.code == .conflictingTypes)
        #expect(refusal(of: "éé=1&bb=2&bb=3", .rack, limits) == nil)
        #expect(refusal(of: "éé=1&bb=2&c=3", .rack, limits)?.code == .keySpaceExceeded)
        // Every dictionary is counted separately.
        #expect(refusal(of: "aa[bbbb]=1&cc[dddd]=2", .rack, limits) == nil)
        #expect(refusal(of: "aa[bbbb]=1&aa[c]=2", .rack, limits)?.code == .keySpaceExceeded)
    }

    @Test func qsMakesADictionaryOfAnIndexBeyondTheLimit() throws {
        let limits = QueryLimits(depth: 5, pairs: 1000, elements: 1)
        #expect(try QueryParser(style: .qs, limits: limits).parse("a[1]=x") == ["a": ["x"]])
        #expect(try QueryParser(style: .qs, limits: limits).parse("a[2]=x") == ["a": ["2": "x"]])
        // A gap costs nothing.
        let unlimited = QueryLimits(depth: 5, pairs: 1000)
        #expect(try QueryParser(style: .qs, limits: unlimited).parse("a[999999999]=x&a[5]=y") == ["a": ["y", "x"]])
        #expect(refusal(of: "a[9223372036854775807]=x&a[]=y&a[]=z", .qs, unlimited) == nil)
    }

    @Test func textThatIsNotUTF8IsNamed() throws {
        let inner = try #require(refusal(of: "x=1&a[b][]=%FF", .php))
        #expect(inner.code == .notUTF8)
        #expect(inner.key == "a[b][0]")
        let flat = try #require(refusal(of: "x=1&a%FF=2", .flat))
        #expect(flat.key == "a\u{FFFD}")
        #expect(flat.offset == 4)
    }

    @Test func aConflictNamesTheKey() throws {
        let error = try #require(refusal(of: "a[b]=1&a[b][]=2", .rack))
        #expect(error.code == .conflictingTypes)
        #expect(error.key == "a[b][]")
        #expect(error.offset == 7)
        #expect(error.errorDescription == error.description)
        #expect(error.failureReason == error.reason)
        #expect(error.reason.contains("makes \"b\" an array"))
    }

    // MARK: - Hostile queries

    @Test(arguments: QueryDialect.allCases, [UInt64(1), 2, 3])
    func noQueryTraps(dialect: QueryDialect, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parsers = [
            QueryParser(style: dialect),
            QueryParser(style: dialect, limits: QueryLimits(depth: -1, pairs: -1, elements: -1)),
            QueryParser(style: dialect, limits: QueryLimits(depth: .max, pairs: .max, bytes: .max, elements: .max)),
            QueryParser(style: dialect, limits: QueryLimits(depth: 2, pairs: 4, bytes: 60, elements: 1, keySpace: 3)),
        ]
        for _ in 0..<Effort.times(75, quick: 25) {
            let queries = [
                RandomQuery.noise(using: &generator), RandomQuery.quarrel(using: &generator),
                generator.text(scalars: generator.int(0...40), of: Script.allCases),
            ]
            for query in queries {
                for parser in parsers {
                    guard case .dictionary? = try? parser.parse(query) else { continue }
                }
            }
        }
    }

    /// Queries for which a careless parser takes quadratic time, with the number of times their part is repeated.
    private static let heavy: [(part: @Sendable (Int) -> String, name: String)] = [
        ({ "k\($0)=v" }, "keys"), ({ _ in "k=v" }, "one key"), ({ _ in "k[]=v" }, "elements"),
        ({ "k[\($0)]=v" }, "indices"),
        ({ "k[\(3999 - $0)]=v" }, "indices backwards"), ({ "k[x\($0)]=v" }, "entries"), ({ _ in "k[][x]=v" }, "rows"),
        ({ "k[][x\($0)]=v" }, "columns"), ({ "k[a]\($0)=v\($0)" }, "texts for a dictionary"),
        ({ $0.isMultiple(of: 2) ? "k[]\($0)=v" : "k[a]=v" }, "kinds in turn"), ({ _ in "" }, "empty pairs"),
        ({ _ in "k%5B%5D" }, "escapes"), ({ "k[\($0 % 20)][x\($0)]=v" }, "merged rows"), ({ _ in "k=]" }, "equals"),
    ]

    /// The queries of such parts, and those of a key of repeated parts, with the greatest number of parts.
    private static let heavyQueries: [(query: @Sendable (Int) -> String, most: Int, name: String)] =
        heavy.map { part, name in ({ (0..<$0).map(part).joined(separator: "&") }, 4000, name) }
        + ["[", "]", "[]", "[x]", "%5B", "%0A[]", "=", "+", "[]=", "]=", ";", "é"].map { part in
            ({ "k" + String(repeating: part, count: $0) + "=v" }, 16_000, "a key of \(part)")
        }

    @Test(
        arguments: Effort.sample(
            QueryDialect.allCases.flatMap { dialect in heavyQueries.indices.map { (dialect, $0) } }, every: 5))
    func timeIsLinear(dialect: QueryDialect, index: Int) throws {
        let parser = QueryParser(style: dialect, limits: QueryLimits(depth: 64, pairs: .max, elements: .max))
        let (query, most, name) = Self.heavyQueries[index]
        func time(_ count: Int) -> Duration {
            let query = query(count)
            return ProcessorTime.measure { _ = try? parser.parse(query) }
        }
        // Sixteen times as many take a quadratic parser 256 times as long. A slow machine is slow for both.
        let isLinear = (0..<3).contains { _ in time(most) < max(time(most / 16), .microseconds(100)) * 64 }
        #expect(isLinear, "\(name)")
    }

    // MARK: - Helpers

    private func outcome(of query: String, _ dialect: QueryDialect) -> String {
        do {
            return RealOutcome.text(of: try QueryParser(style: dialect).parse(query))
        } catch {
            return (error as? QueryParsingError)?.code.description ?? "\(error)"
        }
    }

    private func entries(of query: String, _ dialect: QueryDialect) throws -> ParameterDictionary {
        guard case .dictionary(let entries) = try QueryParser(style: dialect).parse(query) else { return [:] }
        return entries
    }

    private func refusal(
        of query: String, _ dialect: QueryDialect, _ limits: QueryLimits? = nil
    ) -> QueryParsingError? {
        Result { try QueryParser(style: dialect, limits: limits).parse(query) }.failure as? QueryParsingError
    }
}

extension ParsedQuery {
    func expected(of dialect: QueryDialect) -> String {
        switch dialect {
        case .php, .laravel: php
        case .rack: rack
        case .rails: rails
        case .qs, .express4: qs
        case .flat, .go, .querystring, .spring, .aspNetCore, .phoenix: flat
        }
    }
}
