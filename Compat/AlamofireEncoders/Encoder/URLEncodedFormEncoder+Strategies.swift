import URLSerialization

extension URLEncodedFormEncoder {
    /// The keys of an array's elements.
    public enum ArrayEncoding: Sendable {
        /// Empty brackets for every element, the default: `k[]=1&k[]=2`.
        case brackets
        /// The array's key for every element: `k=1&k=2`.
        case noBrackets
        /// The element's index, from 0, in brackets: `k[0]=1&k[1]=2`.
        case indexInBrackets
        /// The key that the closure makes from the array's key and an element's index.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// The text of a Boolean: a digit or a word.
    public enum BoolEncoding: Sendable {
        /// `1` or `0`, which is the default.
        case numeric
        /// The words `true` and `false`, in lower case.
        case literal
    }

    /// The form of a `Data`: a text, or an array of numbers.
    public enum DataEncoding: Sendable {
        /// The form in which `Data` encodes itself: an array of numbers.
        case deferredToData
        /// Base 64 (RFC 4648, section 4).
        case base64
        /// The text that the closure returns.
        case custom(@Sendable (Data) throws -> String)

        /// Returns the text of bytes, or `nil` if they encode themselves.
        func text(of data: Data) throws -> String? {
            switch self {
            case .deferredToData: nil
            case .base64: data.base64EncodedString()
            case .custom(let text): try text(data)
            }
        }
    }

    /// The form of a `Date`: a number or a text.
    public enum DateEncoding: Sendable {
        /// The form in which `Date` encodes itself: seconds since 2001.
        case deferredToDate
        /// Seconds since 1970 as a decimal number, such as `1.5`.
        case secondsSince1970
        /// Milliseconds since 1970 as a decimal number, such as `1500.0`.
        case millisecondsSince1970
        /// A text in UTC without fractions of a second: `2001-02-03T04:05:06Z` (RFC 3339).
        case iso8601
        /// The text that the formatter returns.
        case formatted(DateFormatter)
        /// The text that the closure returns.
        case custom(@Sendable (Date) throws -> String)

        /// Returns the text of a date, or `nil` if it encodes itself.
        func text(of date: Date) throws -> String? {
            switch self {
            case .deferredToDate: nil
            case .secondsSince1970: String(date.timeIntervalSince1970)
            case .millisecondsSince1970: String(date.timeIntervalSince1970 * 1000)
            case .iso8601: try DateText.iso8601(date)
            case .formatted(let formatter): formatter.string(from: date)
            case .custom(let text): try text(date)
            }
        }
    }

    /// The transformation of a key path before it is percent-encoded.
    public enum KeyEncoding: Sendable {
        /// The key path unchanged, which is the default.
        case useDefaultKeys
        /// Words in lower case with `_` between them: `oneTwo` becomes `one_two`.
        case convertToSnakeCase
        /// Words in lower case with `-` between them: `oneTwo` becomes `one-two`.
        case convertToKebabCase
        /// The path's first letter in upper case: `oneTwo` becomes `OneTwo`.
        case capitalized
        /// All letters in upper case: `oneTwo` becomes `ONETWO`.
        case uppercased
        /// All letters in lower case: `oneTwo` becomes `onetwo`.
        case lowercased
        /// The key path that the closure returns.
        case custom(@Sendable (String) -> String)

        /// The core's equivalent. It is applied to a whole key path here, but to each key in the core.
        var strategy: KeyStrategy {
            switch self {
            case .useDefaultKeys: .asGiven
            case .convertToSnakeCase: .snakeCase
            case .convertToKebabCase: .kebabCase
            case .capitalized: .capitalized
            case .uppercased: .uppercased
            case .lowercased: .lowercased
            case .custom(let text): .custom(text)
            }
        }
    }

    /// The form in which a nested key is appended to its path.
    public struct KeyPathEncoding: Sendable {
        /// The key in brackets, which is the default: `a[b]`.
        public static let brackets = KeyPathEncoding(.brackets)
        /// The key after a dot: `a.b`.
        public static let dots = KeyPathEncoding(.dots)

        enum Form: Sendable {
            case brackets, dots
            case custom(@Sendable (_ subkey: String) -> String)

            /// Returns the text that is appended to the path.
            func text(of subkey: String) -> String {
                switch self {
                case .brackets: "[\(subkey)]"
                case .dots: ".\(subkey)"
                case .custom(let text): text(subkey)
                }
            }
        }

        let form: Form

        private init(_ form: Form) { self.form = form }

        /// Creates a form in which the closure's text for a key is appended to the path.
        public init(encoding: @escaping @Sendable (_ subkey: String) -> String) { form = .custom(encoding) }
    }

    /// The text of a null, which may also be left out.
    public struct NilEncoding: Sendable {
        /// No pair at all, which is the default.
        public static let dropKey = NilEncoding { nil }
        /// A key with an empty value: `k=`.
        public static let dropValue = NilEncoding { "" }
        /// The word `null` as the value: `k=null`.
        public static let null = NilEncoding { "null" }

        let encoding: @Sendable () -> String?

        /// Creates a form with the text that the closure returns; `nil` writes nothing.
        public init(encoding: @escaping @Sendable () -> String?) { self.encoding = encoding }
    }

    /// The form of a space in keys and values.
    public enum SpaceEncoding: Sendable {
        /// Percent-encoded as `%20`, which is the default.
        case percentEscaped
        /// A plus sign, as browsers write it in forms.
        case plusReplaced
    }

    /// The errors of the encoder itself.
    public enum Error: Swift.Error {
        /// The model does not encode itself into a keyed container. The associated value is its type, whereas
        /// Alamofire's is the encoded value.
        case invalidRootObject(String)
    }
}

extension CharacterSet {
    /// The characters that Alamofire does not percent-encode in a query: letters, digits and `-._~/?`.
    public static let afURLQueryAllowed: CharacterSet = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?")
}
