import URLSerialization

/// A server framework, by one of its names, and its reading of requests with default settings.
public struct QueryServer: Sendable, Hashable {
    /// The part of a request with its parameters.
    package enum Part: String, Sendable, Codable, CaseIterable {
        case query
        /// A body of the media type `application/x-www-form-urlencoded`.
        case form
        /// A body of the media type `application/json`.
        case json
    }

    /// The name in lower case, such as `rails`.
    public let name: String
    /// The name for headings, with the version if the bare name means the newest version.
    package var title: String { name == "express" ? "express 5 (querystring)" : name }
    /// The versions that the readings were compared with, or "by its documentation".
    public let evidence: String
    /// The parser of queries and forms.
    package let dialect: QueryDialect
    private let readers: [Part: ServerReader]

    /// The reader of a part of a request.
    subscript(part: Part) -> ServerReader { readers[part] ?? ServerReader(dialect) }

    /// - Parameter set: Changes the reader of each part, which by default is only the framework's parser.
    init(
        _ name: String, _ dialect: QueryDialect, evidence: String,
        set: (Part, inout ServerReader) -> Void = { _, _ in }
    ) {
        (self.name, self.dialect, self.evidence) = (name, dialect, evidence)
        readers = Part.allCases.reduce(into: [:]) { readers, part in
            var reader = ServerReader(dialect)
            if part == .json { reader.limits.bytes = nil }
            Self.setParser(dialect, part, &reader)
            set(part, &reader)
            readers[part] = reader
        }
    }

    // MARK: - Names

    /// The names of all servers, grouped by parser.
    public static var names: [String] { known.map(\.name) }

    /// One server for each parser, under the parser's own name.
    public static var all: [QueryServer] {
        known.filter { server in known.first { $0.dialect == server.dialect }?.name == server.name }
    }

    /// Returns the server with a name, in any case, or `nil` for an unknown name.
    public static func named(_ name: String) -> QueryServer? { known.first { $0.name == name.lowercased() } }

    // MARK: - Facts
    // Each fact was compared with the real framework, or is marked "by its documentation".

    /// Sets the limits of a parser. PHP reads 1,001 pairs of a form, and nothing of a body of more than 8 MiB
    /// (`post_max_size`). Rack 2.2 reads 100 levels.
    private static func setParser(_ dialect: QueryDialect, _ part: Part, _ reader: inout ServerReader) {
        switch (dialect, part) {
        case (.php, .form): (reader.limits.pairs, reader.limits.bytes) = (1001, 8 << 20)
        case (.php, .json): reader.rules.insert(.hasPHPArrays)
        case (.rack, .query), (.rails, .query): reader.limits.depth = 100
        case (.rack, .form), (.rails, .form): (reader.limits.depth, reader.rules) = (100, [.separatesByAmpersand])
        default: break
        }
    }

    /// Sets Express's limits. Node reads 16 KiB of a request's head; body-parser reads 100 kB, and refuses more than
    /// 1,000 pairs.
    private static func setExpress(_ part: Part, _ reader: inout ServerReader) {
        let isQuery = part == .query
        reader.limits.bytes = isQuery ? 16 << 10 : 100 << 10
        reader.statuses = isQuery ? [.tooManyBytes: 431] : [.tooManyBytes: 413, .tooManyPairs: 413, .tooDeep: 400]
        if part == .form { reader.rules.insert(.refusesExcess) }
        if part == .json { reader.rules.formUnion([.refusesScalars, .roundsIntegers]) }
    }

    /// - Parameter depth: The levels that body-parser reads of a form.
    private static func setExtended(_ part: Part, _ reader: inout ServerReader, depth: Int) {
        setExpress(part, &reader)
        reader.rules.insert(.allowsPrototypes)
        guard part == .form else { return }
        reader.rules.insert(.fitsArrays)
        reader.limits.depth = depth
    }

    private static let rackStatuses: [QueryParsingError.Code: Int] = [
        .conflictingTypes: 400, .invalidPercentEncoding: 400, .notUTF8: 400,
        .tooManyBytes: 500, .tooManyPairs: 500, .tooDeep: 500, .keySpaceExceeded: 500,
    ]

