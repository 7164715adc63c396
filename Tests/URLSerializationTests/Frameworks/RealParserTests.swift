import TestSupport
import Testing
import URLSerialization

/// ``QueryParser`` must read queries as the parsers of real frameworks do.
///
/// ```sh
/// .ci/stacks/install FOLDER && SERVER_STACKS=FOLDER swift test --filter RealParserTests
/// ```
@Suite(
    .tags(.real, .stacks),
    .enabled(
        if: RealParser.folder != nil,
        "Needs programs: .ci/stacks/install FOLDER && SERVER_STACKS=FOLDER swift test --filter RealParserTests"),
    .timeLimit(.minutes(60)))
struct RealParserTests {
    /// The seed, which `QUERY_SEED` changes for a longer search.
    private static let seed = ProcessInfo.processInfo.environment["QUERY_SEED"].flatMap(UInt64.init) ?? 2026

    @Test(arguments: RealParser.allCases)
    func hostileQueriesAreReadAlike(parser: RealParser) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let queries = (0..<6000).map { index in
            index.isMultiple(of: 2)
                ? RandomQuery.noise(using: &generator) : RandomQuery.quarrel(using: &generator)
        }
        try expectSameReading(of: queries, by: parser)
    }

    @Test(arguments: RealParser.allCases)
    func listedQueriesAreReadAlike(parser: RealParser) throws {
        try expectSameReading(of: ParsedQuery.all.map(\.query), by: parser)
    }

    /// The framework reads the query of its style back unchanged, and so does its parser here.
    @Test(arguments: RealParser.allCases)
    func stylesAreReadBack(parser: RealParser) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let serializer = QueryStringSerializer(style: parser.dialect.style)
        var written: [(query: String, parameters: ParameterValue)] = []
        for index in 0..<100_000 where written.count < 2500 {
            if index.isMultiple(of: 4) {
                let parameters = RandomParameters.ordinary(for: parser.dialect, using: &generator)
                written.append((try serializer.string(from: parameters), parameters))
            } else {
                let parameters = RandomParameters.wild(using: &generator)
                guard let query = try? serializer.string(from: parameters) else { continue }
                written.append((query, parameters))
            }
        }
        #expect(written.count == 2500)
        for (outcome, (query, parameters)) in zip(try parser.read(written.map(\.query)), written) {
            let expected = parser.dialect.reading(of: parameters)
            guard case .value(let theirs) = outcome, theirs == parser.sorted(expected),
                try QueryParser(style: parser.dialect).parse(query) == expected
            else {
                Issue.record("\(parser), seed \(Self.seed): \(query) is read as \(outcome), and not as \(expected)")
                return
            }
        }
    }

    /// A program refuses what lies beyond its limits, or passes over it: ``QueryParser/reading(of:)`` does the same.
    @Test(arguments: RealParser.allCases)
    func queriesBeyondTheLimitsAreReadAlike(parser: RealParser) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let queries =
            (0..<600).map { _ in RandomQuery.deep(using: &generator) }
            + [999, 1000, 1001, 4096, 4097, 12_000].flatMap { count in
                (0..<3).map { _ in RandomQuery.long(count, using: &generator) }
            }
        for (query, outcome) in zip(queries, try parser.read(queries)) {
            let ours = Result { parser.sorted(try parser.parser.reading(of: query).parameters) }
            if let difference = outcome.difference(from: ours) {
                Issue.record("\(parser), seed \(Self.seed): \(query.prefix(1000)): \(difference.prefix(1000))")
                return
            }
        }
    }

    private func expectSameReading(of queries: [String], by parser: RealParser) throws {
        let outcomes = try parser.read(queries)
        let wrong = zip(queries, outcomes).first { difference(for: $0, $1, by: parser) != nil }
        guard var query = wrong?.0 else { return }
        // The shortest query that fails is the most useful.
        search: while true {
            let candidates = RandomQuery.shorter(than: query)
            for (candidate, outcome) in zip(candidates, try parser.read(candidates)) {
                guard difference(for: candidate, outcome, by: parser) != nil else { continue }
                query = candidate
                continue search
            }
            break
        }
        let outcome = try #require(try parser.read([query]).first)
        let count = zip(queries, outcomes).count { difference(for: $0, $1, by: parser) != nil }
        Issue.record(
            """
            \(parser) reads \(count) of \(queries.count) queries differently with seed \(Self.seed), such as \
            \(query.debugDescription): \(difference(for: query, outcome, by: parser) ?? "")
            """)
    }

    private func difference(for query: String, _ outcome: RealOutcome, by parser: RealParser) -> String? {
        let ours = Result { parser.sorted(try parser.parser.parse(query)) }
        // Werkzeug keeps the escapes of what is not UTF-8, Node and Django replace it.
        if [.werkzeug, .node, .django].contains(parser), case .failure(let error as QueryParsingError) = ours,
            error.code == .notUTF8
        {
            return nil
        }
        return outcome.difference(from: ours)
    }
}
