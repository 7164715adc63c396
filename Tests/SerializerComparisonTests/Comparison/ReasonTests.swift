import SerializerComparison
import Testing
import URLSerialization

@Suite struct ReasonTests {
    /// A payload, its senders, and the one resulting difference.
    struct Example: Sendable, CustomTestStringConvertible {
        let reasons: [Reason]
        let payload: ParameterValue
        let sender: Sender
        let key: String
        let reference: String?
        let sent: String?

        init(
            _ reasons: Reason..., payload: ParameterValue, by sender: Sender, key: String, reference: String?,
            sent: String?
        ) {
            self.reasons = reasons
            self.payload = payload
            self.sender = sender
            self.key = key
            self.reference = reference
            self.sent = sent
        }

        var testDescription: String { "\(reasons[0].name) by \(sender.name)" }
    }

    static let date = ParameterValue.date(Date(timeIntervalSinceReferenceDate: 60))

    private static func strategies(_ choose: (inout EncoderChoices) -> Void) -> EncoderChoices {
        var strategies = EncoderChoices()
        choose(&strategies)
        return strategies
    }

    private static func form(_ choose: (inout EncoderChoices) -> Void) -> Sender {
        Sender.urlForm(strategies(choose))
    }

    private static func style(_ choose: (inout EncoderChoices) -> Void) -> Sender {
        var choices = EncoderChoices()
        choose(&choices)
        return Sender.styled("style", choices)
    }

