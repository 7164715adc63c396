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

extension QueryStyle {
    /// The form that PHP's `parse_str` and `$_GET` read back unchanged: `tags[]=a&rows[0][x]=1&active=1`.
    ///
    /// The style refuses nulls, sets and empty collections; keys that are empty or contain `[`, `]` or NUL, at the top
    /// also those with a space or a dot, below it a key of a single blank or with the prefix `__Host-` or `__Secure-`;
    /// below the top a dictionary whose keys are exactly 0, 1, 2… in any order, which PHP reads as a list; more than 64
    /// levels or 1,000 leaves.
    ///
    /// As in the other styles named for a framework, leaves other than texts come back as their text, and the text of a
    /// date has no fraction of a second. Otherwise ``QueryParser`` returns an equal tree.
    public static let php = reading(.php, arrays: .indicesWhereNested, booleans: .numeric)

    /// The form that Rack's `parse_nested_query` reads back unchanged: `tags[]=a&rows[][x]=1&active=true&note`.
    ///
    /// A null is a key without `=`. The style refuses sets and empty collections; keys that are empty or contain `[` or
    /// `]`, inside an array also those with a line feed; an array directly in an array; more than 32 levels of
    /// dictionaries, 4,096 leaves, 65,536 characters in the keys of a dictionary, or 4 MiB in total.
    ///
    /// Rack separates the elements of an array of dictionaries by their keys. A dictionary that follows another must
    /// begin with a leaf that is not in an array and that the one before has as well. Otherwise Rack merges the two, so
    /// the style refuses it. ``order`` decides which leaf is first: with ``OrderStrategy/asGiven`` a ``ParameterValue``
    /// or a model can put an identifier first; a Swift `Dictionary` has no order.
    public static let rack = reading(.rack, arrays: .brackets, booleans: .literal, nulls: .bareKey)

    /// The form that Ruby on Rails reads back unchanged: ``rack``, with empty arrays: `tags[]`.
    ///
    /// Rails removes nulls from arrays, so the style refuses them, and empty arrays and dictionaries directly in an
    /// array. Nulls in dictionaries are keys without `=`. Empty dictionaries are refused as in ``rack``.
    public static let rails = reading(
        .rails, arrays: .brackets, booleans: .literal, nulls: .bareKey, emptyCollections: .null)

    /// The form that qs reads back unchanged with its default options, as in Express 4:
    /// `tags[0]=a&rows[0][x]=1&active=true`.
    ///
    /// The style refuses nulls, sets and empty collections; keys that are empty or contain `[` or `]`, or that every
    /// JavaScript object has (`toString`, `constructor`…); below the top a dictionary whose keys are all integers from
    /// 0 to 20, which qs reads as an array; arrays of more than 21 elements; more than 5 brackets in a key or 1,000
    /// leaves. From qs 6.14.1 on an array has 20 elements: set ``limits``.
    public static let qs = reading(.qs, arrays: .indices, booleans: .literal)

    /// The form that readers of flat queries read back unchanged: `tags=a&tags=b&active=true`.
    ///
    /// Parameters are a dictionary of leaves and of arrays of leaves. The style refuses everything else, nulls, sets,
    /// empty arrays, and more than 1,000 leaves. Every key comes back with the array of its values, so a leaf and an
    /// array of one leaf are the same.
    public static let flat = reading(.flat, arrays: .repeated, booleans: .literal)

    /// The form that Go's `url.ParseQuery` reads back unchanged: ``flat``, with up to 10,000 leaves, and 1 MiB of a
    /// query or 10 MiB of a form.
    public static let go = reading(.go, arrays: .repeated, booleans: .literal)

    /// The form that Node's `querystring` reads back unchanged: ``flat`` without arrays of one element. The framework
    /// reads such an array as the element, so the style refuses it. A leaf comes back as itself, not as an array.
    public static let querystring = reading(.querystring, arrays: .repeated, booleans: .literal)

    /// The style for Laravel: ``php`` with nulls, which are written as empty texts. A new application's middleware
    /// reads an empty text as a null, and trims texts.
    public static let laravel = reading(
        .laravel, arrays: .indicesWhereNested, booleans: .numeric, nulls: .emptyValue)
    /// The style for Symfony: ``php``. PHP reads it back unchanged; Symfony then changes the result.
    public static let symfony = php
    /// The style for Sinatra: ``rack``. Rack reads it back unchanged; Sinatra then changes the result.
    public static let sinatra = rack
    /// The style that Express 4 reads with its extended parsers: ``qs``, with keys such as `toString`, and in a form
    /// with arrays of any length and keys of any depth.
    public static let express4 = reading(.express4, arrays: .indices, booleans: .literal)
    /// The style that Express 5 reads: ``querystring``, its simple query parser.
    public static let express5 = querystring
    /// The style that the current version of Express reads: ``express5``.
    public static let express = express5
    /// The style that Django's `QueryDict` reads: ``flat``.
    public static let django = flat
    /// The style that Flask's `MultiDict` reads: ``flat``.
    public static let flask = flat
    /// The style that FastAPI reads: ``flat``.
    public static let fastAPI = flat
    /// The style that Gin reads: ``go``.
    public static let gin = go

    /// The form that Spring binds to beans: `tags[0]=a&user.name=x&active=true`.
    ///
    /// The style refuses what Spring would change: nulls, sets, empty collections, keys with dots or brackets, keys at
    /// the top that begin with `_` or `!`, arrays of more than 256 elements.
    public static let spring = reading(.spring, arrays: .indices, booleans: .literal, keyPaths: .dots)

    /// The form that ASP.NET Core binds to models, by its documentation: `tags[0]=a&user.name=x&active=true`.
    ///
    /// A null is an empty text, which is read as a null. The style refuses sets, empty collections, keys with dots or
    /// brackets, and keys of a dictionary that differ only in case.
    public static let aspNetCore = reading(
        .aspNetCore, arrays: .indices, booleans: .literal, nulls: .emptyValue, keyPaths: .dots)

    /// The form that Phoenix reads, by Plug's source: `tags[]=a&user[name]=x&active=true`.
    ///
    /// The style refuses nulls, sets, empty collections, and arrays of several collections, which Plug merges.
    public static let phoenix = reading(.phoenix, arrays: .brackets, booleans: .literal)

    private static func reading(
        _ dialect: QueryDialect, arrays: ArrayStrategy, booleans: BoolStrategy, nulls: NullStrategy = .refused,
        emptyCollections: EmptyCollectionStrategy = .refused, keyPaths: KeyPathStrategy = .brackets
    ) -> QueryStyle {
        QueryStyle(
            arrays: arrays, emptyCollections: emptyCollections, keyPaths: keyPaths, nulls: nulls, booleans: booleans,
            numbers: .shortest, dates: .iso8601, data: .base64, dialect: dialect)
    }
}
