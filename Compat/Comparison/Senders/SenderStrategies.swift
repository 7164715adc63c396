/// How the senders that have a choice are used: Alamofire's encoders, and `JSONEncoder` for dates and bytes.
///
/// The raw values are the command line's.
public struct SenderStrategies: Sendable, Equatable {
    /// How the keys of an array's elements are written.
    public enum ArrayKeys: String, Sendable, CaseIterable {
        /// `k[]`.
        case brackets
        /// `k`.
        case noBrackets = "no-brackets"
        /// `k[0]`.
        case index
    }

    /// How a Boolean is written.
    public enum Booleans: String, Sendable, CaseIterable {
        /// `1` or `0`.
        case numeric
        /// `true` or `false`.
        case literal
    }

    /// How bytes are written.
    public enum Bytes: String, Sendable, CaseIterable {
        /// Base 64.
        case base64
        /// An array of numbers, as `Data` encodes itself.
        case deferred
    }

    /// How a date is written.
    public enum Dates: String, Sendable, CaseIterable {
        /// Seconds since 2001, as `Date` encodes itself.
        case deferred
        /// Seconds since 1970.
        case seconds
        /// Milliseconds since 1970.
        case milliseconds
        /// `2001-02-03T04:05:06Z`.
        case iso8601
    }

    /// How a key path is changed.
    public enum Keys: String, Sendable, CaseIterable {
        /// Not at all.
        case unchanged = "default"
        /// `one_two`.
        case snake
        /// `one-two`.
        case kebab
        /// `OneTwo`.
        case capitalized
        /// `ONETWO`.
        case uppercased
        /// `onetwo`.
        case lowercased
    }

    /// How a nested key is appended to its path.
    public enum KeyPaths: String, Sendable, CaseIterable {
        /// `a[b]`.
        case brackets
        /// `a.b`.
        case dots
    }

    /// How a null is written.
    public enum Nulls: String, Sendable, CaseIterable {
        /// Not at all.
        case dropKey = "drop-key"
        /// `k=`.
        case dropValue = "drop-value"
        /// `k=null`.
        case null
    }

    /// How a space is written.
    public enum Spaces: String, Sendable, CaseIterable {
        /// `%20`.
        case percent
        /// `+`.
        case plus
    }

    /// Where a query string goes.
    public enum Destination: String, Sendable, CaseIterable {
        /// Into the URL for GET, HEAD and DELETE, otherwise into the body.
        case method
        /// Into the URL.
        case query
        /// Into the body.
        case body
    }

    /// How the keys of an array's elements are written.
    public var arrayKeys = ArrayKeys.brackets
    /// How a Boolean is written.
    public var booleans = Booleans.numeric
    /// How bytes are written.
    public var bytes = Bytes.base64
    /// How a date is written.
    public var dates = Dates.deferred
    /// How a key path is changed.
    public var keys = Keys.unchanged
    /// How a nested key is appended to its path.
    public var keyPaths = KeyPaths.brackets
    /// How a null is written.
    public var nulls = Nulls.dropKey
    /// How a space is written.
    public var spaces = Spaces.percent
    /// Whether pairs are sorted by their text.
    public var alphabetizes = true
    /// Where a query string goes.
    public var destination = Destination.method

    /// The encoders' own defaults.
    public init() {}
}
