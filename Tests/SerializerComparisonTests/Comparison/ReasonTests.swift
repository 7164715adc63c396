import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct ReasonTests {
    /// A payload, its senders, and the one resulting difference.
    struct Example: Sendable, CustomTestStringConvertible {
        let reasons: [Reason]
        let payload: ParameterValue
        let sender: any Sender
        let key: String
        let reference: String?
        let sent: String?

        init(
            _ reasons: Reason..., payload: ParameterValue, by sender: any Sender, key: String, reference: String?,
            sent: String?
        ) {
            self.reasons = reasons
            self.payload = payload
            self.sender = sender
            self.key = key
            self.reference = reference
            self.sent = sent
        }

        var testDescription: String { "\(reasons[0].rawValue) by \(sender.name)" }
    }

    static let date = ParameterValue.date(Date(timeIntervalSinceReferenceDate: 60))

    private static func strategies(_ choose: (inout SenderStrategies) -> Void) -> SenderStrategies {
        var strategies = SenderStrategies()
        choose(&strategies)
        return strategies
    }

    private static func form(_ choose: (inout SenderStrategies) -> Void) -> FormParameterEncoderSender {
        FormParameterEncoderSender(strategies(choose))
    }

    private static func style(_ choose: (inout StyleChoices) -> Void) -> LibrarySender {
        var choices = StyleChoices()
        choose(&choices)
        return LibrarySender.styled("style", choices)
    }

    static let examples: [Example] = [
        Example(
            .booleanAsWord, payload: ["a": true], by: JSONEncoderSender(), key: "a", reference: "a=1", sent: "true"),
        Example(
            .booleanAsWord, payload: ["a": false], by: PropertyListEncoderSender(), key: "a", reference: "a=0",
            sent: "<false/>"),
        Example(
            .booleanAsWord, payload: ["a": true], by: URLComponentsSender(), key: "a", reference: "a=1",
            sent: "a=true"),
        Example(
            .booleanAsWord, payload: ["a": true], by: LibrarySender.json, key: "a", reference: "a=1", sent: "true"),
        Example(.nullAsWord, payload: ["a": nil], by: JSONEncoderSender(), key: "a", reference: "a", sent: "null"),
        Example(
            .nullAsWord, payload: ["a": nil], by: FixedSender(query: "a=null"), key: "a", reference: "a", sent: "a=null"
        ),
        Example(
            .nullAsEmptyText, payload: ["a": nil], by: FixedSender(query: "a="), key: "a", reference: "a", sent: "a="),
        Example(.nullDropped, payload: ["a": nil], by: FixedSender(query: ""), key: "a", reference: "a", sent: nil),
        Example(.nullDropped, payload: ["a": nil], by: FixedSender(json: "{}"), key: "a", reference: "a", sent: nil),
        Example(
            .bracketsMissing, payload: ["a": [1]], by: URLComponentsSender(), key: "a[0]", reference: "a%5B%5D=1",
            sent: "a=1"),
        Example(
            .keySpelling, payload: ["a": ["b": 1]], by: FixedSender(query: "a%5Bb%5D%5B%5D=1"), key: "a[b]",
            reference: "a%5Bb%5D=1", sent: "a%5Bb%5D%5B%5D=1"),
        Example(
            .arrayIndexed, payload: ["a": [1]], by: FixedSender(query: "a%5B0%5D=1"), key: "a[0]",
            reference: "a%5B%5D=1", sent: "a%5B0%5D=1"),
        Example(
            .nullDescribed, payload: ["a": nil], by: URLEncodingSender(), key: "a", reference: "a",
            sent: "a=%3Cnull%3E"),
        Example(
            .nullDropped, payload: ["a": ["b": nil]], by: FormParameterEncoderSender(), key: "a[b]",
            reference: "a%5Bb%5D", sent: nil),
        Example(
            .setAsArray, payload: ["a": .set(["b"])], by: FormParameterEncoderSender(), key: "a[0]",
            reference: "a=b", sent: "a%5B%5D=b"),
        Example(
            .collectionDescribed, payload: ["a": .set(["b"])], by: URLEncodingSender(), key: "a[0]",
            reference: "a=b", sent: "a=%5BAnyHashable%28%22b%22%29%5D"),
        Example(
            .emptyCollectionKept, payload: ["a": .set([])], by: URLEncodingSender(), key: "a", reference: nil,
            sent: "a=%5B%5D"),
        Example(
            .keyDotted, payload: ["a": ["b": 1]], by: form { $0["key-path"] = "dots" }, key: "a[b]",
            reference: "a%5Bb%5D=1", sent: "a.b=1"),
        Example(
            .keyConverted, payload: ["oneTwo": 1], by: form { $0["key"] = "snake" }, key: "oneTwo",
            reference: "oneTwo=1",
            sent: "one_two=1"),
        Example(
            .keyConverted, .arrayIndexed, .keyDotted, payload: ["oneTwo": [["threeFour": 1]]],
            by: form {
                $0["key"] = "kebab"; $0["key-path"] = "dots"; $0["array"] = "index"
            }, key: "oneTwo[0][threeFour]", reference: "oneTwo%5B%5D%5BthreeFour%5D=1",
            sent: "one-two%5B0%5D.three-four=1"),
        Example(
            .keyConverted, payload: ["a": ["oneTwo": [1]]], by: JSONEncoderSender(strategies { $0["key"] = "snake" }),
            key: "a[oneTwo][0]", reference: "a%5BoneTwo%5D%5B%5D=1", sent: "1"),
        Example(
            .booleanAsWord, .keyConverted, payload: ["oneTwo": true],
            by: JSONParameterEncoderSender(strategies { $0["key"] = "snake" }), key: "oneTwo", reference: "oneTwo=1",
            sent: "true"),
        Example(
            .integerKeyLost, payload: ["a": .url(URL(fileURLWithPath: "/b"))], by: FormParameterEncoderSender(),
            key: "a", reference: "a=file%3A///b", sent: "a%5B%5D=file%3A///b"),
        Example(
            .elementsAlphabetized, payload: ["a": ["c", "b", "d"]], by: FormParameterEncoderSender(), key: "a[0]",
            reference: "a%5B%5D=c", sent: "a%5B%5D=c"),
        Example(
            .elementsAlphabetized, payload: ["a": [["b": 2], ["b": 1]]], by: FormParameterEncoderSender(),
            key: "a[0][b]", reference: "a%5B%5D%5Bb%5D=2", sent: "a%5B%5D%5Bb%5D=2"),
        Example(
            .pairOrder, payload: ["b": 1, "a": 2], by: form { $0["alphabetize"] = "no" }, key: "(order)",
            reference: "a", sent: "b"),
        Example(
            .spaceAsPlus, payload: ["a": "b+ c"], by: form { $0["space"] = "plus" }, key: "a", reference: "a=b%2B%20c",
            sent: "a=b%2B+c"),
        Example(
            .nullAsEmptyText, payload: ["a": nil], by: form { $0["nil"] = "drop-value" }, key: "a", reference: "a",
            sent: "a="),
        Example(
            .booleanAsWord, payload: ["a": true], by: form { $0["bool"] = "literal" }, key: "a", reference: "a=1",
            sent: "a=true"),
        Example(
            .bracketsMissing, payload: ["a": [1]], by: form { $0["array"] = "no-brackets" }, key: "a[0]",
            reference: "a%5B%5D=1", sent: "a=1"),
        Example(
            .dateFormat, payload: ["a": date], by: form { $0["date"] = "iso8601" }, key: "a",
            reference: "a=2001-01-01%2000%3A01%3A00%20%2B0000", sent: "a=2001-01-01T00%3A01%3A00Z"),
        Example(
            .dataAsBase64, payload: ["a": .data(Data([1, 2]))], by: FormParameterEncoderSender(), key: "a",
            reference: nil, sent: "a=AQI%3D"),
        Example(
            .dataAsNumbers, payload: ["a": .data(Data([2, 1]))], by: form { $0["data"] = "deferred" }, key: "a",
            reference: nil, sent: "a%5B%5D=1&a%5B%5D=2"),
        Example(
            .dataAsNumbers, payload: ["a": .data(Data([2, 1]))],
            by: JSONParameterEncoderSender(strategies { $0["data"] = "deferred" }), key: "a", reference: nil,
            sent: "[2,1]"),
        Example(
            .dataDescribed, payload: ["a": .data(Data([1, 2]))], by: URLEncodingSender(), key: "a", reference: nil,
            sent: "a=2%20bytes"),
        Example(
            .optionalDescribed, payload: ["a": "b"], by: FixedSender(query: "a=Optional(%22b%22)"), key: "a",
            reference: "a=b", sent: "a=Optional(%22b%22)"),
        Example(
            .equivalentKeyMerged, payload: ["\u{E9}": "x", "e\u{301}": "x"], by: URLEncodingSender(),
            key: "e\u{301}", reference: "e%CC%81=x", sent: nil),
        Example(
            .spaceAsPlus, payload: ["a": "b c"], by: FixedSender(query: "a=b+c"), key: "a", reference: "a=b%20c",
            sent: "a=b+c"),
        Example(
            .plusNotEscaped, payload: ["a": "b+c"], by: URLComponentsSender(), key: "a", reference: "a=b%2Bc",
            sent: "a=b+c"),
        Example(
            .escaping, payload: ["a": "b:c"], by: URLComponentsSender(), key: "a", reference: "a=b%3Ac", sent: "a=b:c"),
        Example(
            .pairOrder, payload: ["b": 1, "a": 2], by: URLComponentsSender(), key: "(order)", reference: "a",
            sent: "b"),
        Example(
            .nestedLost, payload: ["a": ["b": 1]], by: URLComponentsSender(), key: "a[b]", reference: "a%5Bb%5D=1",
            sent: nil),
        Example(
            .rowsLost, payload: ["a": [[1]]], by: URLComponentsSender(), key: "a[0][0]", reference: "a%5B%5D%5B%5D=1",
            sent: nil),
        Example(
            .arrayJoined, payload: ["a": [1, 2]], by: style { $0["array"] = "comma" }, key: "a[0]",
            reference: "a%5B%5D=1", sent: "a=1%2C2"),
        Example(
            .numberText, payload: ["a": 99.99], by: JSONEncoderSender(), key: "a", reference: "a=99.98999999999999",
            sent: "99.99"),
        Example(
            .numberText, payload: ["a": 1.0], by: URLComponentsSender(), key: "a", reference: "a=1", sent: "a=1.0"),
        Example(
            .decimalTakenApart, payload: ["a": .decimal(2)], by: PropertyListEncoderSender(), key: "a",
            reference: "a=2", sent: nil),
        Example(
            .dateFormat, payload: ["a": date], by: JSONEncoderSender(), key: "a",
            reference: "a=2001-01-01%2000%3A01%3A00%20%2B0000", sent: "60"),
        Example(
            .dateFormat, payload: ["a": date], by: PropertyListEncoderSender(), key: "a",
            reference: "a=2001-01-01%2000%3A01%3A00%20%2B0000", sent: "<date>2001-01-01T00:01:00Z</date>"),
        Example(
            .dataAsBase64, payload: ["a": .data(Data([1, 2]))], by: JSONEncoderSender(), key: "a", reference: nil,
            sent: "\"AQI=\""),
        Example(
            .dataDescribed, payload: ["a": .data(Data([1, 2]))], by: URLComponentsSender(), key: "a", reference: nil,
            sent: "a=2%20bytes"),
        Example(
            .equivalentKeyMerged, payload: ["\u{E9}": 1, "e\u{301}": 2], by: FixedSender(json: "{\"\u{E9}\": 1}"),
            key: "e\u{301}", reference: "e%CC%81=2", sent: nil),
        Example(
            .emptyCollectionKept, payload: ["a": []], by: JSONEncoderSender(), key: "a", reference: nil, sent: "[]"),
        Example(
            .textChanged, payload: ["a": "b"], by: FixedSender(query: "a=B"), key: "a", reference: "a=b", sent: "a=B"),
        Example(.pairLost, payload: ["a": 1], by: FixedSender(query: ""), key: "a", reference: "a=1", sent: nil),
        Example(.pairAdded, payload: [:], by: FixedSender(query: "a=1"), key: "a", reference: nil, sent: "a=1"),
        Example(
            .bracketsMissing, .plusNotEscaped, payload: ["a": ["b+c"]], by: URLComponentsSender(), key: "a[0]",
            reference: "a%5B%5D=b%2Bc", sent: "a=b+c"),
    ]

    @Test(arguments: examples)
    func namesTheReason(_ example: Example) throws {
        let comparison = try compare(example.payload, with: [LibrarySender.http, example.sender])
        let differences = comparison.reports[1].differences
        let expected = PairDifference(
            key: example.key, reference: example.reference, sent: example.sent, reasons: example.reasons)
        #expect(differences.first == expected)
        #expect(differences.allSatisfy { $0.reasons == example.reasons })
    }

    @Test(arguments: Reason.allCases)
    func everyReasonHasAnExampleAndAnExplanation(_ reason: Reason) {
        #expect(Self.examples.contains { $0.reasons.contains(reason) })
        #expect(reason.explanation.hasSuffix("."))
    }

    private static let same: ParameterValue = ["a": "text", "b": 7, "c": ["x", "y"], "d": ["e": "f"]]
    private static let set: ParameterValue = ["s": .set(["b", "a", "c"])]
    private static let alike: [(ParameterValue, any Sender)] = [
        (same, JSONEncoderSender()), (same, PropertyListEncoderSender()), (same, LibrarySender.json),
        (same, LibrarySender.propertyList), (["a": "text", "b": 7, "c": nil], URLComponentsSender()),
        (set, URLComponentsSender()), (set, JSONEncoderSender()),
        (["a[]": "literal brackets", "b": 1], URLComponentsSender()),
        (same, URLEncodingSender()), (same, FormParameterEncoderSender()), (same, JSONEncodingSender()),
        (same, JSONParameterEncoderSender()), (["a": [], "b": ["c": [:]]], FormParameterEncoderSender()),
        (["a": [["b": 1, "c": 2], ["b": 3]]], FormParameterEncoderSender()), (set, JSONParameterEncoderSender()),
    ]

    @Test(arguments: alike)
    func whatMeansTheSameIsNoDifference(_ payload: ParameterValue, by sender: any Sender) throws {
        #expect(try compare(payload, with: [LibrarySender.http, sender]).reports[1].differences == [])
    }
}
