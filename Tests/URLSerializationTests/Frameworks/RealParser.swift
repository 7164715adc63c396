import TestSupport
import Testing
import URLSerialization

/// A third-party parser of queries, run as a program that `.ci/stacks/install` made.
enum RealParser: String, CaseIterable, Sendable {
    case php, rack, rails, qs, urllib, werkzeug, django, go, node

    /// The folder of the programs; `nil` to run the tests without them.
    static let folder = ProcessInfo.processInfo.environment["SERVER_STACKS"]

    var dialect: QueryDialect {
        switch self {
        case .php: .php
        case .rack: .rack
        case .rails: .rails
        case .qs: .qs
        case .urllib, .werkzeug, .django: .flat
        case .go: .go
        case .node: .querystring
        }
    }

    /// This package's parser with the real one's limits: Rack's are those of the installed version.
    var parser: QueryParser {
        var limits = dialect.limits
        if self == .rack || self == .rails { limits.depth = 100 }
        if self == .urllib || self == .werkzeug { limits.pairs = .max }
        // Those of Go 1.24.
        if self == .go { (limits.pairs, limits.bytes) = (.max, nil) }
        return QueryParser(style: dialect, limits: limits)
    }

    /// Returns a reading in the program's order. Go's maps have none, so theirs are sorted.
    func sorted(_ value: ParameterValue) -> ParameterValue {
        guard self == .go, case .dictionary(let entries) = value else { return value }
        return .dictionary(
            ParameterDictionary(
                entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }))
    }

    /// Returns the program's readings of queries.
    func read(_ queries: [String]) throws -> [RealOutcome] {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        let program = folder.appendingPathComponent("parsers/\(rawValue)").path
        let lines = queries.map { "query \($0.hexadecimalBytes)" }
        return try Program.answers(of: program, to: lines).map { try RealOutcome(line: $0) }
    }
}
