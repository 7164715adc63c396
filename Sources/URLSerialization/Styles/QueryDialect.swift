/// The rules by which a server framework, or the library behind it, reads a query.
///
/// A query is a list of pairs. Each dialect has different rules for the arrays and dictionaries that their keys spell.
/// ``QueryParser`` reads a query by them.
public enum QueryDialect: String, Sendable, Codable, CaseIterable, Hashable {
    /// PHP: `parse_str` and `$_GET`, as of PHP 8.2. Laravel, Symfony and WordPress read queries with it.
    case php
    /// Rack: `Rack::Utils.parse_nested_query`, as of Rack 2.2. Sinatra reads queries with it.
    case rack
    /// Ruby on Rails: Rack, then ActionPack, as of 6.1, which removes nulls from arrays. `tags[]` is an empty array.
    case rails
    /// qs, as of 6.11 and with its defaults: Express's `extended` parser.
    case qs
    /// Readers that see no structure in keys, but collect the values of each: Python's `urllib.parse.parse_qsl` with
    /// `keep_blank_values`, on which Django's `QueryDict` and Werkzeug's (Flask's) `MultiDict` are based.
    case flat
    /// Go's `net/url`: `url.ParseQuery`, `Request.ParseForm`, as of Go 1.19. Readers that call `URL.Query()`, such as
    /// Gin, skip the pairs that this one refuses.
    case go
    /// Node's `querystring`, as of Node 20: Express's `simple` parser, the default of Express 5.
    case querystring
    /// Laravel: PHP. The middleware of a new application, which trims texts and makes nulls of empty ones, is not
    /// applied here.
    case laravel
    /// Express 4 with its `extended` parsers: qs, which also reads `toString` as a key. In a form arrays have any
    /// length, and keys any depth.
    case express4
    /// Spring MVC: `@ModelAttribute` onto beans, as of 4.3: `user.tags[0]`. Every property is taken for one that the
    /// bean has, every index for one of a list, and any other key in brackets for one of a map.
    case spring
    /// ASP.NET Core's model binding, by its documentation. A gap ends a list, and `a[]` is a list in a form only.
    /// Models receive nulls for empty texts, which is not done here.
    case aspNetCore
    /// Phoenix: `Plug.Conn.Query`, as of Plug 1.15, by its source.
    case phoenix

    /// ``php``, with which Symfony reads queries.
    public static var symfony: QueryDialect { .php }
    /// ``rack``, with which Sinatra reads queries.
    public static var sinatra: QueryDialect { .rack }
    /// The dialect of Express 5: ``querystring``, its simple query parser.
    public static var express5: QueryDialect { .querystring }
    /// The dialect of the current version of Express: ``express5``.
    public static var express: QueryDialect { .express5 }
    /// The dialect of Django's `QueryDict`: ``flat``.
    public static var django: QueryDialect { .flat }
    /// The dialect of Flask's `MultiDict`: ``flat``.
    public static var flask: QueryDialect { .flat }
    /// The dialect of FastAPI: ``flat``.
    public static var fastAPI: QueryDialect { .flat }
    /// The dialect of Gin: ``go``.
    public static var gin: QueryDialect { .go }

    /// The limits of the framework in its default settings.
    ///
    /// - PHP: 64 brackets in a key (`max_input_nesting_level`), 1,000 variables (`max_input_vars`).
    /// - Rack, Rails: 4,096 pairs and 4 MiB in Rack 2 and 3. A key has at most 32 levels, which is the limit of Rack 3;
    ///   Rack 2 allows 100. A dictionary's keys together have at most 65,536 characters, which is the limit of Rack 2;
    ///   Rack 3 does not count them.
    /// - qs: 5 brackets in a key, 1,000 pairs, and indices up to 20.
    /// - Go: 10,000 pairs, the limit of Go 1.24 and later, and 10 MiB, the limit of a body.
    /// - querystring: 1,000 pairs.
    /// - Flat: 1,000 pairs, Django's `DATA_UPLOAD_MAX_NUMBER_FIELDS`; Werkzeug has no limit.
    /// - Spring: 10,000 pairs, Tomcat's limit, and indices up to 255 (`autoGrowCollectionLimit`).
    /// - ASP.NET Core: 32 levels, indices up to 1,023, and 1,024 pairs of a form. Phoenix: none except a form's
    ///   1,000,000 bytes.
    public var limits: QueryLimits {
        switch self {
        case .php, .laravel: QueryLimits(depth: 64, pairs: 1000)
        case .rack, .rails: QueryLimits(depth: 32, pairs: 4096, bytes: 4 << 20, keySpace: 65_536)
        case .qs, .express4: QueryLimits(depth: 5, pairs: 1000, elements: 20)
        case .flat, .querystring: QueryLimits(depth: 0, pairs: 1000)
        case .go: QueryLimits(depth: 0, pairs: 10_000, bytes: 10 << 20)
        case .spring: QueryLimits(depth: QueryLimits.maximumDepth, pairs: 10_000, elements: 255)
        case .aspNetCore: QueryLimits(depth: 32, pairs: .max, elements: 1023)
        case .phoenix: QueryLimits(depth: QueryLimits.maximumDepth, pairs: .max)
        }
    }

