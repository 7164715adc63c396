/// How a query spells what a list of pairs has no form for: arrays, nulls, Booleans, dates, bytes, keys, order.
///
/// ``afNetworking``, the default, is byte for byte what AFNetworking sends. Each choice can be changed by itself:
///
/// ```swift
/// var style = QueryStyle.afNetworking
/// style.arrays = .indices
/// style.dates = .iso8601
/// ```
public struct QueryStyle: Sendable {
    /// How the keys of an array's elements are written. AFNetworking: ``ArrayStrategy/brackets``.
    public var arrays: ArrayStrategy
    /// How an empty array, set or dictionary is written. AFNetworking: ``EmptyCollectionStrategy/omitted``.
    public var emptyCollections: EmptyCollectionStrategy
    /// How a key is written. AFNetworking: ``KeyStrategy/asGiven``.
    public var keys: KeyStrategy
    /// How the key of a dictionary inside another is joined to the path. AFNetworking: ``KeyPathStrategy/brackets``.
    public var keyPaths: KeyPathStrategy
    /// How a null is written. AFNetworking: ``NullStrategy/bareKey``.
    public var nulls: NullStrategy
    /// How a Boolean is written. AFNetworking: ``BoolStrategy/numeric``.
    public var booleans: BoolStrategy
    /// How a floating-point number is written. AFNetworking: ``NumberStrategy/foundation``.
    public var numbers: NumberStrategy
    /// How a date is written. AFNetworking: ``DateStrategy/description``.
    public var dates: DateStrategy
    /// How bytes are written. They have no stable text in AFNetworking: ``DataStrategy/refused``.
    public var data: DataStrategy
    /// How a space is written. AFNetworking: ``SpaceStrategy/percentEncoded``.
    public var spaces: SpaceStrategy
    /// The order of a dictionary's keys. AFNetworking: ``OrderStrategy/sorted``.
    public var order: OrderStrategy
    /// Who is to read the query: parameters that the framework would read back as something else are errors, which name
    /// the key path. AFNetworking: nil, nothing is checked.
    ///
    /// The checks are made for the keys and arrays of the framework's own style (``php``, ``rack``, ``qs``, ``flat``): with
    /// another ``arrays`` or ``keyPaths`` than it reads, every call is an error. Whoever lets ``nulls`` or
    /// ``emptyCollections`` pass accepts their loss.
    public var framework: QueryFramework?
    /// How much the ``framework`` reads; nil for its own ``QueryFramework/limits``. Without a framework of no effect.
    public var limits: QueryLimits?

    /// Sorts a dictionary's keys in another order than AFNetworking's.
    package var precedes: (@Sendable (String, String) -> Bool)?

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
        framework: QueryFramework? = nil,
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
        self.framework = framework
        self.limits = limits
    }

    /// The bytes of AFNetworking 4.0.1 (`AFQueryStringFromParameters`).
    public static let afNetworking = QueryStyle()
}

/// How the keys of an array's elements are written in a query.
public enum ArrayStrategy: Sendable {
    /// `k[]=1&k[]=2`. The rows of an array of arrays cannot be told apart.
    case brackets
    /// `k[0]=1&k[1]=2`. Arrays of arrays and arrays of objects keep their shape.
    case indices
    /// `k[]=1&k[]=2` where the elements are scalars, but `k[0][]=1&k[1][]=2` and `k[0][x]=1&k[1][x]=2` where they are
    /// collections, which keep their shape: the form that reads best and is ambiguous nowhere.
    case indicesWhereNested
    /// `k=1&k=2`.
    case repeated
    /// `k=1,2`, the commas percent-encoded; a collection inside such an array is an error.
    case commaSeparated
    /// The key that the closure makes of the array's key path and an element's index, neither percent-encoded.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
}

/// How an empty array, set or dictionary is written in a query.
public enum EmptyCollectionStrategy: Sendable {
    /// Not at all: the server cannot tell it from an absent one.
    case omitted
    /// As a null would be, under the collection's key (for an array, the key of its elements): `k[]` in AFNetworking's
    /// style.
    case null
    /// `k[]=` for an array, `k=` for a set or a dictionary: as ``null``, with an empty value whatever
    /// ``QueryStyle/nulls`` says.
    case emptyValue
    /// `k=[]` for an array or a set, `k={}` for a dictionary, the brackets percent-encoded.
    case literal
    /// An error naming the key path.
    case refused
    /// The pair that the closure makes of the collection's key path, neither percent-encoded; a pair without value is a
    /// bare key, nil writes nothing.
    case custom(@Sendable (_ key: String, _ kind: CollectionKind) -> ParameterPair?)

