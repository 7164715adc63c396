import URLSerialization

/// The choices for a query style, one of the presets or AFNetworking's.
package typealias StyleChoices = StrategyChoices<QueryStyle>

extension QueryStyle: StrategySettings {
    /// The choices of each strategy, AFNetworking's first.
    package static let options: [StrategyOption<QueryStyle>] = [
        StrategyOption(
            "array", "arrays", \.arrays, "keys of an array's elements",
            [
                "brackets": .brackets, "indices": .indices, "indices-where-nested": .indicesWhereNested,
                "repeated": .repeated, "comma": .commaSeparated,
            ]),
        StrategyOption(
            "empty", "emptyCollections", \.emptyCollections, "empty collections",
            ["omitted": .omitted, "null": .null, "empty-value": .emptyValue, "literal": .literal, "refused": .refused]),
        StrategyOption(
            "key", "keys", \.keys, "keys",
            [
                "as-given": .asGiven, "snake": .snakeCase, "kebab": .kebabCase, "capitalized": .capitalized,
                "uppercased": .uppercased, "lowercased": .lowercased,
            ]),
        StrategyOption("key-path", "keyPaths", \.keyPaths, "nested keys", ["brackets": .brackets, "dots": .dots]),
        StrategyOption(
            "null", "nulls", \.nulls, "nulls",
            [
                "bare-key": .bareKey, "empty-value": .emptyValue, "literal": .literal, "omitted": .omitted,
                "refused": .refused,
            ]),
        StrategyOption("bool", "booleans", \.booleans, "Booleans", ["numeric": .numeric, "literal": .literal]),
        StrategyOption(
            "number", "numbers", \.numbers, "numbers with a fraction",
            ["foundation": .foundation, "shortest": .shortest]),
        StrategyOption(
            "date", "dates", \.dates, "dates",
            [
                "description": .description, "seconds": .secondsSince1970, "milliseconds": .millisecondsSince1970,
                "iso8601": .iso8601, "refused": .refused,
            ]),
        StrategyOption("data", "data", \.data, "bytes", ["refused": .refused, "base64": .base64]),
        StrategyOption("space", "spaces", \.spaces, "spaces", ["percent": .percentEncoded, "plus": .plus]),
        StrategyOption(
            "order", "order", \.order, "the order of a dictionary's keys",
            remarks: ["as-given": "Keeps the order of a model or a ParameterValue; a [String: Any] is sorted by key."],
            ["sorted": .sorted, "as-given": .asGiven]),
    ]
}

extension StrategyChoices<QueryStyle> {
    /// Returns the statements that make the style from a preset.
    package func code(preset: String) -> String {
        (["var style = QueryStyle.\(preset)"]
            + zip(QueryStyle.options, positions).compactMap { option, position in
                position.map { "style.\(option.label) = \(option.choices[$0].code)" }
            }).joined(separator: "\n")
    }
}