    private static let simple = "Express 5, by its documentation; Express 4.18 with the simple parsers behaves so"

    /// The servers in PHP, Ruby, JavaScript, Go and Python.
    private static let known = [
        QueryServer("php", .php, evidence: "PHP 8.2: $_GET, $_POST, json_decode"),
        QueryServer("laravel", .php, evidence: "Laravel 8.83 with a new application's middleware") { part, reader in
            reader.rules.formUnion([.trims, .nullsEmptyTexts, .castsRoot])
            if part != .query { (reader.limits.bytes, reader.statuses) = (8 << 20, [.tooManyBytes: 413]) }
        },
        QueryServer("symfony", .php, evidence: "Symfony 5.4: HttpFoundation") { _, reader in
            reader.rules.insert(.refusesScalars)
        },
        QueryServer("wordpress", .php, evidence: "WordPress 6.1: $_GET and $_POST") { part, reader in
            if part != .json { reader.rules.insert(.addsSlashes) }
        },
        QueryServer("rack", .rack, evidence: "Rack 2.2: GET and POST"),
        QueryServer(
            "rails", .rails, evidence: "ActionPack 6.1 over Rack 2.2; Rails 7 by its documentation"
        ) { part, reader in
            reader.rules.formUnion(part == .json ? [.removesNulls, .wrapsRoot] : [.refusesBytes])
            reader.statuses = rackStatuses
        },
        QueryServer("sinatra", .rack, evidence: "Sinatra 3.0 over Rack 2.2") { $1.statuses = rackStatuses },
        QueryServer("qs", .qs, evidence: "qs 6.11 with its defaults"),
        QueryServer("express4", .qs, evidence: "Express 4.18, body-parser 1.20.1 with extended: true") {
            setExtended($0, &$1, depth: QueryLimits.maximumDepth)
        },
        QueryServer("express-extended", .qs, evidence: "Express 5 with the extended parsers, by its documentation") {
            setExtended($0, &$1, depth: 32)
        },
        QueryServer("querystring", .querystring, evidence: "Node 20, querystring"),
        QueryServer("node", .querystring, evidence: "Node 20, querystring"),
        QueryServer("express", .querystring, evidence: simple, set: setExpress),
        QueryServer("express5", .querystring, evidence: simple, set: setExpress),
        // Go has no limit of pairs. Its server reads 1 MiB of a request's head, and ParseForm 10 MiB of a body.
        QueryServer("go", .go, evidence: "Go 1.19: net/http") { part, reader in
            reader.limits.pairs = .max
            if part == .query { (reader.limits.bytes, reader.statuses) = (1 << 20, [.tooManyBytes: 431]) }
        },
        QueryServer("flat", .flat, evidence: "Python 3.11: urllib.parse.parse_qsl"),
        QueryServer("django", .flat, evidence: "Django 3.2") { part, reader in
            if part != .query { reader.limits.bytes = 2_621_440 }
            reader.statuses = [.tooManyPairs: 400, .tooManyBytes: 400]
        },
        QueryServer("flask", .flat, evidence: "Flask 2.2, Werkzeug 2.2") { $1.limits.pairs = .max },
        QueryServer(
            "fastapi", .flat, evidence: "FastAPI 0.92, Starlette 0.26, python-multipart 0.0.5"
        ) { part, reader in
            guard part == .form else { return reader.limits.pairs = .max }
            reader.rules.insert(.separatesAsPythonMultipart)
            reader.statuses = [.tooManyPairs: 400]
        },
    ]
}

extension Sender {
    /// Returns the sender with a long or short name, in any case, with its default settings, or `nil` for an unknown
    /// name.
    ///
    /// A server's name means the style for that server: `rails`, `.rails` or `QueryStyle.rails`.
    public static func named(_ name: String) -> Sender? {
        let name = name.lowercased()
        if let sender = every().first(where: { [$0.shortName, $0.name.lowercased()].contains(name) }) { return sender }
        let server = QueryServer.named(String(name.trimmingPrefix(/(querystyle)?\./)))
        return server.map { styled($0.dialect.rawValue) }
    }
}