    /// What an empty collection is.
    public enum CollectionKind: Sendable, Hashable {
        /// Values in order.
        case array
        /// Values without order.
        case set
        /// Values by key.
        case dictionary
    }
}

/// How a key is written in a query. Keys are sorted, and named in errors, as they were given.
public enum KeyStrategy: Sendable {
    /// As it is.
    case asGiven
    /// `oneTwo` and `myURLPath` become `one_two` and `my_url_path`, as `JSONEncoder` has it.
    case snakeCase
    /// `oneTwo` and `myURLPath` become `one-two` and `my-url-path`.
    case kebabCase
    /// `oneTwo` becomes `OneTwo`.
    case capitalized
    /// `oneTwo` becomes `ONETWO`.
    case uppercased
    /// `oneTwo` becomes `onetwo`.
    case lowercased
    /// What the closure makes of it. Each key is changed by itself, not the path.
    case custom(@Sendable (_ key: String) -> String)
}

/// How the key of a dictionary inside another is joined to the path. Arrays have their own ``ArrayStrategy``.
public enum KeyPathStrategy: Sendable {
    /// `a[b]`, the brackets percent-encoded.
    case brackets
    /// `a.b`: what ASP.NET Core, Spring and qs with `allowDots` read.
    case dots
    /// What the closure makes of the nested key is appended to the path, and percent-encoded.
    case custom(@Sendable (_ key: String) -> String)
}

/// How a null is written in a query.
public enum NullStrategy: String, Sendable, Codable {
    /// `k`, a key without `=`.
    case bareKey
    /// `k=`.
    case emptyValue
    /// `k=null`.
    case literal
    /// Not at all.
    case omitted
    /// An error naming the key path.
    case refused
}

/// How a Boolean is written in a query.
public enum BoolStrategy: String, Sendable, Codable {
    /// `1` or `0`.
    case numeric
    /// `true` or `false`.
    case literal
}

/// How a floating-point number is written in a query.
public enum NumberStrategy: String, Sendable, Codable {
    /// As Apple's Foundation prints an `NSNumber`: doubles by `%0.16g`, floats by `%0.7g`. A double may lose its last
    /// digit: 99.99 is written `99.98999999999999`.
    case foundation
    /// The shortest text that reads back as the same number: `99.99`. Whole numbers have no `.0`.
    case shortest
}

/// How a date is written.
public enum DateStrategy: Sendable {
    /// `2001-02-03 04:05:06 +0000`, in UTC, the fraction of a second dropped: an `NSDate`'s description. Years 1 to 9999.
    case description
    /// Seconds since 1970, with a fraction where there is one; in JSON a number.
    case secondsSince1970
    /// Milliseconds since 1970, with a fraction where there is one; in JSON a number.
    case millisecondsSince1970
    /// `2001-02-03T04:05:06Z` (RFC 3339), in UTC, the fraction of a second dropped. Years 1 to 9999.
    case iso8601
    /// An error naming the key path.
    case refused
    /// The text that the closure gives; what it throws is the call's error.
    case custom(@Sendable (Date) throws -> String)
}

/// How bytes are written.
public enum DataStrategy: Sendable {
    /// An error naming the key path.
    case refused
    /// Base 64 (RFC 4648, section 4).
    case base64
    /// The text that the closure gives; what it throws is the call's error.
    case custom(@Sendable (Data) throws -> String)
}

/// How a space is written in a query.
public enum SpaceStrategy: String, Sendable, Codable {
    /// `%20`.
    case percentEncoded
    /// `+`, as HTML forms write it.
    case plus
}

/// The order of a dictionary's keys in a query. A set's elements are always sorted.
public enum OrderStrategy: String, Sendable, Codable {
    /// Sorted at every level, so that equal parameters give equal bytes.
    case sorted
    /// As given by a ``ParameterValue``, a model or a `KeyValuePairs`. A Swift `Dictionary` and an `NSDictionary` have no
    /// order: theirs are sorted.
    case asGiven
}

/// The form of a model's keys in JSON. Keys of dictionaries are never changed, as in `JSONEncoder`.
public enum JSONKeyStrategy: Sendable {
    /// As the model's coding keys have them.
    case asGiven
    /// In snake case: `myURLPath` becomes `my_url_path`, as with `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    case snakeCase
    /// The key that the closure returns for the path to a value, whose last element is the value's own key.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
}

/// A leaf of the parameters under its key path, neither of them percent-encoded (`AFQueryStringPair`).
public struct ParameterPair: Hashable, Sendable {
    /// The key path as the query spells it, `user[tags][]`.
    public let key: String
    /// The leaf's text; nil for a null, which is written as a bare key.
    public let value: String?

    /// A pair.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}
