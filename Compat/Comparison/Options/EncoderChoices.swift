import AlamofireEncoders
import URLSerialization

/// The values chosen for the encoders and the query style, and the encoders that have them.
package struct EncoderChoices: Sendable, Hashable {
    /// The names of the chosen values, by their options' names.
    private var names: [String: String] = [:]

    /// Creates choices that are all the default.
    package init() {}

    /// Whether no value is chosen for a query style.
    package var hasDefaultStyle: Bool { chosen(EncoderOption.styles).isEmpty }

    /// Chooses a value for an option, in place of an earlier one.
    ///
    /// - Precondition: Both names are in the table.
    package mutating func choose(_ choice: String, for option: String) {
        let choices = EncoderOption.all.first { $0.name == option }?.choices ?? []
        precondition(choices.contains { $0.name == choice }, "'\(option)' has no value '\(choice)'.")
        names[option] = choice
    }

    /// Returns the choices with each value of an option. Its default is not chosen.
    func alternatives(for option: EncoderOption) -> [EncoderChoices] {
        option.choices.enumerated().map { position, choice in
            var choices = self
            choices.names[option.name] = position == 0 ? nil : choice.name
            return choices
        }
    }

    /// The chosen value of an option, looked up by name; `nil` if the values have none of that name.
    subscript<Value>(option: String, values: [String: Value]) -> Value? { names[option].flatMap { values[$0] } }

    /// Returns the options for which a value is chosen, with that value.
    func chosen(_ options: [EncoderOption]) -> [(option: EncoderOption, choice: EncoderOption.Choice)] {
        options.compactMap { option in
            option.choices.first { $0.name == names[option.name] }.map { (option, $0) }
        }
    }

    /// The encoder options whose value is not the default, with that value.
    private var changes: [(option: EncoderOption, choice: EncoderOption.Choice)] {
        chosen(EncoderOption.encoders).filter { $0.choice.name != $0.option.choices[0].name }
    }

    /// Returns the settings with the chosen values, in place of the defaults and of a style's own.
    func settings(_ style: QueryStyle = .afNetworking) -> EncoderSettings {
        chosen(EncoderOption.all).reduce(into: EncoderSettings(style: style)) { $1.choice.set(&$0) }
    }

    // MARK: - The encoders and the code that makes them

    /// `URLEncoding`, and the call that makes it.
    package var urlEncoding: (encoding: URLEncoding, code: String) {
        let encoding = URLEncoding(
            destination: self["destination", ["query": .queryString, "body": .httpBody]] ?? .methodDependent,
            arrayEncoding: self["array", ["no-brackets": .noBrackets, "index": .indexInBrackets]] ?? .brackets,
            boolEncoding: self["bool", ["literal": .literal]] ?? .numeric)
        return (encoding, call("URLEncoding") { EncoderOption.urlEncoding.contains($0) })
    }

    /// `URLEncodedFormParameterEncoder`, and the call that makes it.
    package var formParameterEncoder: (encoder: URLEncodedFormParameterEncoder, code: String) {
        let settings = settings()
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
        var form = QueryForm(takesDataApart: names["data"] == "deferred")
        form.style.arrays = self["array", ["no-brackets": .repeated, "index": .indices]] ?? .brackets
        if names["space"] == "plus" { form.style.spaces = .plus }
        return form
    }

    /// A `JSONEncoder` with sorted keys, and a note on each of its properties that is not its default.
    var jsonEncoder: (encoder: JSONEncoder, notes: [String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy =
            self["date", ["seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970, "iso8601": .iso8601]]
            ?? .deferredToDate
        if names["data"] == "deferred" { encoder.dataEncodingStrategy = .deferredToData }
        if names["key"] == "snake" { encoder.keyEncodingStrategy = .convertToSnakeCase }
        let notes = changes.filter { EncoderOption.jsonEncoder[$0.option.name]?.contains($0.choice.name) == true }
            .map { "Used with the \($0.option.label)Strategy \($0.choice.code)." }
        return (encoder, notes)
    }

    private func call(_ type: String, _ first: [String] = [], having isArgument: (String) -> Bool) -> String {
        let given = changes.filter { isArgument($0.option.name) }.map { "\($0.option.label): \($0.choice.code)" }
        return "\(type)(\((first + given).joined(separator: ", ")))"
    }
}

/// The spelling of a sender's query, which explains its losses.
struct QueryForm: Sendable {
    /// A style with the same arrays and spaces.
    var style = QueryStyle.afNetworking
    /// Whether collections inside collections are written.
    var writesNestedCollections = true
    /// Whether bytes are an array of numbers.
    var takesDataApart = false

    var spacesArePluses: Bool { style.spaces == .plus }

    /// Whether an array of scalars is one comma-separated text.
    var joinsArrays: Bool { if case .commaSeparated = style.arrays { true } else { false } }

    /// Whether a query loses the assignment of pairs to the elements of an array. A framework reads back everything
    /// except the types.
    var losesElements: Bool {
        switch style.arrays {
        case .indices, .indicesWhereNested: false
        case .brackets, .custom, .repeated, .commaSeparated: style.dialect == nil
        }
    }

    /// Returns the key of an element of the array under a key.
    func elementKey(_ key: UTF8Key, _ index: Int) -> UTF8Key {
        switch style.arrays {
        case .indices: UTF8Key("\(key.text)[\(index)]")
        case .repeated, .commaSeparated: key
        case .brackets, .custom, .indicesWhereNested: UTF8Key(key.text + "[]")
        }
    }
}
