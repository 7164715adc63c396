import AlamofireCompat
import URLSerialization

/// The settings of Alamofire's encoders, and of a `JSONEncoder` for dates, bytes and keys.
package struct EncoderSettings: StrategySettings {
    var urlEncoding = (
        destination: URLEncoding.Destination.methodDependent, arrays: URLEncoding.ArrayEncoding.brackets,
        booleans: URLEncoding.BoolEncoding.numeric
    )
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
    var jsonDates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var jsonBytes = JSONEncoder.DataEncodingStrategy.base64
    var jsonKeys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    /// The spelling of the query so made.
    var form = QueryForm()

    /// The settings' names in `URLEncodedFormEncoder`'s initializer, `URLEncoding`'s and `JSONEncoder`'s properties.
    package static let options: [StrategyOption<EncoderSettings>] = [
        StrategyOption(
            "destination", label: "destination", "the place of a query, by the method or always the same",
            [
                .init("method", ".methodDependent"),
                .init("query", ".queryString") {
                    ($0.destination, $0.urlEncoding.destination) = (.queryString, .queryString)
                },
                .init("body", ".httpBody") { ($0.destination, $0.urlEncoding.destination) = (.httpBody, .httpBody) },
            ]),
        StrategyOption(
            "alphabetize", label: "alphabetizeKeyValuePairs",
            "whether pairs are sorted by their text; --no-alphabetize is the same as no",
            exercisedBy: \.hasOrder,
            [
                .init("yes", "true"),
                .init("no", "false", remark: "A model's pairs come in its order, a Swift dictionary's in any order.") {
                    $0.alphabetizes = false
                },
            ]),
        StrategyOption(
            "array", label: "arrayEncoding", "keys of an array's elements", exercisedBy: \.hasArrays,
            [
                .init("brackets", ".brackets"),
                .init("no-brackets", ".noBrackets") {
                    ($0.arrays, $0.urlEncoding.arrays, $0.form.arrays) = (.noBrackets, .noBrackets, .bare)
                },
                .init("index", ".indexInBrackets") {
                    ($0.arrays, $0.urlEncoding.arrays, $0.form.arrays) = (.indexInBrackets, .indexInBrackets, .indices)
                },
            ]),
        StrategyOption(
            "bool", label: "boolEncoding", "Booleans", exercisedBy: \.hasBooleans,
            [
                .init("numeric", ".numeric"),
                .init("literal", ".literal") { ($0.booleans, $0.urlEncoding.booleans) = (.literal, .literal) },
            ]),
        StrategyOption(
            "data", label: "dataEncoding", "bytes; deferred is an array of numbers", exercisedBy: \.hasBytes,
            [
                .init("base64", ".base64"),
                .init("deferred", ".deferredToData") {
                    ($0.bytes, $0.jsonBytes, $0.form.takesDataApart) = (.deferredToData, .deferredToData, true)
                },
            ]),
        StrategyOption(
            "date", label: "dateEncoding", "dates; deferred is seconds since 2001, the others since 1970",
            exercisedBy: \.hasDates,
            [
                .init("deferred", ".deferredToDate"),
                .init("seconds", ".secondsSince1970") {
                    ($0.dates, $0.jsonDates) = (.secondsSince1970, .secondsSince1970)
                },
                .init("milliseconds", ".millisecondsSince1970") {
                    ($0.dates, $0.jsonDates) = (.millisecondsSince1970, .millisecondsSince1970)
                },
                .init("iso8601", ".iso8601") { ($0.dates, $0.jsonDates) = (.iso8601, .iso8601) },
            ]),
        StrategyOption(
            "key", label: "keyEncoding", "keys", exercisedBy: \.hasLetters,
            [
                .init("default", ".useDefaultKeys"),
                .init("snake", ".convertToSnakeCase") {
                    ($0.keys, $0.jsonKeys) = (.convertToSnakeCase, .convertToSnakeCase)
                    $0.form.keyConversion = .path(.convertToSnakeCase)
                },
                .init("kebab", ".convertToKebabCase") {
                    ($0.keys, $0.form.keyConversion) = (.convertToKebabCase, .path(.convertToKebabCase))
                },
                .init("capitalized", ".capitalized") {
                    ($0.keys, $0.form.keyConversion) = (.capitalized, .path(.capitalized))
                },
                .init("uppercased", ".uppercased") {
                    ($0.keys, $0.form.keyConversion) = (.uppercased, .path(.uppercased))
                },
                .init("lowercased", ".lowercased") {
                    ($0.keys, $0.form.keyConversion) = (.lowercased, .path(.lowercased))
                },
            ]),
        StrategyOption(
            "key-path", label: "keyPathEncoding", "nested keys", exercisedBy: \.hasNestedKeys,
            [
                .init("brackets", ".brackets"),
                .init("dots", ".dots") { ($0.keyPaths, $0.form.separatesKeysByDots) = (.dots, true) },
            ]),
        StrategyOption(
            "nil", label: "nilEncoding", "nulls", exercisedBy: \.hasNulls,
            [
                .init("drop-key", ".dropKey"), .init("drop-value", ".dropValue") { $0.nulls = .dropValue },
                .init("null", ".null") { $0.nulls = .null },
            ]),
        StrategyOption(
            "space", label: "spaceEncoding", "spaces", exercisedBy: \.hasSpaces,
            [
                .init("percent", ".percentEscaped"),
                .init("plus", ".plusReplaced") { ($0.spaces, $0.form.spacesArePluses) = (.plusReplaced, true) },
            ]),
    ]

    /// The options of `URLEncoding`.
    static let urlEncodingOptions: Set = ["destination", "array", "bool"]
    /// The options of a `JSONEncoder`, and the choices it has; all where they are `nil`.
    static let jsonOptions: [String: Set<String>?] = ["date": nil, "data": nil, "key": ["snake"]]

    /// The encoders' own defaults.
    package init() {}
}

