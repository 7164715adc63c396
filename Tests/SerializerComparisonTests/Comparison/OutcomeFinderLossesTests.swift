import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct OutcomeFinderLossesTests {
    private static func form(_ choose: (inout SenderStrategies) -> Void) -> Sender {
        var strategies = SenderStrategies()
        choose(&strategies)
        return Sender.urlForm(strategies)
    }

    private static let examples: [(ParameterValue, Sender, [Loss])] = [
        (["a": []], Sender.http, [Loss(key: "a", kind: .emptyCollection, text: "is empty and leaves no trace")]),
        (["a": []], Sender.jsonEncoder(), []),
        (
            ["a": [["b": "c"]]], Sender.http,
            [
                Loss(
                    key: "a", kind: .elementBoundaries,
                    text: "is an array of collections: which pairs belong to one element is not said")
            ]
        ),
        (["a": [["b": "c"]]], Sender.jsonEncoder(), []),
        (
            ["a": ["b": "c", "d": "e"]], Sender.urlComponents,
            [Loss(key: "a", kind: .nested, text: "holds what a query item cannot express, and that is not sent")]
        ),
        (
            ["a": .set(["b"])], Sender.jsonEncoder(),
            [Loss(key: "a", kind: .set, text: "is a set and arrives as an array")]
        ),
        (
            ["a": nil], Sender.propertyListEncoder,
            [Loss(key: "a", kind: .null, text: "is null and arrives as the text $null")]
        ),
        (
            ["a": 0.1234567890123456789], Sender.http,
            [
                Loss(key: "a", kind: .precision, text: "is 0.12345678901234568 and reads back as 0.1234567890123457"),
                Loss(key: nil, kind: .types, text: "arrive as text: 1 number"),
            ]
        ),
        (["a": .decimal(Decimal(sign: .plus, exponent: 29, significand: 1) + 7)], Sender.json, []),
        (
            ["a": .decimal(Decimal(sign: .plus, exponent: 29, significand: 1) + 7)],
            Sender.fixed(json: "{\"a\": 1e29}"),
            [
                Loss(
                    key: "a", kind: .precision, text: "is 100000000000000000000000000007 and reads back as 1e29")
            ]
        ),
        (["a": 7, "b": .uint(8)], Sender.fixed(json: "{\"a\": 7.0, \"b\": 80e-1}"), []),
        (
            ["a": 7, "b": .uint(8)], Sender.fixed(json: "{\"a\": 8, \"b\": 80}"),
            [
                Loss(key: "a", kind: .precision, text: "is 7 and reads back as 8"),
                Loss(key: "b", kind: .precision, text: "is 8 and reads back as 80"),
            ]
        ),
        (
            ["a": true, "b": 1, "c": 2], Sender.http,
            [Loss(key: nil, kind: .types, text: "arrive as text: 2 numbers, 1 Boolean")]
        ),
        (["a": true, "b": 1, "c": 2], Sender.json, []),
        (
            ["a": .data(Data([1]))], Sender.urlComponents,
            [
                Loss(key: "a", kind: .bytes, text: "is 1 byte, which is not sent"),
                Loss(key: nil, kind: .types, text: "arrive as text: 1 data value"),
            ]
        ),
        (["a": .data(Data([1]))], Sender.propertyListEncoder, []),
        (["a": nil], Sender.urlForm(), [Loss(key: "a", kind: .null, text: "is null and leaves no trace")]),
        (
            ["a": ["c", "b"]], Sender.urlForm(),
            [Loss(key: "a", kind: .elementOrder, text: "is an array: the order of its elements is not kept")]
        ),
        (["a": ["c", "b"]], form { $0["alphabetize"] = "no" }, []),
        (["a": ["c", "b"]], form { $0["array"] = "index" }, []),
        (["a": [["b": "c"]]], form { $0["array"] = "index" }, []),
        (
            ["a": [["b": ["d", "c"]]]], Sender.urlForm(),
            [
                Loss(
                    key: "a", kind: .elementBoundaries,
                    text: "is an array of collections: which pairs belong to one element is not said"),
                Loss(key: "a[0][b]", kind: .elementOrder, text: "is an array: the order of its elements is not kept"),
            ]
        ),
        (
            ["a": .set(["b", "c"])], Sender.urlEncoding(),
            [Loss(key: "a", kind: .described, text: "is a collection and arrives as Swift's description")]
        ),
        (["a": .set(["b", "c"])], Sender.urlForm(), []),
        (
            ["a": [["b": "c"], nil, ["d": "e", "f": "g"]]], form { $0["array"] = "index" },
            [
                Loss(key: "a[1]", kind: .null, text: "is null and leaves no trace"),
                Loss(key: "a[2]", kind: .elementBoundaries, text: "is one element and arrives as several"),
            ]
        ),
        (
            ["a": ["7": "b"]], Sender.fixed(query: "a%5B%5D=b"),
            [Loss(key: "a[7]", kind: .key, text: "has the key 7, which is not sent")]
        ),
        (["a": ["7": "b"]], Sender.urlForm(), []),
        (["a": ["7": "b"]], form { $0["key-path"] = "dots" }, []),
        (["a": "b"], Sender.fixed(query: ""), [Loss(key: "a", kind: .value, text: "is not sent")]),
        (
            ["a": nil], Sender.urlEncoding(),
            [Loss(key: "a", kind: .null, text: "is null and arrives as the text <null>")]
        ),
        (
            ["a": "b+c"], Sender.urlComponents,
            [Loss(key: "a", kind: .text, text: "arrives as another text: b c")]
        ),
        (["a": "b c"], Sender.fixed(query: "a=b+c"), []),
        (
            ["o": nil], Sender.fixed(query: "o=nil"),
            [Loss(key: "o", kind: .null, text: "is null and arrives as the text nil")]
        ),
        (
            ["a": nil], Sender.fixed(query: "a="),
            [Loss(key: "a", kind: .null, text: "is null and arrives as an empty text")]
        ),
        (["a": nil], Sender.fixed(query: "a"), []), (["a": nil], Sender.fixed(json: "{\"a\": null}"), []),
        (
            ["a": .date(Date(timeIntervalSince1970: 0.5))], Sender.http,
            [
                Loss(key: "a", kind: .precision, text: "is a date whose fraction of a second is not sent"),
                Loss(key: nil, kind: .types, text: "arrive as text: 1 date"),
            ]
        ),
    ]

    @Test func everyArrayOfCollectionsIsNamedOnce() throws {
        let payload: ParameterValue = [
            "a": [1, [2, [3]], [[4]]], "b": ["c": [["d": 5], ["d": 6, "e": 7]], "\u{E9}": [[8]], "e\u{301}": [[9]]],
        ]
        let losses = try compare(payload, with: [Sender.http]).reports[0].losses
        #expect(
            losses.filter { $0.kind == .elementBoundaries }.map(\.key)
                == ["a", "a[1]", "a[2]", "b[c]", "b[\u{E9}]", "b[e\u{301}]"])
    }

    @Test func everySetIsNamedOnce() throws {
        let payload: ParameterValue = ["a": .set(["x", "y", .set(["z"])]), "b": [.set([1, 2]), .set([3])]]
        let losses = try compare(payload, with: [Sender.jsonEncoder()]).reports[0].losses
        #expect(losses.filter { $0.kind == .set }.compactMap(\.key).count == 4)
        #expect(Set(losses.compactMap(\.key)).isSuperset(of: ["a", "b[0]", "b[1]"]))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let payload: ParameterValue
        let sender: Sender
        let losses: [Loss]

        var testDescription: String {
            "\(payload) by \(sender.name): \(losses.map { "\($0.key ?? "all") \($0.text)" })"
        }
    }

    @Test(arguments: examples.map { Example(payload: $0, sender: $1, losses: $2) })
    func saysWhatCannotBeGotBack(_ example: Example) throws {
        #expect(try compare(example.payload, with: [example.sender]).reports[0].losses == example.losses)
    }
}
