import URLSerialization

/// The choices for a query style, one of the presets or AFNetworking's.
package typealias StyleChoices = StrategyChoices<QueryStyle>

extension QueryStyle: StrategySettings {
    /// The choices of each strategy, AFNetworking's first.
    package static let options: [StrategyOption<QueryStyle>] = [
        StrategyOption(
            "array", label: "arrays", "keys of an array's elements", exercisedBy: \.hasArrays,
            [
                .init("brackets", ".brackets") { $0.arrays = .brackets },
                .init("indices", ".indices") { $0.arrays = .indices },
                .init("indices-where-nested", ".indicesWhereNested") { $0.arrays = .indicesWhereNested },
                .init("repeated", ".repeated") { $0.arrays = .repeated },
                .init("comma", ".commaSeparated") { $0.arrays = .commaSeparated },
            ]),
        StrategyOption(
            "empty", label: "emptyCollections", "empty collections", exercisedBy: \.hasEmptyCollections,
            [
                .init("omitted", ".omitted") { $0.emptyCollections = .omitted },
                .init("null", ".null") { $0.emptyCollections = .null },
                .init("empty-value", ".emptyValue") { $0.emptyCollections = .emptyValue },
                .init("literal", ".literal") { $0.emptyCollections = .literal },
                .init("refused", ".refused") { $0.emptyCollections = .refused },
            ]),
        StrategyOption(
            "key", label: "keys", "keys", exercisedBy: \.hasLetters,
            [
                .init("as-given", ".asGiven") { $0.keys = .asGiven },
                .init("snake", ".snakeCase") { $0.keys = .snakeCase },
                .init("kebab", ".kebabCase") { $0.keys = .kebabCase },
                .init("capitalized", ".capitalized") { $0.keys = .capitalized },
                .init("uppercased", ".uppercased") { $0.keys = .uppercased },
                .init("lowercased", ".lowercased") { $0.keys = .lowercased },
            ]),
        StrategyOption(
            "key-path", label: "keyPaths", "nested keys", exercisedBy: \.hasNestedKeys,
            [
                .init("brackets", ".brackets") { $0.keyPaths = .brackets },
                .init("dots", ".dots") { $0.keyPaths = .dots },
            ]),
        StrategyOption(
            "null", label: "nulls", "nulls", exercisedBy: \.hasNulls,
            [
                .init("bare-key", ".bareKey") { $0.nulls = .bareKey },
                .init("empty-value", ".emptyValue") { $0.nulls = .emptyValue },
                .init("literal", ".literal") { $0.nulls = .literal },
                .init("omitted", ".omitted") { $0.nulls = .omitted },
                .init("refused", ".refused") { $0.nulls = .refused },
            ]),
        StrategyOption(
            "bool", label: "booleans", "Booleans", exercisedBy: \.hasBooleans,
            [
                .init("numeric", ".numeric") { $0.booleans = .numeric },
                .init("literal", ".literal") { $0.booleans = .literal },
            ]),
        StrategyOption(
            "number", label: "numbers", "numbers with a fraction", exercisedBy: \.hasFractions,
            [
                .init("foundation", ".foundation") { $0.numbers = .foundation },
                .init("shortest", ".shortest") { $0.numbers = .shortest },
            ]),
        StrategyOption(
            "date", label: "dates", "dates", exercisedBy: \.hasDates,
            [
                .init("description", ".description") { $0.dates = .description },
                .init("seconds", ".secondsSince1970") { $0.dates = .secondsSince1970 },
                .init("milliseconds", ".millisecondsSince1970") { $0.dates = .millisecondsSince1970 },
                .init("iso8601", ".iso8601") { $0.dates = .iso8601 },
                .init("refused", ".refused") { $0.dates = .refused },
            ]),
        StrategyOption(
            "data", label: "data", "bytes", exercisedBy: \.hasBytes,
            [
                .init("refused", ".refused") { $0.data = .refused },
                .init("base64", ".base64") { $0.data = .base64 },
            ]),
        StrategyOption(
            "space", label: "spaces", "spaces", exercisedBy: \.hasSpaces,
            [
                .init("percent", ".percentEncoded") { $0.spaces = .percentEncoded },
                .init("plus", ".plus") { $0.spaces = .plus },
            ]),
        StrategyOption(
            "order", label: "order", "the order of a dictionary's keys", exercisedBy: \.hasOrder,
            [
                .init("sorted", ".sorted") { $0.order = .sorted },
                .init(
                    "as-given", ".asGiven",
                    remark: "Keeps the order of a model or a ParameterValue; a [String: Any] is sorted by key."
                ) { $0.order = .asGiven },
            ]),
    ]
}

extension StrategyChoices<QueryStyle> {
    /// The statements that make a style of a preset.
    package func code(preset: String) -> String {
        (["var style = QueryStyle.\(preset)"]
            + zip(QueryStyle.options, positions).compactMap { option, position in
                position.map { "style.\(option.label) = \(option.choices[$0].code)" }
            }).joined(separator: "\n")
    }
}
