import URLSerialization

/// A server framework by one of its names, and the reader of its queries.
public struct QueryServer: Sendable, Hashable {
    /// The name in lower case, as it was given.
    public let name: String
    /// The name for headings, with the version where a name alone is that of its newest.
    package var title: String { name == "express" ? "express 5 (querystring)" : name }
    /// The reader.
    public let framework: QueryFramework
    /// The server's limits.
    let limits: QueryLimits

    init(name: String, framework: QueryFramework, limits: QueryLimits? = nil) {
        (self.name, self.framework, self.limits) = (name, framework, limits ?? framework.limits)
    }

    /// The names of frameworks by their reader, the reader's own first.
    private static let known: [(framework: QueryFramework, names: [String])] = [
        (.php, ["php", "laravel", "symfony", "wordpress"]), (.rack, ["rack", "rails", "sinatra"]),
        (.qs, ["qs", "express4"]), (.querystring, ["querystring", "node", "express", "express5"]),
        (.go, ["go"]), (.flat, ["flat", "django", "flask", "fastapi"]),
    ]

    /// The limits that differ from those of the reader: Werkzeug and Starlette read any number of pairs.
    private static let ownLimits = [
        "flask": QueryLimits(depth: 0, pairs: .max), "fastapi": QueryLimits(depth: 0, pairs: .max),
    ]

    /// All names, those of one reader together.
    public static var names: [String] { known.flatMap(\.names) }

    /// One server for each reader, under the reader's own name.
    public static var all: [QueryServer] { known.map { QueryServer(name: $0.names[0], framework: $0.framework) } }

    /// The server of a name, in any case; `nil` for an unknown name.
    public static func named(_ name: String) -> QueryServer? {
        let name = name.lowercased()
        return known.first { $0.names.contains(name) }.map {
            QueryServer(name: name, framework: $0.framework, limits: ownLimits[name])
        }
    }

    /// The reader with the server's limits.
    var parser: QueryParser { QueryParser(framework, limits: limits) }
}