/// The choices of the senders that have options: Alamofire's encoders, and `JSONEncoder` for dates, bytes and keys.
package typealias SenderStrategies = StrategyChoices<EncoderSettings>

// MARK: - The encoders and the code that makes them

extension StrategyChoices<EncoderSettings> {
    var settings: EncoderSettings { applied(to: EncoderSettings()) }

    /// `URLEncoding`, and the call that makes it.
    package var urlEncoding: (encoding: URLEncoding, code: String) {
        let settings = settings.urlEncoding
        let encoding = URLEncoding(
            destination: settings.destination, arrayEncoding: settings.arrays, boolEncoding: settings.booleans)
        return (encoding, call("URLEncoding") { EncoderSettings.urlEncodingOptions.contains($0) })
    }

    /// `URLEncodedFormEncoder`, and the call that makes it.
    package var formEncoder: (encoder: URLEncodedFormEncoder, code: String) {
        let settings = settings
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: settings.alphabetizes, arrayEncoding: settings.arrays,
            boolEncoding: settings.booleans, dataEncoding: settings.bytes, dateEncoding: settings.dates,
            keyEncoding: settings.keys, keyPathEncoding: settings.keyPaths, nilEncoding: settings.nulls,
            spaceEncoding: settings.spaces)
        return (encoder, call("URLEncodedFormEncoder") { $0 != "destination" })
    }

    /// `URLEncodedFormParameterEncoder`, and the call that makes it.
    package var formParameterEncoder: (encoder: URLEncodedFormParameterEncoder, code: String) {
        let (encoder, code) = formEncoder
        let first = code.hasSuffix("()") ? [] : ["encoder: \(code)"]
        return (
            URLEncodedFormParameterEncoder(encoder: encoder, destination: settings.destination),
            call("URLEncodedFormParameterEncoder", first) { $0 == "destination" }
        )
    }

    /// A `JSONEncoder` with sorted keys, and a note on each of its properties that is not its default.
    var jsonEncoder: (encoder: JSONEncoder, notes: [String]) {
        let settings = settings
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = settings.jsonDates
        encoder.dataEncodingStrategy = settings.jsonBytes
        encoder.keyEncodingStrategy = settings.jsonKeys
        let notes = changes.compactMap { option, choice -> String? in
            guard let choices = EncoderSettings.jsonOptions[option.name], choices?.contains(choice.name) != false else {
                return nil
            }
            return "Used with the \(option.label)Strategy \(choice.code)."
        }
        return (encoder, notes)
    }

    private func call(_ type: String, _ first: [String] = [], having isArgument: (String) -> Bool) -> String {
        let given = changes.filter { isArgument($0.option.name) }.map { "\($0.option.label): \($0.choice.code)" }
        return "\(type)(\((first + given).joined(separator: ", ")))"
    }
}
