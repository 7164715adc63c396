import URLSerialization

/// The reason for a difference from AFNetworking's pair, or a loss that AFNetworking's query shares.
package enum Reason: String, Sendable, CaseIterable {
    /// `true` or `false` instead of `1` or `0`.
    case booleanAsWord = "boolean-as-word"
    /// A word for null instead of a bare key.
    case nullAsWord = "null-as-word"
    /// `key=` instead of a bare key.
    case nullAsEmptyText = "null-as-empty-text"
    /// `<null>` instead of a bare key.
    case nullDescribed = "null-described"
    /// Nothing for a null instead of a bare key.
    case nullDropped = "null-dropped"
    /// An array's key without `[]`.
    case bracketsMissing = "brackets-missing"
    /// An array's key with the element's index instead of `[]`.
    case arrayIndexed = "array-indexed"
    /// A set's key spelled like an array's.
    case setAsArray = "set-as-array"
    /// A nested key after a dot instead of in brackets.
    case keyDotted = "key-dotted"
    /// A key with different letters, or with additional ones.
    case keyConverted = "key-converted"
    /// An array's key instead of an integer key.
    case integerKeyLost = "integer-key-lost"
    /// A different key for any other reason.
    case keySpelling = "key-spelling"
    /// `+` for a space instead of `%20`.
    case spaceAsPlus = "space-as-plus"
    /// A plus sign as itself instead of `%2B`.
    case plusNotEscaped = "plus-not-escaped"
    /// Other characters that AFNetworking escapes and the sender does not, or the reverse.
    case escaping
    /// A different order of pairs.
    case pairOrder = "pair-order"
    /// An array's elements sorted by their texts.
    case elementsAlphabetized = "elements-alphabetized"
    /// Nothing for values nested in a dictionary.
    case nestedLost = "nested-lost"
    /// Nothing for values in an array or set inside another.
    case rowsLost = "rows-lost"
    /// The elements of an array as one comma-separated text.
    case arrayJoined = "array-joined"
    /// Different digits for the same number.
    case numberText = "number-text"
    /// A decimal number as a dictionary of its parts.
    case decimalTakenApart = "decimal-taken-apart"
    /// A different date format.
    case dateFormat = "date-format"
    /// Bytes as base 64.
    case dataAsBase64 = "data-as-base64"
    /// A description of the bytes instead of the bytes.
    case dataDescribed = "data-described"
    /// Bytes as an array of numbers.
    case dataAsNumbers = "data-as-numbers"
    /// Swift's description of a whole collection.
    case collectionDescribed = "collection-described"
    /// Swift's description of an optional.
    case optionalDescribed = "optional-described"
    /// One of two canonically equivalent keys, which are the same key in a Swift dictionary.
    case equivalentKeyMerged = "equivalent-key-merged"
    /// Something instead of nothing for an empty collection.
    case emptyCollectionKept = "empty-collection-kept"
    /// A text that differs from the payload's.
    case textChanged = "text-changed"
    /// A missing pair, for none of the reasons above.
    case pairLost = "pair-lost"
    /// A pair that AFNetworking does not send, for none of the reasons above.
    case pairAdded = "pair-added"
    /// A loss: an empty collection.
    case emptyCollection = "empty-collection"
    /// A loss: the boundaries between the elements of an array.
    case elementBoundaries = "element-boundaries"
    /// A loss: digits of a number, whose text reads back as another number.
    case precision
    /// A loss: the difference between a set and an array.
    case set

    /// An explanation in one sentence.
    package var explanation: String {
        switch self {
        case .booleanAsWord: "A Boolean is true or false; AFNetworking writes 1 or 0."
        case .nullAsWord: "A null is a word; AFNetworking writes the bare key, without '='."
        case .nullAsEmptyText: "A null is an empty text, 'key='; AFNetworking writes the bare key, without '='."
        case .nullDescribed: "A null is <null>, its description; AFNetworking writes the bare key, without '='."
        case .nullDropped: "A null leaves nothing behind; AFNetworking writes the bare key, without '='."
        case .bracketsMissing: "An array repeats its bare key; AFNetworking appends [] to it."
        case .arrayIndexed: "An array's key has the element's index in it; AFNetworking appends []."
        case .setAsArray: "A set's elements have the key of an array's; AFNetworking repeats the bare key."
        case .keyDotted: "A nested key follows a dot; AFNetworking puts it in brackets."
        case .keyConverted: "The key is converted; AFNetworking writes it as it is."
        case .integerKeyLost: "A coding key that is an integer is taken for an array's index; it is lost."
        case .keySpelling: "The key is spelled differently."
        case .spaceAsPlus: "A space is written +; AFNetworking writes %20."
        case .plusNotEscaped: "A plus sign stays +, which form decoders read as a space; AFNetworking writes %2B."
        case .escaping: "Other characters are percent-encoded than AFNetworking's."
        case .pairOrder: "The pairs come in another order; AFNetworking sorts keys at every level."
        case .elementsAlphabetized:
            "An array's elements are in the order of their texts; AFNetworking keeps the array's."
        case .nestedLost: "Values nested in a dictionary are not sent."
        case .rowsLost: "Values in an array inside an array are not sent."
        case .arrayJoined: "An array is one text with commas; AFNetworking writes a pair for each element."
        case .numberText: "The number has other digits; AFNetworking prints doubles to 16 significant digits."
        case .decimalTakenApart: "A decimal number is written as a dictionary of its mantissa, exponent and flags."
        case .dateFormat: "The date has another form; AFNetworking writes yyyy-MM-dd HH:mm:ss +0000."
        case .dataAsBase64: "Bytes are written in base 64; an AFNetworking query has no stable text for them."
        case .dataDescribed: "The number of bytes is written in place of the bytes."
        case .dataAsNumbers: "Bytes are an array of numbers; an AFNetworking query has no stable text for them."
        case .collectionDescribed: "A whole collection is one text, as Swift describes it."
        case .optionalDescribed: "An optional in Any is written as Swift describes it."
        case .equivalentKeyMerged: "Two canonically equivalent keys are one to a Swift dictionary; one value is lost."
        case .emptyCollectionKept: "An empty collection is kept; AFNetworking writes nothing for it."
        case .textChanged: "The text is not the one AFNetworking writes."
        case .pairLost: "The pair is not sent."
        case .pairAdded: "AFNetworking sends no such pair."
        case .emptyCollection: "An empty collection leaves no trace."
        case .elementBoundaries: "The query does not say which pairs belong to one element of the array."
        case .precision: "The number, or the date, reads back as another."
        case .set: "A set arrives as an array."
        }
    }

    /// The remedies in order of preference. The first one that a sender supports applies.
    var remedies: [Remedy] {
        switch self {
        case .booleanAsWord: [.option("bool", "numeric"), .option("style-bool", "numeric"), .advice("pass 1 or 0")]
        case .nullAsWord, .nullDropped: [.option("nil", "drop-value"), .option("style-null", "bare-key")]
        case .nullAsEmptyText: [.option("style-null", "bare-key")]
        case .nullDescribed: [.advice("remove nulls")]
        case .bracketsMissing, .arrayIndexed: [.option("array", "brackets"), .option("style-array", "brackets")]
        case .setAsArray: [.advice("pass an array")]
        case .keyDotted: [.option("key-path", "brackets"), .option("style-key-path", "brackets")]
        case .keyConverted: [.option("key", "default"), .option("style-key", "as-given")]
        case .integerKeyLost, .decimalTakenApart: [.advice("pass its text")]
        case .spaceAsPlus: [.option("space", "percent"), .option("style-space", "percent")]
        case .plusNotEscaped: [.advice("write %2B into percentEncodedQuery")]
        case .pairOrder: [.option("style-order", "sorted")]
        case .elementsAlphabetized: [.option("alphabetize", "no")]
        case .nestedLost, .rowsLost: [.advice("flatten it")]
        case .numberText: [.option("style-number", "foundation"), .advice("pass its text")]
        case .dateFormat: [.option("style-date", "description"), .advice("pass its text")]
        case .dataAsBase64, .dataAsNumbers, .dataDescribed: [.advice("pass base 64")]
        case .collectionDescribed: [.advice("pass an array, and keys that are strings")]
        case .arrayJoined: [.option("style-array", "brackets")]
        case .optionalDescribed: [.advice("unwrap it")]
        case .equivalentKeyMerged: [.advice("rename one of the keys")]
        case .emptyCollectionKept: [.option("style-empty", "omitted")]
        case .emptyCollection: [.option("style-empty", "literal")]
        case .elementBoundaries: [.option("array", "index"), .option("style-array", "indices")]
        case .precision: [.advice("pass it as a text")]
        case .keySpelling, .textChanged, .pairLost, .pairAdded, .escaping, .set: []
        }
    }
}

