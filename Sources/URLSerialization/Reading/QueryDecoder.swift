/// A decoder of models from a query, or from the body of a form, as a server framework reads it.
///
/// ```swift
/// struct Search: Codable {
///     let term: String
///     let page: Int
///     let tags: [String]
/// }
/// let search = try QueryDecoder(style: .rails).decode(Search.self, from: "term=caf%C3%A9&page=2&tags[]=a")
/// ```
///
/// The framework determines the structure, as in ``QueryParser``. All leaves of a query are texts; the strategies
/// determine how they become numbers, Booleans, dates, data and nulls, and mirror those of ``QueryStyle``. With its
/// defaults a decoder reads what the style of the same name writes: a model that ``QueryStyle/rails`` accepts comes
/// back from `QueryDecoder(style: .rails)`.
///
/// | text | model | value |
/// |---|---|---|
/// | `7`, `07`, `7.0` | `Int` | 7 |
/// | `inf` | `Double` | infinity |
/// | `1`, `true` | `Bool` | true |
/// | `2001-02-03T04:05:06Z` | `Date` | that date |
/// | `//4=` | `Data` | two bytes |
///
/// In a flat query, and in Go's and querystring's, an array of one element cannot be distinguished from the element, so
/// a text is read as an array if the model asks for one. An array is also read as a `[Int: T]` of its indices, and a
/// dictionary with indices as keys, such as a form's rows, some of which may be missing, as an array in their order.
/// Spring fills the gap of a missing row with an empty one, and ASP.NET Core ends the list there.
public struct QueryDecoder: Sendable {
    /// The server framework's rules by which queries are read.
    public var dialect: QueryDialect
    /// The limits beyond which a query is refused; `nil` for the dialect's own ``QueryDialect/limits``.
    public var limits: QueryLimits?
    /// The conversion of the query's keys into the model's. Default: ``KeyStrategy/asGiven``.
    public var keys: KeyStrategy
    /// The text that counts as null. A missing key, and in Rack and Rails a key without `=`, always counts as null.
    ///
    /// With ``NullStrategy/emptyValue`` an empty text counts as null, with ``NullStrategy/literal`` the text `null`.
    /// The other choices add no text. Default: ``NullStrategy/bareKey``.
    public var nulls: NullStrategy
    /// The form of a Boolean; `nil` for both. Default: `nil`.
    public var booleans: BoolStrategy?
    /// Whether a `Bool` is read from a browser's checkbox, which sends `on` if it is ticked, and nothing if it is not.
    /// Default: `false`.
    public var readsCheckboxes = false
    /// Whether an empty text, as of an input field without a value, is `nil` for an optional number. Default: `false`.
    public var readsEmptyNumbersAsNull = false
    /// The texts of infinity and NaN. Default: `inf`, `-inf` and `nan`, which ``QueryStyle`` writes.
    public var numbers: NonConformingFloatStrategy
    /// The form of a date. Default: ``DateStrategy/iso8601``.
    public var dates: DateStrategy
    /// The form of bytes. Default: ``DataStrategy/base64``.
    public var data: DataStrategy
    /// Information for the model's `init(from:)`, empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder. By default it reads what the style of the same name writes.
    ///
    /// ```swift
    /// let decoder = QueryDecoder(style: .php, keys: .snakeCase, dates: .secondsSince1970)
    /// ```
    public init(
        style dialect: QueryDialect,
        limits: QueryLimits? = nil,
        keys: KeyStrategy = .asGiven,
        nulls: NullStrategy = .bareKey,
        booleans: BoolStrategy? = nil,
        numbers: NonConformingFloatStrategy = .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
        dates: DateStrategy = .iso8601,
        data: DataStrategy = .base64
    ) {
        self.dialect = dialect
        self.limits = limits
        self.keys = keys
        self.nulls = nulls
        self.booleans = booleans
        self.numbers = numbers
        self.dates = dates
        self.data = data
    }

    // MARK: - Strategies

    /// The conversion of a query's key into a model's. Keys of `[String: T]` are not converted, as in `JSONDecoder`.
    ///
    /// A key that a style has written in all upper or lower case has lost its word boundaries; a closure can restore
    /// them.
    public enum KeyStrategy: Sendable {
        /// The key unchanged.
        case asGiven
        /// `one_two` becomes `oneTwo`, as with `JSONDecoder`.
        case snakeCase
        /// `one-two` becomes `oneTwo`, the reverse of the style's `kebabCase`.
        case kebabCase
        /// `OneTwo` becomes `oneTwo`: only the first letter changes.
        case capitalized
        /// The key that the closure returns.
        case custom(@Sendable (_ key: String) -> String)
    }