    static let examples: [Example] = [
        Example(
            .booleanAsWord, payload: ["a": true], by: Sender.jsonEncoder(), key: "a", reference: "a=1", sent: "true"),
        Example(
            .booleanAsWord, payload: ["a": false], by: Sender.propertyListEncoder, key: "a", reference: "a=0",
            sent: "<false/>"),
        Example(
            .booleanAsWord, payload: ["a": true], by: Sender.urlComponents, key: "a", reference: "a=1",
            sent: "a=true"),
        Example(
            .booleanAsWord, payload: ["a": true], by: Sender.json, key: "a", reference: "a=1", sent: "true"),
        Example(.nullAsWord, payload: ["a": nil], by: Sender.jsonEncoder(), key: "a", reference: "a", sent: "null"),
        Example(
            .nullAsWord, payload: ["a": nil], by: Sender.fixed(query: "a=null"), key: "a", reference: "a",
            sent: "a=null"
        ),
        Example(
            .nullAsEmptyText, payload: ["a": nil], by: Sender.fixed(query: "a="), key: "a", reference: "a", sent: "a="),
        Example(.nullDropped, payload: ["a": nil], by: Sender.fixed(query: ""), key: "a", reference: "a", sent: nil),
        Example(.nullDropped, payload: ["a": nil], by: Sender.fixed(json: "{}"), key: "a", reference: "a", sent: nil),
        Example(
            .bracketsMissing, payload: ["a": [1]], by: Sender.urlComponents, key: "a[0]", reference: "a%5B%5D=1",
            sent: "a=1"),
        Example(
            .keySpelling, payload: ["a": ["b": 1]], by: Sender.fixed(query: "a%5Bb%5D%5B%5D=1"), key: "a[b]",
            reference: "a%5Bb%5D=1", sent: "a%5Bb%5D%5B%5D=1"),
        Example(
            .arrayIndexed, payload: ["a": [1]], by: Sender.fixed(query: "a%5B0%5D=1"), key: "a[0]",
            reference: "a%5B%5D=1", sent: "a%5B0%5D=1"),
        Example(
            .nullDescribed, payload: ["a": nil], by: Sender.urlEncoding(), key: "a", reference: "a",
            sent: "a=%3Cnull%3E"),
        Example(
            .nullDropped, payload: ["a": ["b": nil]], by: Sender.urlForm(), key: "a[b]",
            reference: "a%5Bb%5D", sent: nil),
        Example(
            .setAsArray, payload: ["a": .set(["b"])], by: Sender.urlForm(), key: "a[0]",
            reference: "a=b", sent: "a%5B%5D=b"),
        Example(
            .collectionDescribed, payload: ["a": .set(["b"])], by: Sender.urlEncoding(), key: "a[0]",
            reference: "a=b", sent: "a=%5BAnyHashable%28%22b%22%29%5D"),
        Example(
            .emptyCollectionKept, payload: ["a": .set([])], by: Sender.urlEncoding(), key: "a", reference: nil,
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
            .keyConverted, payload: ["a": ["oneTwo": [1]]], by: Sender.jsonEncoder(strategies { $0["key"] = "snake" }),
            key: "a[oneTwo][0]", reference: "a%5BoneTwo%5D%5B%5D=1", sent: "1"),
        Example(
            .booleanAsWord, .keyConverted, payload: ["oneTwo": true],
            by: Sender.jsonParameters(strategies { $0["key"] = "snake" }), key: "oneTwo", reference: "oneTwo=1",
            sent: "true"),
        Example(
            .integerKeyLost, payload: ["a": .url(URL(fileURLWithPath: "/b"))], by: Sender.urlForm(),
            key: "a", reference: "a=file%3A///b", sent: "a%5B%5D=file%3A///b"),
        Example(
            .elementsAlphabetized, payload: ["a": ["c", "b", "d"]], by: Sender.urlForm(), key: "a[0]",
            reference: "a%5B%5D=c", sent: "a%5B%5D=c"),
        Example(
            .elementsAlphabetized, payload: ["a": [["b": 2], ["b": 1]]], by: Sender.urlForm(),
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
            .dataAsBase64, payload: ["a": .data(Data([1, 2]))], by: Sender.urlForm(), key: "a",
            reference: nil, sent: "a=AQI%3D"),
        Example(
            .dataAsNumbers, payload: ["a": .data(Data([2, 1]))], by: form { $0["data"] = "deferred" }, key: "a",
            reference: nil, sent: "a%5B%5D=1&a%5B%5D=2"),
        Example(
            .dataAsNumbers, payload: ["a": .data(Data([2, 1]))],
            by: Sender.jsonParameters(strategies { $0["data"] = "deferred" }), key: "a", reference: nil,
            sent: "[2,1]"),
        Example(
            .dataDescribed, payload: ["a": .data(Data([1, 2]))], by: Sender.urlEncoding(), key: "a", reference: nil,
            sent: "a=2%20bytes"),
        Example(
            .optionalDescribed, payload: ["a": "b"], by: Sender.fixed(query: "a=Optional(%22b%22)"), key: "a",
            reference: "a=b", sent: "a=Optional(%22b%22)"),
        Example(
            .equivalentKeyMerged, payload: ["\u{E9}": "x", "e\u{301}": "x"], by: Sender.urlEncoding(),
            key: "e\u{301}", reference: "e%CC%81=x", sent: nil),
        Example(
            .spaceAsPlus, payload: ["a": "b c"], by: Sender.fixed(query: "a=b+c"), key: "a", reference: "a=b%20c",
            sent: "a=b+c"),
        Example(
            .plusNotEscaped, payload: ["a": "b+c"], by: Sender.urlComponents, key: "a", reference: "a=b%2Bc",
            sent: "a=b+c"),
        Example(
            .escaping, payload: ["a": "b:c"], by: Sender.urlComponents, key: "a", reference: "a=b%3Ac", sent: "a=b:c"),
        Example(
            .pairOrder, payload: ["b": 1, "a": 2], by: Sender.urlComponents, key: "(order)", reference: "a",
            sent: "b"),
        Example(
            .nestedLost, payload: ["a": ["b": 1]], by: Sender.urlComponents, key: "a[b]", reference: "a%5Bb%5D=1",
            sent: nil),
        Example(
            .rowsLost, payload: ["a": [[1]]], by: Sender.urlComponents, key: "a[0][0]", reference: "a%5B%5D%5B%5D=1",
            sent: nil),
        Example(
            .arrayJoined, payload: ["a": [1, 2]], by: style { $0["style-array"] = "comma" }, key: "a[0]",
            reference: "a%5B%5D=1", sent: "a=1%2C2"),
        Example(
            .numberText, payload: ["a": 99.99], by: Sender.jsonEncoder(), key: "a", reference: "a=99.98999999999999",
            sent: "99.99"),
        Example(
            .numberText, payload: ["a": 1.0], by: Sender.urlComponents, key: "a", reference: "a=1", sent: "a=1.0"),
        Example(
            .decimalTakenApart, payload: ["a": .decimal(2)], by: Sender.propertyListEncoder, key: "a",
            reference: "a=2", sent: nil),
        Example(
            .dateFormat, payload: ["a": date], by: Sender.jsonEncoder(), key: "a",
            reference: "a=2001-01-01%2000%3A01%3A00%20%2B0000", sent: "60"),
        Example(
            .dateFormat, payload: ["a": date], by: Sender.propertyListEncoder, key: "a",
            reference: "a=2001-01-01%2000%3A01%3A00%20%2B0000", sent: "<date>2001-01-01T00:01:00Z</date>"),
        Example(
            .dataAsBase64, payload: ["a": .data(Data([1, 2]))], by: Sender.jsonEncoder(), key: "a", reference: nil,
            sent: "\"AQI=\""),
        Example(
            .dataDescribed, payload: ["a": .data(Data([1, 2]))], by: Sender.urlComponents, key: "a", reference: nil,
            sent: "a=2%20bytes"),
        Example(
            .equivalentKeyMerged, payload: ["\u{E9}": 1, "e\u{301}": 2], by: Sender.fixed(json: "{\"\u{E9}\": 1}"),
            key: "e\u{301}", reference: "e%CC%81=2", sent: nil),
        Example(
            .emptyCollectionKept, payload: ["a": []], by: Sender.jsonEncoder(), key: "a", reference: nil, sent: "[]"),
        Example(
            .textChanged, payload: ["a": "b"], by: Sender.fixed(query: "a=B"), key: "a", reference: "a=b", sent: "a=B"),
        Example(.pairLost, payload: ["a": 1], by: Sender.fixed(query: ""), key: "a", reference: "a=1", sent: nil),
        Example(.pairAdded, payload: [:], by: Sender.fixed(query: "a=1"), key: "a", reference: nil, sent: "a=1"),
        Example(
            .bracketsMissing, .plusNotEscaped, payload: ["a": ["b+c"]], by: Sender.urlComponents, key: "a[0]",
            reference: "a%5B%5D=b%2Bc", sent: "a=b+c"),
    ]