/// A change that removes or reduces a difference or a loss.
package enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// An option of the command line, which helps the senders that have it.
    case option(String, String)
    /// A phrase about a change of the payload, or of the use of the sender, which helps every sender.
    case advice(String)

    /// The remedy on the command line: `--bool numeric`.
    package var description: String {
        switch self {
        case .option("alphabetize", "no"): "--no-alphabetize"
        case .option(let name, let choice): "--\(name) \(choice)"
        case .advice(let text): text
        }
    }

    /// Returns the remedy in Swift, such as `boolEncoding: .numeric`, or the advice itself.
    ///
    /// - Parameter options: The options of the sender. The options of a `JSONEncoder` are properties.
    func code(for options: Set<String>) -> String {
        guard case .option(let name, let choice) = self else { return description }
        if name.hasPrefix("style-") {
            let (label, code) = QueryStyle.swift(choice, for: String(name.dropFirst(6)))
            return "style.\(label) = \(code)"
        }
        let (label, code) = EncoderSettings.swift(choice, for: name)
        let isProperty = options.isSubset(of: EncoderSettings.jsonOptions.keys)
        return isProperty ? "\(label)Strategy = \(code)" : "\(label): \(code)"
    }
}

extension StrategySettings {
    /// Returns the names of a setting and of its value in Swift.
    fileprivate static func swift(_ choice: String, for option: String) -> (label: String, code: String) {
        let option = options.first { $0.name == option }
        return (option?.label ?? "", option?.choices.first { $0.name == choice }?.code ?? "")
    }
}

extension [Remedy] {
    /// Returns the first remedy that helps a sender with these options.
    func first(for options: Set<String>) -> Remedy? {
        first { if case .option(let name, _) = $0 { options.contains(name) } else { true } }
    }
}
