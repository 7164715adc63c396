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
    /// The name for headings, with the version that the name means.
    package var title: String { version.isEmpty ? name : "\(name) \(version)" }
    /// The version that the name means; `""` if the name has it, and for a parser.
    private let version: String
    /// The versions that the readings were compared with, or "by its documentation".
    public let evidence: String
    /// The parser of queries and forms.
    package let dialect: QueryDialect
    private let readers: [Part: ServerReader]

    /// The reader of a part of a request.
    subscript(part: Part) -> ServerReader { readers[part] ?? ServerReader(dialect) }

    /// - Parameter set: Changes the reader of each part, which by default is only the framework's parser.
    init(
        _ name: String, _ dialect: QueryDialect, version: String = "", evidence: String,
        set: (Part, inout ServerReader) -> Void = { _, _ in }
    ) {
        (self.name, self.dialect, self.version, self.evidence) = (name, dialect, version, evidence)
        readers = Part.allCases.reduce(into: [:]) { readers, part in
            var reader = ServerReader(dialect, in: part)
            Self.setParser(dialect, part, &reader)
            set(part, &reader)
            readers[part] = reader
        }
    }

    /// Creates a server that reads like another one, by its documentation.
    private init(
        _ name: String, like other: String, version: String = "", _ evidence: String,
        set: (Part, inout ServerReader) -> Void = { _, _ in }
    ) {
        guard let known = Self.measured.first(where: { $0.name == other }) else {
            preconditionFailure("There is no server '\(other)'.")
        }
        self.init(
            name, known.dialect, version: version, evidence: "\(evidence), by its documentation"
        ) { part, reader in
            reader = known[part]
            set(part, &reader)
        }
    }

    // MARK: - Names

    /// The names of all servers, grouped by parser.
    public static var names: [String] { known.map(\.name) }

    /// The parsers that were measured, each under its own name.
    public static var all: [QueryServer] { known.filter { parsers.contains($0.name) } }

    private static let parsers: Set = ["php", "rack", "rails", "qs", "querystring", "go", "flat"]

    /// The frameworks that a matrix shows.
    package static var frameworks: [QueryServer] {
        ["php", "laravel", "rails", "express", "express4", "spring", "aspnet", "django", "fastapi", "go"]
            .compactMap(named)
    }

    /// Returns the server with a name, in any case, or `nil` for an unknown name.
    public static func named(_ name: String) -> QueryServer? { known.first { $0.name == name.lowercased() } }

    // MARK: - Facts
    // Each fact was compared with the real framework, or is marked "by its documentation".

    /// Sets the limits of a parser. Rack 2.2 reads 100 levels.
    private static func setParser(_ dialect: QueryDialect, _ part: Part, _ reader: inout ServerReader) {
        if dialect.readsEmptyTextsAsNull { reader.rules.insert(.nullsEmptyTexts) }
        switch (dialect, part) {
        case (.php, .json), (.laravel, .json): reader.rules.insert(.hasPHPArrays)
        case (.rack, .query), (.rails, .query): reader.limits.depth = 100
        case (.rack, .form), (.rails, .form): (reader.limits.depth, reader.rules) = (100, [.separatesByAmpersand])
        case (.spring, _): setTomcat(part, &reader)
        default: break
        }
    }

    /// Sets the limits of a framework in JavaScript.
    ///
    /// - Parameter body: The number of bytes that the framework reads of a body.
    private static func setNode(_ part: Part, _ reader: inout ServerReader, body: Int) {
        reader.limits.bytes = part == .query ? QueryDialect.querystring.limits(in: .query).bytes : body
        reader.statuses = [.tooManyBytes: part == .query ? 431 : 413]
        if part == .json { reader.rules.insert(.roundsIntegers) }
    }

    /// Sets Express's limits: body-parser reads 100 kB, and refuses more than 1,000 pairs.
    private static func setExpress(_ part: Part, _ reader: inout ServerReader) {
        setNode(part, &reader, body: 100 << 10)
        if part != .query { reader.statuses.merge([.tooManyPairs: 413, .tooDeep: 400]) { $1 } }
        if part == .form { reader.rules.insert(.refusesExcess) }
        if part == .json { reader.rules.insert(.refusesScalars) }
    }

    /// - Parameter depth: The levels that body-parser reads of a form.
    private static func setExtended(_ part: Part, _ reader: inout ServerReader, depth: Int) {
        setExpress(part, &reader)
        reader.rules.insert(.allowsPrototypes)
        guard part == .form else { return }
        reader.rules.insert(.fitsArrays)
        reader.limits.depth = depth
    }

    /// Sets the limits of Express 5 with the extended parsers: qs 6.15, body-parser 2.
    private static func setExtended5(_ part: Part, _ reader: inout ServerReader) {
        reader = ServerReader(.qs, in: part)
        setExtended(part, &reader, depth: 32)
        reader.rules.insert(.isQS615)
        // Arrays have up to 20 elements in a query, at least 100 in a form.
        reader.limits.elements = part == .query ? 19 : 99
        if part == .query { reader.rules.insert(.limitsArrays) }
    }

    /// Sets Tomcat's limits, which are Spring's.
    private static func setTomcat(_ part: Part, _ reader: inout ServerReader) {
        let limits = QueryDialect.spring.limits(in: reader.part)
        (reader.limits.pairs, reader.limits.bytes) = (limits.pairs, part == .json ? nil : limits.bytes)
        reader.rules = part == .query ? [.skipsRefusedPairs, .refusesUnescaped] : [.skipsRefusedPairs]
        reader.statuses = [.invalidIndex: 500, .conflictingTypes: 400]
        if part == .query { reader.statuses[.tooManyBytes] = 400 }
    }

    private static let rackStatuses: [QueryParsingError.Code: Int] = [
        .conflictingTypes: 400, .invalidPercentEncoding: 400, .notUTF8: 400,
        .tooManyBytes: 500, .tooManyPairs: 500, .tooDeep: 500, .keySpaceExceeded: 500,
    ]

    private static let simple = "Express 5, by its documentation; Express 4.18 with the simple parsers behaves so"

    private static let known = measured + documented

    /// The servers in PHP, Ruby, JavaScript, Go, Python and Java.
    private static let measured = [
        QueryServer("php", .php, evidence: "PHP 8.2: $_GET, $_POST, json_decode"),
        QueryServer(
            "laravel", .laravel, version: "8", evidence: "Laravel 8.83 with a new application's middleware"
        ) { part, reader in
            reader.rules.formUnion([.trims, .castsRoot])
            if part != .query { (reader.limits.bytes, reader.statuses) = (8 << 20, [.tooManyBytes: 413]) }
        },
        QueryServer("symfony", .php, version: "5.4", evidence: "Symfony 5.4: HttpFoundation") { _, reader in
            reader.rules.insert(.refusesScalars)
        },
        QueryServer("wordpress", .php, version: "6.1", evidence: "WordPress 6.1: $_GET and $_POST") { part, reader in
            if part != .json { reader.rules.insert(.addsSlashes) }
        },
        QueryServer("rack", .rack, evidence: "Rack 2.2: GET and POST"),
        QueryServer(
            "rails", .rails, version: "6.1", evidence: "ActionPack 6.1 over Rack 2.2; Rails 7 by its documentation"
        ) { part, reader in
            reader.rules.formUnion(part == .json ? [.removesNulls, .wrapsRoot] : [.refusesBytes])
            reader.statuses = rackStatuses
        },
        QueryServer("sinatra", .rack, version: "3.0", evidence: "Sinatra 3.0 over Rack 2.2") {
            $1.statuses = rackStatuses
        },
        QueryServer("qs", .qs, evidence: "qs 6.11 with its defaults"),
        QueryServer("express4", .express4, evidence: "Express 4.18, body-parser 1.20.1 with extended: true") {
            setExtended($0, &$1, depth: QueryLimits.maximumDepth)
        },
        QueryServer("querystring", .querystring, evidence: "Node 20, querystring"),
        QueryServer("node", .querystring, evidence: "Node 20, querystring"),
        QueryServer("express", .querystring, version: "5 (querystring)", evidence: simple, set: setExpress),
        QueryServer("express5", .querystring, evidence: simple, set: setExpress),
        // Go has no limit of pairs.
        QueryServer("go", .go, evidence: "Go 1.19: net/http", set: setGo),
        QueryServer("gin", .go, version: "1.8", evidence: "Gin 1.8: Bind") { part, reader in
            setGo(part, &reader)
            reader.statuses.merge([.semicolon: 400, .invalidPercentEncoding: 400, .tooManyBytes: 400]) { $1 }
            if part == .query { reader.statuses[.tooManyBytes] = 431 }
        },
        QueryServer("echo", .go, version: "4.2", evidence: "Echo 4.2: QueryParams, FormParams") { part, reader in
            setGo(part, &reader)
            if part == .query { reader.rules.insert(.skipsRefusedPairs) }
            reader.statuses.merge([.semicolon: 400, .invalidPercentEncoding: 400]) { $1 }
        },
        QueryServer("flat", .flat, evidence: "Python 3.11: urllib.parse.parse_qsl"),
        QueryServer("django", .flat, version: "5.2", evidence: "Django 5.2; 3.2 reads alike") { part, reader in
            if part != .query { reader.limits.bytes = 2_621_440 }
            reader.statuses = [.tooManyPairs: 400, .tooManyBytes: 400]
        },
        QueryServer("flask", .flat, version: "3.1", evidence: "Flask 3.1, Werkzeug 3.1") {
            $1.limits.pairs = .max
            $1.rules.insert(.keepsEscapes)
        },
        QueryServer("flask2", .flat, evidence: "Flask 2.2, Werkzeug 2.2") { $1.limits.pairs = .max },
        QueryServer(
            "fastapi", .flat, version: "0.165", evidence: "FastAPI 0.165, Starlette 1.10, python-multipart 0.0.34"
        ) { part, reader in
            if part == .form { reader.statuses = [.tooManyPairs: 400] } else { reader.limits.pairs = .max }
        },
        QueryServer(
            "fastapi0.92", .flat, evidence: "FastAPI 0.92, Starlette 0.26, python-multipart 0.0.5"
        ) { part, reader in
            guard part == .form else { return reader.limits.pairs = .max }
            reader.rules.insert(.separatesAsPythonMultipart)
            reader.statuses = [.tooManyPairs: 400]
        },
        QueryServer(
            "servlet", .flat, version: "on Tomcat 10.1", evidence: "Tomcat 10.1: getParameterMap", set: setTomcat),
        QueryServer(
            "spring", .spring, version: "4.3",
            evidence: "Spring MVC 4.3 on Tomcat 9.0: @ModelAttribute onto beans; Spring 5, 6 by their documentation"),
    ]

    /// The servers that were not run.
    private static let documented = [
        QueryServer("laravel12", like: "laravel", "Laravel 12") { $1.rules.insert(.trimsUnicode) },
        // Rails takes a query apart itself, and leaves a form's pairs to Rack.
        QueryServer("rails8", like: "rails", "Rails 8 over Rack 3") { part, reader in
            reader.limits.keySpace = nil
            if part == .query { (reader.limits.pairs, reader.limits.bytes) = (.max, nil) }
            if part != .json { reader.rules.insert(.separatesByAmpersand) }
            for code in [QueryParsingError.Code.tooManyPairs, .tooDeep, .tooManyBytes] { reader.statuses[code] = 400 }
        },
        QueryServer("express-extended", like: "qs", "Express 5 with the extended parsers", set: setExtended5),
        QueryServer("nest", like: "express", version: "11", "Nest 11 on Express 5") { part, reader in
            if part == .form { setExtended5(part, &reader) }
        },
        QueryServer("koa", like: "node", "Koa with koa-bodyparser") { part, reader in
            if part == .form { reader = ServerReader(.qs, in: .form) }
            setNode(part, &reader, body: part == .form ? 56 << 10 : 1 << 20)
            if part == .form { reader.rules.insert(.nestsDots) }
            if part == .json { reader.rules.insert(.refusesScalars) }
        },
        QueryServer("next", like: "node", version: "15", "Next 15: URLSearchParams, querystring") { part, reader in
            setNode(part, &reader, body: 1 << 20)
            if part == .query { reader.limits.pairs = .max }
        },
        QueryServer("fastify", like: "node", version: "5", "Fastify 5 with @fastify/formbody") { part, reader in
            setNode(part, &reader, body: 1 << 20)
            reader.limits.pairs = .max
        },
        QueryServer("hono", like: "flat", version: "4", "Hono 4: queries, parseBody with all: true") { part, reader in
            if part == .form { reader = ServerReader(.querystring, in: .form) }
            if part == .json { reader.rules.insert(.roundsIntegers) }
            reader.limits.pairs = .max
        },
        QueryServer("spring6", like: "spring", "Spring 5.3 and 6") { $1.rules.insert(.dropsEmptyBrackets) },
        QueryServer(
            "aspnet", .aspNetCore, version: "8", evidence: "ASP.NET Core 8, by its documentation"
        ) { part, reader in
            if part == .json { reader.limits.bytes = reader.dialect.limits(in: .form).bytes }
            reader.statuses = [.tooManyBytes: part == .query ? 414 : 413]
        },
        QueryServer(
            "phoenix", .phoenix, version: "with Plug 1.15",
            evidence: "Phoenix with Plug 1.15, by its documentation and source"
        ) {
            $1.rules.insert(.refusesBytes)
            $1.statuses = [.notUTF8: 400, .tooManyBytes: 413]
        },
    ]

    private static func setGo(_ part: Part, _ reader: inout ServerReader) {
        reader.limits.pairs = .max
        if part == .query { reader.statuses = [.tooManyBytes: 431] }
    }
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