    @Test(arguments: examples)
    func namesTheReason(_ example: Example) throws {
        let comparison = try compare(example.payload, with: [Sender.http, example.sender])
        let differences = comparison.reports[1].differences(from: comparison.reports[0])
        let expected = NamedDifference(
            key: example.key, reference: example.reference, sent: example.sent, reasons: example.reasons)
        #expect(differences.first == expected)
        #expect(differences.allSatisfy { $0.reasons == example.reasons })
    }

    @Test func anOmittedNullTakesNoPairFromASetUnderItsKey() throws {
        let payload: ParameterValue = ["a": [[nil], .set(["b"])]]
        let reports = try compare(payload, with: [Sender.http, Sender.urlForm()]).reports
        let differences = reports[1].differences(from: reports[0])
        #expect(differences.map(\.key) == ["a[0][0]", "a[1][0]"])
        #expect(differences.map(\.reasons) == [[.nullDropped], [.setAsArray]])
    }

    /// The losses, whose examples are those of OutcomeFinderLossesTests.
    static let losses: Set<Reason> = [.emptyCollection, .elementBoundaries, .precision, .set]

    @Test(arguments: Reason.allCases)
    func everyReasonHasAnExampleAndAnExplanation(_ reason: Reason) {
        #expect(Self.examples.contains { $0.reasons.contains(reason) } != Self.losses.contains(reason))
        #expect(reason.explanation.hasSuffix("."))
    }

    private static let same: ParameterValue = ["a": "text", "b": 7, "c": ["x", "y"], "d": ["e": "f"]]
    private static let set: ParameterValue = ["s": .set(["b", "a", "c"])]
    private static let alike: [(ParameterValue, Sender)] = [
        (same, Sender.jsonEncoder()), (same, Sender.propertyListEncoder), (same, Sender.json),
        (same, Sender.propertyList), (["a": "text", "b": 7, "c": nil], Sender.urlComponents),
        (set, Sender.urlComponents), (set, Sender.jsonEncoder()),
        (["a[]": "literal brackets", "b": 1], Sender.urlComponents),
        (same, Sender.urlEncoding()), (same, Sender.urlForm()), (same, Sender.jsonEncoding),
        (same, Sender.jsonParameters()), (["a": [], "b": ["c": [:]]], Sender.urlForm()),
        (["a": [["b": 1, "c": 2], ["b": 3]]], Sender.urlForm()), (set, Sender.jsonParameters()),
    ]

    @Test(arguments: alike)
    func whatMeansTheSameIsNoDifference(_ payload: ParameterValue, by sender: Sender) throws {
        #expect(try compare(payload, with: [Sender.http, sender]).reports[1].differences == [])
    }
}
