import AlamofireEncoders
import SerializerComparison
import URLSerialization

/// The operation that makes a query string of a model (Alamofire's `URLEncodedFormEncoder`).
struct FormEncoderOperation: AlamofireOperation {
    func run(_ vector: Vector) throws -> Result<String, any Error> {
        guard let value = try vector.input.typedValue("value") else { throw VectorError("'value' is missing") }
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: try vector.input["alphabetize"] == nil || vector.input.bool("alphabetize"),
            arrayEncoding: try vector.choice("array", of: Self.arrayEncodings) ?? .brackets,
            boolEncoding: try vector.choice("bool", of: Self.boolEncodings) ?? .numeric,
            dataEncoding: try vector.choice("data", of: Self.dataEncodings) ?? .base64,
            dateEncoding: try vector.choice("date", of: Self.dateEncodings) ?? .deferredToDate,
            keyEncoding: try vector.choice("key", of: Self.keyEncodings) ?? .useDefaultKeys,
            keyPathEncoding: try vector.choice("keyPath", of: Self.keyPathEncodings) ?? .brackets,
            nilEncoding: try vector.choice("nil", of: Self.nilEncodings) ?? .dropKey,
            spaceEncoding: try vector.choice("space", of: Self.spaceEncodings) ?? .percentEscaped)
        return Result { try encoder.encode(EncodableParameters(value)) }
    }

    func mismatches(of answer: String, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let expected = try vector.expectation.text("query")
        return [Mismatch.ofTexts("query", expected: expected, actual: answer)].compactMap { $0 }
    }

    func text(of answer: String) -> String { "query \(answer)" }

    // MARK: - Choices

    private static let arrayEncodings: KeyValuePairs<String, URLEncodedFormEncoder.ArrayEncoding> = [
        "brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets,
    ]
    private static let boolEncodings: KeyValuePairs<String, URLEncodedFormEncoder.BoolEncoding> = [
        "numeric": .numeric, "literal": .literal,
    ]
    private static let dataEncodings: KeyValuePairs<String, URLEncodedFormEncoder.DataEncoding> = [
        "base64": .base64, "deferred": .deferredToData, "deferredToData": .deferredToData,
    ]
    private static let dateEncodings: KeyValuePairs<String, URLEncodedFormEncoder.DateEncoding> = [
        "deferredToDate": .deferredToDate, "secondsSince1970": .secondsSince1970,
        "millisecondsSince1970": .millisecondsSince1970, "iso8601": .iso8601,
    ]
    private static let keyEncodings: KeyValuePairs<String, URLEncodedFormEncoder.KeyEncoding> = [
        "useDefaultKeys": .useDefaultKeys, "convertToSnakeCase": .convertToSnakeCase,
        "convertToKebabCase": .convertToKebabCase, "capitalized": .capitalized, "uppercased": .uppercased,
        "lowercased": .lowercased,
    ]
    private static let keyPathEncodings: KeyValuePairs<String, URLEncodedFormEncoder.KeyPathEncoding> = [
        "brackets": .brackets, "dots": .dots,
    ]
    private static let nilEncodings: KeyValuePairs<String, URLEncodedFormEncoder.NilEncoding> = [
        "dropKey": .dropKey, "dropValue": .dropValue, "null": .null,
    ]
    private static let spaceEncodings: KeyValuePairs<String, URLEncodedFormEncoder.SpaceEncoding> = [
        "percentEscaped": .percentEscaped, "plusReplaced": .plusReplaced,
    ]
}
