/// The choices that a ``TreeDecoder`` makes where a tree says less than a model asks for.
///
/// | strategies | `"1"` as `Int` | `1` as `Date` | of equal keys | `URL` |
/// |---|---|---|---|---|
/// | of a `JSONDecoder` | refused | seconds since 2001 | the first | from its text |
/// | of a `PropertyListDecoder` | refused | refused | the last | from its parts |
/// | of a `ParameterValue` | refused | refused | the first | from its text |
/// | with `readsNumbersInTexts` | 1 | | | |
struct TreeDecodingStrategies {
    /// The representation of dates or of bytes.
    enum Strategy<Value: Decodable> {
        /// As a date or bytes of the document, as in property lists.
        case native
        /// By the type's own `init(from:)`.
        case deferred
        case number(@Sendable (Double) -> Value)
        case text(refusal: String, @Sendable (String) -> Value?)
        case custom(@Sendable (any Decoder) throws -> Value)
    }

    /// The spelling of a model's keys.
    enum Keys {
        /// As in the tree: a model's key must equal one of the tree's.
        case asGiven
        /// Converted, except for the keys of `[String: T]`.
        case converted(@Sendable (String) -> String)
        /// Converted by a closure that receives the coding path of the key, except for the keys of `[String: T]`.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// The conversion between `Float` and `Double`.
    enum Floats {
        /// By the digits of a `Float`, and by the value of a `Double` in its range.
        case digits
        /// By the value, which must remain the same, as in property lists in binary.
        case exact
        /// By the value, which may become infinity, as in property lists in XML.
        case rounded
    }

    var dates = Strategy<Date>.native
    var data = Strategy<Data>.native
    var keys = Keys.asGiven
    /// The texts of infinity, negative infinity and NaN, or `nil` if texts are not numbers.
    var nonConformingFloats: (positiveInfinity: String, negativeInfinity: String, nan: String)?
    /// Whether a text that is a number is read as one.
    var readsNumbersInTexts = false
    /// A closure that returns the Boolean that a text represents, or `nil` if texts are not Booleans.
    var booleanOfText: (@Sendable (String) -> Bool?)?
    /// The text that represents null, or `nil` for none.
    var nullText: String?
    /// Whether a leaf is read as an array of one where a model asks for an array.
    var readsLeavesAsArrays = false
    /// Whether an array is read as a `[Int: T]` of its indices, and a dictionary of indices as a `[T]`.
    var readsIndicesAsKeys = false
    /// Whether an empty text is a null where a model has an optional number.
    var readsEmptyNumbersAsNull = false
    /// Whether a `Bool` that is missing is false.
    var isMissingBoolFalse = false
    /// Whether the last of several equal keys is used, instead of the first.
    var lastKeyCounts = false
    /// Whether a `URL` is read from a text and a `Decimal` from a number.
    var hasSpecialTypes = true
    var floats = Floats.digits
    /// Whether a null is of the wrong type for a `Bool`, as for `JSONDecoder`, instead of a missing value.
    var nullMismatchesBool = false
}

extension TreeDecodingStrategies {
    /// Returns the strategies of a caller's decoder, or `nil` if the decoder itself must be used: a subclass, JSON5, a
    /// dictionary without braces, a strategy that is not known here.
    init?(_ decoder: JSONDecoder) {
        guard type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary else {
            return nil
        }
        nullMismatchesBool = true
        switch decoder.dateDecodingStrategy {
        case .deferredToDate: dates = .deferred
        case .secondsSince1970: dates = .since1970(unitsPerSecond: 1)
        case .millisecondsSince1970: dates = .since1970(unitsPerSecond: 1000)
        case .iso8601: dates = .iso8601(refusal: "Expected date string to be ISO8601-formatted.") { $0 }
        #if canImport(Darwin)  // On Linux it is a custom strategy.
            case .formatted(let formatter):
                dates = .text(refusal: "Date string does not match format expected by formatter.") {
                    formatter.date(from: $0)
                }
        #endif
        case .custom(let read): dates = .custom(read)
        @unknown default: return nil
        }
        switch decoder.dataDecodingStrategy {
        case .deferredToData: data = .deferred
        case .base64: data = .base64
        case .custom(let read): data = .custom(read)
        @unknown default: return nil
        }
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: break
        case .convertFromSnakeCase: keys = .converted(\.withoutSnakeCase)
        case .custom(let convert): keys = .custom(convert)
        @unknown default: return nil
        }
        switch decoder.nonConformingFloatDecodingStrategy {
        case .throw: break
        case .convertFromString(positiveInfinity: let positive, negativeInfinity: let negative, nan: let nan):
            nonConformingFloats = (positive, negative, nan)
        @unknown default: return nil
        }
    }

    /// Returns the strategies of a caller's decoder, or `nil` if the decoder itself must be used.
    init?(_ decoder: PropertyListDecoder) {
        guard type(of: decoder) == PropertyListDecoder.self else { return nil }
        lastKeyCounts = true
        hasSpecialTypes = false
        nullText = "$null"
    }
}

extension TreeDecodingStrategies.Strategy<Date> {
    static func since1970(unitsPerSecond: Double) -> Self {
        .number { Date(timeIntervalSince1970: $0 / unitsPerSecond) }
    }

    /// Dates in RFC 3339, into which `convert` brings a text.
    static func iso8601(refusal: String, _ convert: @escaping @Sendable (String) -> String) -> Self {
        .text(refusal: refusal) { try? Date.ISO8601FormatStyle().parse(convert($0)) }
    }
}

extension TreeDecodingStrategies.Strategy<Data> {
    static var base64: Self { .text(refusal: "Encountered Data is not valid Base64.") { Data(base64Encoded: $0) } }
}

extension String {
    /// The key that `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` makes of a key: `_one_two` → `_oneTwo`.
    var withoutSnakeCase: String { withWordsJoined(at: "_") }

    /// The key with its words joined: `one-two` → `oneTwo`. Separators at both ends stay.
    func withWordsJoined(at separator: Character) -> String {
        guard let first = firstIndex(where: { $0 != separator }), let last = lastIndex(where: { $0 != separator })
        else { return self }
        let words = self[first...last].split(separator: separator)
        guard words.count > 1 else { return self }
        return self[..<first] + words[0].lowercased() + words[1...].map(\.capitalized).joined()
            + self[index(after: last)...]
    }
}