    /// Returns the limits for a part of a request. PHP reads 1,001 pairs of a form, and nothing of a body of more than
    /// 8 MiB (`post_max_size`), Tomcat nothing of a form of more than 2 MiB, and ASP.NET Core of more than 30,000,000
    /// bytes. A query is part of a request's head: Tomcat and ASP.NET Core read 8 KiB of it, Node 16 KiB, and Go 1 MiB.
    package func limits(in part: QueryPart) -> QueryLimits {
        var limits = limits
        switch (self, part) {
        case (.php, .form), (.laravel, .form): (limits.pairs, limits.bytes) = (1001, 8 << 20)
        case (.express4, .form): limits = QueryLimits(depth: QueryLimits.maximumDepth, pairs: 1000, bytes: 100 << 10)
        case (.aspNetCore, .form): (limits.pairs, limits.bytes) = (1024, 30_000_000)
        case (.phoenix, .form): limits.bytes = 1_000_000
        case (.spring, .form): limits.bytes = 2 << 20
        case (.spring, .query), (.aspNetCore, .query): limits.bytes = 8 << 10
        case (.express4, .query), (.querystring, .query): limits.bytes = 16 << 10
        case (.go, .query): limits.bytes = 1 << 20
        default: break
        }
        return limits
    }

    /// The dialect whose parser reads the pairs.
    package var parser: QueryDialect { self == .laravel ? .php : self == .express4 ? .qs : self }

    /// Whether the application receives a null for an empty text.
    package var readsEmptyTextsAsNull: Bool { self == .laravel || self == .aspNetCore }

    /// Whether what a style writes is read back to find what the framework changes. Otherwise ``FrameworkCheck``
    /// predicts it.
    var isReadBack: Bool { [.spring, .aspNetCore, .phoenix].contains(self) }

    /// Whether the framework reads structure in keys.
    package var readsNestedKeys: Bool { ![.flat, .go, .querystring].contains(self) }

    /// Whether the framework reads queries with Rack.
    package var readsWithRack: Bool { self == .rack || self == .rails }

    /// The framework's name in the middle of a sentence, for messages.
    package var name: String {
        switch self {
        case .php: "PHP"
        case .rack: "Rack"
        case .rails: "Rails"
        case .qs: "qs"
        case .flat: "a reader of flat queries"
        case .go: "Go"
        case .querystring: "querystring"
        case .laravel: "Laravel"
        case .express4: "Express 4"
        case .spring: "Spring"
        case .aspNetCore: "ASP.NET Core"
        case .phoenix: "Phoenix"
        }
    }
}

/// The part of a request with parameters that are written as a query.
public enum QueryPart: String, Sendable, Hashable, CaseIterable {
    /// The query of a URL.
    case query
    /// A body of the type `application/x-www-form-urlencoded`.
    case form
}

/// The limits up to which a framework reads a query.
public struct QueryLimits: Sendable, Hashable, Codable {
    /// The greatest nesting of a key, as the framework counts it. PHP and qs count the brackets of a key (`a[b][]` has
    /// two), Rack its dictionaries (`a` has one, `a[b]` and `a[][b]` have two). No parser goes beyond ``maximumDepth``.
    /// A ``QueryDialect/flat`` query has no depth.
    public var depth: Int
    /// The greatest number of pairs. PHP does not count empty ones, as between `&&`; the others do.
    public var pairs: Int
    /// The greatest length of the query in bytes of UTF-8; `nil` for no limit.
    public var bytes: Int?
    /// The greatest index that makes an array; `nil` for no limit except 2³⁰. Exceeding that of qs (`arrayLimit`) is
    /// not an error: qs, and so the parser, then reads a dictionary. Spring refuses a greater index
    /// (`autoGrowCollectionLimit`), as does ASP.NET Core.
    public var elements: Int?
    /// The greatest number of characters (Unicode scalars) in the keys of one dictionary together; `nil` for no limit.
    /// Only Rack has one (`key_space_limit`).
    public var keySpace: Int?

    /// The greatest depth to which any query is read, regardless of ``depth``, so that no tree overflows a thread's
    /// stack.
    public static let maximumDepth = 256

    /// Creates limits. By default there is none except those of depth and pairs.
    public init(depth: Int, pairs: Int, bytes: Int? = nil, elements: Int? = nil, keySpace: Int? = nil) {
        self.depth = depth
        self.pairs = pairs
        self.bytes = bytes
        self.elements = elements
        self.keySpace = keySpace
    }
}
