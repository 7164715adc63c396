/// The spelling of values in a query that a list of pairs cannot represent directly: arrays, nulls, Booleans, dates,
/// bytes, keys, order.
///
/// ``afNetworking``, the default, writes AFNetworking's bytes. Each choice can be changed separately:
///
/// ```swift
/// var style = QueryStyle.afNetworking
/// style.arrays = .indices
/// style.dates = .iso8601
/// ```
public struct QueryStyle: Sendable, Codable {
    /// The keys of an array's elements. AFNetworking: ``ArrayStrategy/brackets``.
    public var arrays: ArrayStrategy
    /// The form of an empty array, set or dictionary. AFNetworking: ``EmptyCollectionStrategy/omitted``.
    public var emptyCollections: EmptyCollectionStrategy
    /// The form of a key. AFNetworking: ``KeyStrategy/asGiven``.
    public var keys: KeyStrategy
    /// The separator between the keys of nested dictionaries. AFNetworking: ``KeyPathStrategy/brackets``.
    public var keyPaths: KeyPathStrategy
    /// The form of a null. AFNetworking: ``NullStrategy/bareKey``.
    public var nulls: NullStrategy
    /// The form of a Boolean. AFNetworking: ``BoolStrategy/numeric``.
    public var booleans: BoolStrategy
    /// The form of a floating-point number. AFNetworking: ``NumberStrategy/foundation``.
    public var numbers: NumberStrategy
    /// The form of a date. AFNetworking: ``DateStrategy/description``.
    public var dates: DateStrategy
    /// The form of bytes. They have no stable text in AFNetworking: ``DataStrategy/refused``.
    public var data: DataStrategy
    /// The form of a space. AFNetworking: ``SpaceStrategy/percentEncoded``.
    public var spaces: SpaceStrategy
    /// The order of a dictionary's keys. AFNetworking: ``OrderStrategy/sorted``.
    public var order: OrderStrategy
    /// The rules by which the server reads the query. Parameters that it would read back differently are an error
    /// naming the key path. AFNetworking: `nil`, so nothing is checked.
    ///
    /// The checks are made for the keys and arrays of the dialect's own style (``php``, ``rack``, ``qs``, ``flat``).
    /// With ``arrays`` or ``keyPaths`` that it does not read, every call is an error. If ``nulls`` or
    /// ``emptyCollections`` are allowed, the server loses them.
    public var dialect: QueryDialect?
    /// The limits up to which the ``dialect`` reads; `nil` for its own ``QueryDialect/limits``. Without a dialect it
    /// has no effect.
    public var limits: QueryLimits?

    /// A closure that sorts a dictionary's keys differently from AFNetworking.
    package var precedes: (@Sendable (String, String) -> Bool)?

    enum CodingKeys: String, CodingKey {
        case arrays, emptyCollections, keys, keyPaths, nulls, booleans, numbers, dates, data, spaces, order
        case dialect, limits
    }

    /// Creates a style. Every choice defaults to AFNetworking's.
    ///
    /// ```swift
    /// let style = QueryStyle(arrays: .indices, booleans: .literal, dates: .iso8601)
    /// ```
    public init(
        arrays: ArrayStrategy = .brackets,
        emptyCollections: EmptyCollectionStrategy = .omitted,
        keys: KeyStrategy = .asGiven,
        keyPaths: KeyPathStrategy = .brackets,
        nulls: NullStrategy = .bareKey,
        booleans: BoolStrategy = .numeric,
        numbers: NumberStrategy = .foundation,
        dates: DateStrategy = .description,
        data: DataStrategy = .refused,
        spaces: SpaceStrategy = .percentEncoded,
        order: OrderStrategy = .sorted,
        dialect: QueryDialect? = nil,
        limits: QueryLimits? = nil
    ) {
        self.arrays = arrays
        self.emptyCollections = emptyCollections
        self.keys = keys
        self.keyPaths = keyPaths
        self.nulls = nulls
        self.booleans = booleans
        self.numbers = numbers
        self.dates = dates
        self.data = data
        self.spaces = spaces
        self.order = order
        self.dialect = dialect
        self.limits = limits
    }

