import URLSerialization

/// The reason for a difference from AFNetworking's pair, or a loss that AFNetworking's query shares. The raw value is
/// the explanation.
package enum Reason: String, Sendable, CaseIterable {
    case booleanAsWord = "A Boolean is true or false; AFNetworking writes 1 or 0."
    case nullAsWord = "A null is a word; AFNetworking writes the bare key, without '='."
    case nullAsEmptyText = "A null is an empty text, 'key='; AFNetworking writes the bare key, without '='."
    case nullDescribed = "A null is <null>, its description; AFNetworking writes the bare key, without '='."
    case nullDropped = "A null leaves nothing behind; AFNetworking writes the bare key, without '='."
    case bracketsMissing = "An array repeats its bare key; AFNetworking appends [] to it."
    case arrayIndexed = "An array's key has the element's index in it; AFNetworking appends []."
    case setAsArray = "A set's elements have the key of an array's; AFNetworking repeats the bare key."
    case keyDotted = "A nested key follows a dot; AFNetworking puts it in brackets."
    case keyConverted = "The key is converted; AFNetworking writes it as it is."
    case integerKeyLost = "A coding key that is an integer is taken for an array's index; it is lost."
    case keySpelling = "The key is spelled differently."
    case spaceAsPlus = "A space is written +; AFNetworking writes %20."
    case plusNotEscaped = "A plus sign stays +, which form decoders read as a space; AFNetworking writes %2B."
    case escaping = "Other characters are percent-encoded than AFNetworking's."
    case pairOrder = "The pairs come in another order; AFNetworking sorts keys at every level."
    case elementsAlphabetized = "An array's elements are in the order of their texts; AFNetworking keeps the array's."
    case nestedLost = "Values nested in a dictionary are not sent."
    case rowsLost = "Values in an array inside an array are not sent."
    case arrayJoined = "An array is one text with commas; AFNetworking writes a pair for each element."
    case numberText = "The number has other digits; AFNetworking prints doubles to 16 significant digits."
    case decimalTakenApart = "A decimal number is written as a dictionary of its mantissa, exponent and flags."
    case dateFormat = "The date has another form; AFNetworking writes yyyy-MM-dd HH:mm:ss +0000."
    case dataAsBase64 = "Bytes are written in base 64; an AFNetworking query has no stable text for them."
    case dataDescribed = "The number of bytes is written in place of the bytes."
    case dataAsNumbers = "Bytes are an array of numbers; an AFNetworking query has no stable text for them."
    case collectionDescribed = "A whole collection is one text, as Swift describes it."
    case optionalDescribed = "An optional in Any is written as Swift describes it."
    case equivalentKeyMerged = "Two canonically equivalent keys are one to a Swift dictionary; one value is lost."
    case emptyCollectionKept = "An empty collection is kept; AFNetworking writes nothing for it."
    case textChanged = "The text is not the one AFNetworking writes."
    case pairLost = "The pair is not sent."
    case pairAdded = "AFNetworking sends no such pair."
    case emptyCollection = "An empty collection is lost."
    case elementBoundaries = "Array elements cannot be told apart; no pair says which one it belongs to."
    case precision = "The number, or the date, reads back as another."
    case set = "A set arrives as an array."

    /// The case's name in reports, with hyphens: `boolean-as-word`.
    package var name: String { KeyWords.joined("\(self)", by: "-") }

    package var explanation: String { rawValue }

    /// The first clause of the explanation: what happens.
    var clause: String { String(rawValue.prefix { $0 != ";" && $0 != "." }) }

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

    /// Returns the first remedy that helps a sender with these options.
    func remedy(for options: Set<String>) -> Remedy? {
        remedies.first { if case .option(let name, _) = $0 { options.contains(name) } else { true } }
    }
}

/// A change that removes or reduces a difference or a loss.
package enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// An option of the command line, which helps the senders that have it.
    case option(String, String)
    /// A phrase about a change to the payload, or to the way the sender is used, which helps every sender.
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
        guard case .option(let name, let choice) = self,
            let option = EncoderOption.all.first(where: { $0.name == name }),
            let code = option.choices.first(where: { $0.name == choice })?.code
        else { return description }
        if option.isStyle { return "style.\(option.label) = \(code)" }
        let isProperty = options.isSubset(of: EncoderOption.jsonEncoder.keys)
        return isProperty ? "\(option.label)Strategy = \(code)" : "\(option.label): \(code)"
    }
}
