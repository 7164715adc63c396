import AlamofireEncoders
import URLSerialization

/// The settings of `URLEncodedFormParameterEncoder` and its encoder, whose options the other encoders share.
package struct EncoderSettings: StrategySettings {
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

    /// The settings' names in `URLEncodedFormEncoder`'s initializer, `URLEncoding`'s and `JSONEncoder`'s properties.
    package static let options: [StrategyOption<EncoderSettings>] = [
        StrategyOption(
            "destination", "destination", \.destination, "the place of a query, by the method or always the same",
            ["method": .methodDependent, "query": .queryString, "body": .httpBody]),
        StrategyOption(
            "alphabetize", "alphabetizeKeyValuePairs", \.alphabetizes,
            "whether pairs are sorted by their text; --no-alphabetize is the same as no", codes: ["true", "false"],
            remarks: ["no": "A model's pairs come in its order, a Swift dictionary's in any order."],
            ["yes": true, "no": false]),
        StrategyOption(
            "array", "arrayEncoding", \.arrays, "keys of an array's elements",
            ["brackets": .brackets, "no-brackets": .noBrackets, "index": .indexInBrackets]),
        StrategyOption("bool", "boolEncoding", \.booleans, "Booleans", ["numeric": .numeric, "literal": .literal]),
        StrategyOption(
            "data", "dataEncoding", \.bytes, "bytes; deferred is an array of numbers",
            ["base64": .base64, "deferred": .deferredToData]),
        StrategyOption(
            "date", "dateEncoding", \.dates, "dates; deferred is seconds since 2001, the others since 1970",
            [
                "deferred": .deferredToDate, "seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970,
                "iso8601": .iso8601,
            ]),
        StrategyOption(
            "key", "keyEncoding", \.keys, "keys",
            [
                "default": .useDefaultKeys, "snake": .convertToSnakeCase, "kebab": .convertToKebabCase,
                "capitalized": .capitalized, "uppercased": .uppercased, "lowercased": .lowercased,
            ]),
        StrategyOption(
            "key-path", "keyPathEncoding", \.keyPaths, "nested keys",
            codes: [".brackets", ".dots"], ["brackets": .brackets, "dots": .dots]),
        StrategyOption(
            "nil", "nilEncoding", \.nulls, "nulls", codes: [".dropKey", ".dropValue", ".null"],
            ["drop-key": .dropKey, "drop-value": .dropValue, "null": .null]),
        StrategyOption(
            "space", "spaceEncoding", \.spaces, "spaces", ["percent": .percentEscaped, "plus": .plusReplaced]),
    ]

    /// The options of `URLEncoding`.
    static let urlEncodingOptions: Set = ["destination", "array", "bool"]
    /// The options of a `JSONEncoder`, with the choices that it has; `nil` for all.
    static let jsonOptions: [String: Set<String>?] = ["date": nil, "data": nil, "key": ["snake"]]

    /// Creates settings with the encoders' defaults.
    package init() {}
}

/// The choices of the senders that have options: Alamofire's encoders, and `JSONEncoder` for dates, bytes and keys.
package typealias SenderStrategies = StrategyChoices<EncoderSettings>

// MARK: - The encoders and the code that makes them

extension StrategyChoices<EncoderSettings> {
    /// `URLEncoding`, and the call that makes it.
    package var urlEncoding: (encoding: URLEncoding, code: String) {
        let encoding = URLEncoding(
            destination: self["destination", ["query": .queryString, "body": .httpBody]] ?? .methodDependent,
            arrayEncoding: self["array", ["no-brackets": .noBrackets, "index": .indexInBrackets]] ?? .brackets,
            boolEncoding: self["bool", ["literal": .literal]] ?? .numeric)
        return (encoding, call("URLEncoding") { EncoderSettings.urlEncodingOptions.contains($0) })
    }

    /// `URLEncodedFormParameterEncoder`, and the call that makes it.
    package var formParameterEncoder: (encoder: URLEncodedFormParameterEncoder, code: String) {
        let settings = applied(to: EncoderSettings())
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: settings.alphabetizes, arrayEncoding: settings.arrays,
            boolEncoding: settings.booleans, dataEncoding: settings.bytes, dateEncoding: settings.dates,
            keyEncoding: settings.keys, keyPathEncoding: settings.keyPaths, nilEncoding: settings.nulls,
            spaceEncoding: settings.spaces)
        let code = call("URLEncodedFormEncoder") { $0 != "destination" }
        let first = code.hasSuffix("()") ? [] : ["encoder: \(code)"]
        return (
            URLEncodedFormParameterEncoder(encoder: encoder, destination: settings.destination),
            call("URLEncodedFormParameterEncoder", first) { $0 == "destination" }
        )
    }

    /// The spelling of the form encoder's query, and of `URLEncoding`'s arrays.
    var form: QueryForm {
        var form = QueryForm(arrays: self["array", ["no-brackets": .bare, "index": .indices]] ?? .brackets)
        form.spacesArePluses = self["space"] == "plus"
        form.takesDataApart = self["data"] == "deferred"
        return form
    }

    /// A `JSONEncoder` with sorted keys, and a note on each of its properties that is not its default.
    var jsonEncoder: (encoder: JSONEncoder, notes: [String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy =
            self["date", ["seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970, "iso8601": .iso8601]]
            ?? .deferredToDate
        if self["data"] == "deferred" { encoder.dataEncodingStrategy = .deferredToData }
        if self["key"] == "snake" { encoder.keyEncodingStrategy = .convertToSnakeCase }
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