    /// The bytes of AFNetworking 4.0.1 (`AFQueryStringFromParameters`).
    public static let afNetworking = QueryStyle()
}

/// The keys of an array's elements in a query.
public enum ArrayStrategy: Sendable {
    /// `k[]=1&k[]=2`. The rows of an array of arrays cannot be distinguished.
    case brackets
    /// `k[0]=1&k[1]=2`. Arrays of arrays and arrays of objects keep their shape.
    case indices
    /// `k[]=1&k[]=2` if the elements are scalars, but `k[0][]=1&k[1][]=2` and `k[0][x]=1&k[1][x]=2` if they are
    /// collections, which keep their shape. This form is the easiest to read, and never ambiguous.
    case indicesWhereNested
    /// `k=1&k=2`, which Django, Flask and Go read as a list.
    case repeated
    /// `k=1,2`, the commas percent-encoded; a collection inside such an array is an error.
    case commaSeparated
    /// The key that the closure makes from the array's key path and an element's index, neither percent-encoded.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
}

/// The form of an empty array, set or dictionary in a query.
public enum EmptyCollectionStrategy: Sendable {
    /// No pair at all: the server cannot distinguish an empty collection from an absent one.
    case omitted
    /// The form of a null under the collection's key, or for an array under the key of its elements: `k[]` in
    /// AFNetworking's style.
    case null
    /// `k[]=` for an array, `k=` for a set or a dictionary: like ``null`` with an empty value, regardless of
    /// ``QueryStyle/nulls``.
    case emptyValue
    /// `k=[]` for an array or a set, `k={}` for a dictionary, with the brackets percent-encoded.
    case literal
    /// An error naming the key path.
    case refused
    /// The pair that the closure makes from the collection's key path, neither percent-encoded. A pair without value is
    /// a bare key; `nil` writes nothing.
    case custom(@Sendable (_ key: String, _ kind: CollectionKind) -> ParameterPair?)

    /// The kind of an empty collection.
    public enum CollectionKind: Sendable, Hashable {
        /// An array or an `NSOrderedSet`.
        case array
        /// A set of any other kind.
        case set
        /// A dictionary, or a model that encodes nothing.
        case dictionary
    }
}

/// The form of a key in a query. Keys are sorted, and named in errors, as they were given.
public enum KeyStrategy: Sendable {
    /// The key unchanged, as in AFNetworking.
    case asGiven
    /// `oneTwo` and `myURLPath` become `one_two` and `my_url_path`, as with `JSONEncoder`.
    case snakeCase
    /// `oneTwo` and `myURLPath` become `one-two` and `my-url-path`.
    case kebabCase
    /// `oneTwo` becomes `OneTwo`: only the first letter changes.
    case capitalized
    /// `oneTwo` becomes `ONETWO`, without its word boundaries.
    case uppercased
    /// `oneTwo` becomes `onetwo`, without its word boundaries.
    case lowercased
    /// The key that the closure returns. It receives each key separately, not the path.
    case custom(@Sendable (_ key: String) -> String)
}

extension KeyStrategy {
    /// ``snakeCase``, under the name that `JSONEncoder` and Alamofire use.
    public static var convertToSnakeCase: KeyStrategy { .snakeCase }
}

/// The separator between the keys of nested dictionaries. Arrays have ``ArrayStrategy``.
public enum KeyPathStrategy: Sendable {
    /// `a[b]`, with the brackets percent-encoded, which PHP, Rack and qs read.
    case brackets
    /// `a.b`, which ASP.NET Core, Spring and qs with `allowDots` read.
    case dots
    /// The text that the closure makes from the nested key, which is appended to the path and percent-encoded.
    case custom(@Sendable (_ key: String) -> String)
}