    /// The form of a date in the query.
    public enum DateStrategy: Sendable {
        /// `2001-02-03T04:05:06Z` (RFC 3339).
        case iso8601
        /// `2001-02-03 04:05:06 +0000`, an `NSDate`'s description.
        case description
        /// Seconds since 1970 in UTC, with or without a fraction.
        case secondsSince1970
        /// Milliseconds since 1970 in UTC, with or without a fraction.
        case millisecondsSince1970
        /// The date that the closure returns. Errors that it throws are passed on to the caller.
        case custom(@Sendable (_ text: String) throws -> Date)
    }

    /// The form of bytes in the query.
    public enum DataStrategy: Sendable {
        /// Base 64 (RFC 4648, section 4).
        case base64
        /// The bytes that the closure returns. Errors that it throws are passed on to the caller.
        case custom(@Sendable (_ text: String) throws -> Data)
    }

    // MARK: - Decoding

    /// Decodes a model from a query.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - query: The part of a URL between `?` and `#`, or the body of a form.
    /// - Throws: ``QueryParsingError`` for a query that ``QueryParser`` refuses; `DecodingError` naming the coding path
    ///   of a value that the model does not accept; any error from the model's `init(from:)`.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self, from query: String) throws -> Model {
        var sink = ParameterTreeSink()
        // A form may be longer than a query.
        try QueryParser(style: dialect, limits: limits ?? dialect.limits)
            .read(query, isStrict: true, into: &sink, unwrapsSingles: true)
        return try sink.tree.decode(strategies, userInfo: userInfo)
    }

    /// Decodes a model from the body of a form in UTF-8.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - body: The body, of type `application/x-www-form-urlencoded`.
    /// - Throws: ``QueryParsingError`` for a body that is not UTF-8, or that ``QueryParser`` refuses; `DecodingError`
    ///   naming the coding path of a value that the model does not accept; any error from the model's `init(from:)`.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self, from body: Data) throws -> Model {
        if let invalid = body.firstInvalidUTF8 { throw QueryParsingError.notUTF8(key: nil, offset: invalid) }
        return try decode(type, from: String(decoding: body, as: UTF8.self))
    }

    private var strategies: TreeDecodingStrategies {
        var strategies = TreeDecodingStrategies()
        strategies.readsNumbersInTexts = true
        strategies.readsLeavesAsArrays = !dialect.readsNestedKeys
        strategies.readsIndicesAsKeys = true
        strategies.readsEmptyNumbersAsNull = readsEmptyNumbersAsNull
        strategies.isMissingBoolFalse = readsCheckboxes
        strategies.booleanOfText = { [booleans, readsCheckboxes] text in
            readsCheckboxes && text == "on" ? true : booleans.value(of: text)
        }
        strategies.keys =
            switch keys {
            case .asGiven: .asGiven
            case .snakeCase: .converted(\.withoutSnakeCase)
            case .kebabCase: .converted { $0.withWordsJoined(at: "-") }
            case .capitalized: .converted { $0.prefix(1).lowercased() + $0.dropFirst() }
            case .custom(let convert): .converted(convert)
            }
        strategies.nullText = [NullStrategy.emptyValue: "", .literal: "null"][nulls]
        if case .text(let positive, let negative, let nan) = numbers {
            strategies.nonConformingFloats = (positive, negative, nan)
        }
        let refusal = "The text is not a date in this form. Choose another date strategy."
        strategies.dates =
            switch dates {
            case .iso8601: .iso8601(refusal: refusal) { $0 }
            case .description: .iso8601(refusal: refusal, \.iso8601OfDescription)
            case .secondsSince1970: .since1970(unitsPerSecond: 1)
            case .millisecondsSince1970: .since1970(unitsPerSecond: 1000)
            case .custom(let read): .custom { try read($0.singleValueContainer().decode(String.self)) }
            }
        strategies.data =
            switch data {
            case .base64: .base64
            case .custom(let read): .custom { try read($0.singleValueContainer().decode(String.self)) }
            }
        return strategies
    }
}

extension BoolStrategy? {
    fileprivate func value(of text: String) -> Bool? {
        switch text {
        case "1" where self != .literal, "true" where self != .numeric: true
        case "0" where self != .literal, "false" where self != .numeric: false
        default: nil
        }
    }
}

extension String {
    /// The text of an `NSDate`'s description, with the marks of RFC 3339 instead.
    fileprivate var iso8601OfDescription: String {
        guard hasSuffix(" +0000"), utf8.count == 25 else { return "" }
        return dropLast(6).replacingOccurrences(of: " ", with: "T") + "Z"
    }
}
