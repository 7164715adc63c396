import AlamofireEncoders
import URLSerialization

/// A setting of an encoder or of a query style, described once for the command line, the encoder and the printed code.
package struct EncoderOption: Sendable {
    package struct Choice: Sendable {
        /// The value on the command line.
        package let name: String
        /// The value in the printed code, such as `.sorted`.
        package let code: String
        /// The condition under which the setting has an effect, for a comment in the printed code.
        let remark: String?
        let set: @Sendable (inout EncoderSettings) -> Void
    }

    /// The option on the command line, without its dashes. A query style's option begins with `style-`.
    package let name: String
    /// The name of the setting in Swift.
    package let label: String
    /// The explanation in the help text.
    package let summary: String
    /// The values, an encoder's default first.
    package internal(set) var choices: [Choice]

    /// Creates an option that sets a property.
    ///
    /// - Parameters:
    ///   - codes: The values in Swift; `nil` if each value is the case with its name.
    ///   - remarks: The remarks, by the values' names on the command line.
    ///   - values: The values, by their names on the command line.
    private init<Value: Sendable>(
        _ name: String, _ label: String, _ property: any WritableKeyPath<EncoderSettings, Value> & Sendable,
        _ summary: String, codes: [String]? = nil, remarks: [String: String] = [:],
        _ values: KeyValuePairs<String, Value>
    ) {
        (self.name, self.label, self.summary) = (name, label, summary)
        choices = values.enumerated().map { position, value in
            Choice(
                name: value.key, code: codes?[position] ?? ".\(value.value)", remark: remarks[value.key],
                set: { $0[keyPath: property] = value.value })
        }
    }

    /// Whether the setting is a query style's.
    package var isStyle: Bool { name.hasPrefix("style-") }
    /// The name without the prefix of a query style's settings.
    var setting: String { isStyle ? String(name.dropFirst(6)) : name }

    /// The options of Alamofire's form encoder, whose names are those of its initializer's parameters. The other
    /// encoders share some of them.
    package static let encoders: [EncoderOption] = [
        EncoderOption(
            "destination", "destination", \.destination, "the place of a query, by the method or always the same",
            ["method": .methodDependent, "query": .queryString, "body": .httpBody]),
        EncoderOption(
            "alphabetize", "alphabetizeKeyValuePairs", \.alphabetizes,
            "whether pairs are sorted by their text; --no-alphabetize is the same as no", codes: ["true", "false"],
            remarks: ["no": "A model's pairs come in its order, a Swift dictionary's in any order."],
            ["yes": true, "no": false]),
        EncoderOption(
            "array", "arrayEncoding", \.arrays, "keys of an array's elements",
            ["brackets": .brackets, "no-brackets": .noBrackets, "index": .indexInBrackets]),
        EncoderOption("bool", "boolEncoding", \.booleans, "Booleans", ["numeric": .numeric, "literal": .literal]),
        EncoderOption(
            "data", "dataEncoding", \.bytes, "bytes; deferred is an array of numbers",
            ["base64": .base64, "deferred": .deferredToData]),
        EncoderOption(
            "date", "dateEncoding", \.dates, "dates; deferred is seconds since 2001, the others since 1970",
            [
                "deferred": .deferredToDate, "seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970,
                "iso8601": .iso8601,
            ]),
        EncoderOption(
            "key", "keyEncoding", \.keys, "keys",
            [
                "default": .useDefaultKeys, "snake": .convertToSnakeCase, "kebab": .convertToKebabCase,
                "capitalized": .capitalized, "uppercased": .uppercased, "lowercased": .lowercased,
            ]),
        EncoderOption(
            "key-path", "keyPathEncoding", \.keyPaths, "nested keys",
            codes: [".brackets", ".dots"], ["brackets": .brackets, "dots": .dots]),
        EncoderOption(
            "nil", "nilEncoding", \.nulls, "nulls", codes: [".dropKey", ".dropValue", ".null"],
            ["drop-key": .dropKey, "drop-value": .dropValue, "null": .null]),
        EncoderOption(
            "space", "spaceEncoding", \.spaces, "spaces", ["percent": .percentEscaped, "plus": .plusReplaced]),
    ]

    /// The options of the query styles.
    package static let styles: [EncoderOption] = [
        EncoderOption(
            "style-array", "arrays", \.style.arrays, "keys of an array's elements",
            [
                "brackets": .brackets, "indices": .indices, "indices-where-nested": .indicesWhereNested,
                "repeated": .repeated, "comma": .commaSeparated,
            ]),
        EncoderOption(
            "style-empty", "emptyCollections", \.style.emptyCollections, "empty collections",
            ["omitted": .omitted, "null": .null, "empty-value": .emptyValue, "literal": .literal, "refused": .refused]),
        EncoderOption(
            "style-key", "keys", \.style.keys, "keys",
            [
                "as-given": .asGiven, "snake": .snakeCase, "kebab": .kebabCase, "capitalized": .capitalized,
                "uppercased": .uppercased, "lowercased": .lowercased,
            ]),
        EncoderOption(
            "style-key-path", "keyPaths", \.style.keyPaths, "nested keys", ["brackets": .brackets, "dots": .dots]),
        EncoderOption(
            "style-null", "nulls", \.style.nulls, "nulls",
            [
                "bare-key": .bareKey, "empty-value": .emptyValue, "literal": .literal, "omitted": .omitted,
                "refused": .refused,
            ]),
        EncoderOption(
            "style-bool", "booleans", \.style.booleans, "Booleans", ["numeric": .numeric, "literal": .literal]),
        EncoderOption(
            "style-number", "numbers", \.style.numbers, "numbers with a fraction",
            ["foundation": .foundation, "shortest": .shortest]),
        EncoderOption(
            "style-date", "dates", \.style.dates, "dates",
            [
                "description": .description, "seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970,
                "iso8601": .iso8601, "refused": .refused,
            ]),
        EncoderOption("style-data", "data", \.style.data, "bytes", ["refused": .refused, "base64": .base64]),
        EncoderOption(
            "style-space", "spaces", \.style.spaces, "spaces", ["percent": .percentEncoded, "plus": .plus]),
        EncoderOption(
            "style-order", "order", \.style.order, "the order of a dictionary's keys",
            remarks: ["as-given": "Keeps the order of a model or a ParameterValue; a [String: Any] is sorted by key."],
            ["sorted": .sorted, "as-given": .asGiven]),
    ]

    static let all = encoders + styles
    /// The names of the options that `URLEncoding` has.
    static let urlEncoding: Set = ["destination", "array", "bool"]
    /// The options of a `JSONEncoder`, with the choices that it has in addition to the default.
    static let jsonEncoder: [String: Set<String>] = [
        "date": ["seconds", "milliseconds", "iso8601"], "data": ["deferred"], "key": ["snake"],
    ]
}

/// The settings of `URLEncodedFormParameterEncoder` and its encoder, and a query style.
struct EncoderSettings {
    var destination = URLEncodedFormParameterEncoder.Destination.methodDependent
    var alphabetizes = true
    var arrays = URLEncodedFormEncoder.ArrayEncoding.brackets
    var booleans = URLEncodedFormEncoder.BoolEncoding.numeric
    var bytes = URLEncodedFormEncoder.DataEncoding.base64
    var dates = URLEncodedFormEncoder.DateEncoding.deferredToDate
    var keys = URLEncodedFormEncoder.KeyEncoding.useDefaultKeys
    var keyPaths = URLEncodedFormEncoder.KeyPathEncoding.brackets
    var nulls = URLEncodedFormEncoder.NilEncoding.dropKey
    var spaces = URLEncodedFormEncoder.SpaceEncoding.percentEscaped
    var style: QueryStyle
}