/// The form of a null in a query.
public enum NullStrategy: String, Sendable, Codable {
    /// `k`, a key without `=`, which Rack and Rails read as a null.
    case bareKey
    /// `k=`, which a server cannot distinguish from an empty text.
    case emptyValue
    /// `k=null`, which a server cannot distinguish from the text `null`.
    case literal
    /// No pair at all, as if there were no such value.
    case omitted
    /// An error naming the key path.
    case refused
}

/// The form of a Boolean in a query.
public enum BoolStrategy: String, Sendable, Codable {
    /// `1` or `0`, as an `NSNumber` prints on Apple's systems.
    case numeric
    /// `true` or `false`, the words of JSON.
    case literal
}

/// The form of a floating-point number in a query.
public enum NumberStrategy: String, Sendable, Codable {
    /// The text that Apple's Foundation prints for an `NSNumber`: doubles by `%0.16g`, floats by `%0.7g`. A double may
    /// lose its last digit: 99.99 is written `99.98999999999999`.
    case foundation
    /// The shortest text that reads back as the same number: `99.99`. Whole numbers have no `.0`.
    case shortest
}

/// The form of a date in a query, or in a body of JSON.
public enum DateStrategy: Sendable {
    /// `2001-02-03 04:05:06 +0000`, in UTC, without the fraction of a second: an `NSDate`'s description. Years 1 to
    /// 9999.
    case description
    /// Seconds since 1970, with a fraction if there is one; in JSON a number.
    case secondsSince1970
    /// Milliseconds since 1970, with a fraction if there is one; in JSON a number.
    case millisecondsSince1970
    /// `2001-02-03T04:05:06Z` (RFC 3339), in UTC, without the fraction of a second. Years 1 to 9999.
    case iso8601
    /// An error naming the key path.
    case refused
    /// The text that the closure returns. Errors that it throws are passed on to the caller.
    case custom(@Sendable (Date) throws -> String)
}

/// The form of bytes in a query, or in a body of JSON.
public enum DataStrategy: Sendable {
    /// An error naming the key path.
    case refused
    /// Base 64 (RFC 4648, section 4).
    case base64
    /// The text that the closure returns. Errors that it throws are passed on to the caller.
    case custom(@Sendable (Data) throws -> String)
}

/// The form of a space in a query.
public enum SpaceStrategy: String, Sendable, Codable {
    /// `%20`, as everywhere in a URL (RFC 3986).
    case percentEncoded
    /// `+`, as browsers write it in HTML forms.
    case plus
}

/// The order of a dictionary's keys in a query. A set's elements are always sorted.
public enum OrderStrategy: String, Sendable, Codable {
    /// Sorted at every level, so that equal parameters have equal bytes.
    case sorted
    /// The order of a ``ParameterValue``, a model or a `KeyValuePairs`. A Swift `Dictionary` and an `NSDictionary` have
    /// no order, so theirs are sorted.
    case asGiven
}

/// The form of a model's keys in JSON. Keys of dictionaries are never changed, as in `JSONEncoder`.
public enum JSONKeyStrategy: Sendable {
    /// The model's coding keys unchanged.
    case asGiven
    /// In snake case: `myURLPath` becomes `my_url_path`, as with `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    case snakeCase
    /// The key that the closure returns for the path to a value, whose last element is the value's own key.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
}

extension JSONKeyStrategy {
    /// ``snakeCase``, under the name that `JSONEncoder` uses.
    public static var convertToSnakeCase: JSONKeyStrategy { .snakeCase }
}

/// A leaf of the parameters under its key path, neither of them percent-encoded (`AFQueryStringPair`).
public struct ParameterPair: Hashable, Sendable {
    /// The key path as the query spells it, `user[tags][]`.
    public let key: String
    /// The leaf's text; `nil` for a null, which is written as a bare key.
    public let value: String?

    /// Creates a pair of texts that are not percent-encoded.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}
