import URLSerialization

extension URLEncodedFormEncoder {
    /// How the keys of an array's elements are written.
    public enum ArrayEncoding: Sendable {
        /// `k[]=1&k[]=2`.
        case brackets
        /// `k=1&k=2`.
        case noBrackets
        /// `k[0]=1&k[1]=2`.
        case indexInBrackets
        /// The key that the closure makes of the array's and an element's index.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// How a Boolean is written.
    public enum BoolEncoding: Sendable {
        /// `1` or `0`.
        case numeric
        /// `true` or `false`.
        case literal
    }

    /// How bytes are written.
    public enum DataEncoding: Sendable {
        /// As `Data` encodes itself: an array of numbers.
        case deferredToData
        /// Base 64 (RFC 4648, section 4).
        case base64
        /// The text that the closure gives.
        case custom(@Sendable (Data) throws -> String)

        /// The text of bytes; nil if they encode themselves.
        func text(of data: Data) throws -> String? {
            switch self {
            case .deferredToData: nil
            case .base64: data.base64EncodedString()
            case .custom(let text): try text(data)
            }
        }
    }

    /// How a date is written.
    public enum DateEncoding: Sendable {
        /// As `Date` encodes itself: seconds since 2001.
        case deferredToDate
        /// Seconds since 1970.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// `2001-02-03T04:05:06Z` (RFC 3339).
        case iso8601
        /// The formatter's text.
        case formatted(DateFormatter)
        /// The text that the closure gives.
        case custom(@Sendable (Date) throws -> String)

        /// The text of a date; nil if it encodes itself.
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

    /// How a key path is changed before it is percent-encoded.
    public enum KeyEncoding: Sendable {
        /// As it is.
        case useDefaultKeys
        /// `oneTwo` becomes `one_two`.
        case convertToSnakeCase
        /// `oneTwo` becomes `one-two`.
        case convertToKebabCase
        /// `oneTwo` becomes `OneTwo`.
        case capitalized
        /// `oneTwo` becomes `ONETWO`.
        case uppercased
        /// `oneTwo` becomes `onetwo`.
        case lowercased
        /// What the closure makes of it.
        case custom(@Sendable (String) -> String)

        /// The same in the core's terms. It is applied to a whole key path here, and to each key there.
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

    /// How a nested key is appended to its path.
    public struct KeyPathEncoding: Sendable {
        /// `a[b]`.
        public static let brackets = KeyPathEncoding(.brackets)
        /// `a.b`.
        public static let dots = KeyPathEncoding(.dots)

        enum Form: Sendable {
            case brackets, dots
            case custom(@Sendable (_ subkey: String) -> String)

            /// What is appended to the path.
            func text(of subkey: String) -> String {
                switch self {
                case .brackets: "[\(subkey)]"
                case .dots: ".\(subkey)"
                case .custom(let text): text(subkey)
                }
            }
        }

        let form: Form

        private init(_ form: Form) {
            self.form = form
        }

        /// What the closure makes of a key is appended to the path.
        public init(encoding: @escaping @Sendable (_ subkey: String) -> String) {
            form = .custom(encoding)
        }
    }

    /// How a null is written.
    public struct NilEncoding: Sendable {
        /// Not at all.
        public static let dropKey = NilEncoding { nil }
        /// `k=`.
        public static let dropValue = NilEncoding { "" }
        /// `k=null`.
        public static let null = NilEncoding { "null" }

        let encoding: @Sendable () -> String?

        /// The text that the closure gives; nil writes nothing.
        public init(encoding: @escaping @Sendable () -> String?) {
            self.encoding = encoding
        }
    }

    /// How a space is written.
    public enum SpaceEncoding: Sendable {
        /// `%20`.
        case percentEscaped
        /// `+`.
        case plusReplaced
    }

    /// What the encoder itself refuses.
    public enum Error: Swift.Error {
        /// The model does not encode itself into a keyed container; its type is given, where Alamofire gives what it
        /// encoded.
        case invalidRootObject(String)
    }
}

extension CharacterSet {
    /// Letters, digits and `-._~/?`: what Alamofire does not percent-encode in a query.
    public static let afURLQueryAllowed: CharacterSet = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?")
}
