import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct TextRendererTests {
    private static let payload: ParameterValue = [
        "customer": ["name": "Zoë 東京 🙂", "vip": true, "note": nil, "esc": "\u{1B}[31m\u{202E}"],
        "items": [["price": 99.99, "sku": "a+b"], ["long": .string(String(repeating: "x東", count: 300))]],
        "empty": [], "tags": ["a b", "c"], "date": .date(Date(timeIntervalSince1970: 0)),
    ]

    private func text(
        _ payload: Any, _ style: TextStyle, method: String = "POST", with senders: [any Sender] = Senders.all
    ) throws -> String {
        TextRenderer(style: style).text(for: try compare(payload, method: method, with: senders))
    }

    @Test(arguments: [1, 20, 33, 40, 66, 67, 80, 99, 100, 120, 132, 199, 200, 201, 400], ["POST", "GET"])
    func noLineExceedsTheWidth(_ width: Int, method: String) throws {
        for isUnicode in [true, false] {
            let style = TextStyle(width: width, isUnicode: isUnicode)
            let lines = try text(Self.payload, style, method: method).split(separator: "\n")
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, TextStyle.minimumWidth) })
        }
    }

    @Test(arguments: [(40, 1), (80, 2), (120, 3), (200, 6)])
    func asManyColumnsStandSideBySideAsFit(_ width: Int, columns: Int) throws {
        let style = TextStyle(width: width)
        #expect(TextTable(style: style).columnsPerBand(of: 6) == columns)
        // Each sends something else.
        let senders = Senders.all.filter { !["JSONEncoding", "JSONParameterEncoder"].contains($0.name) }.suffix(6)
        let top = try text(Self.payload, style, with: Array(senders)).split(separator: "\n").first {
            $0.hasPrefix("┌")
        }
        #expect(top?.count { $0 == "┬" } == columns - 1)
    }

    @Test func theLinesOfABoxAreAligned() throws {
        let lines = try text(Self.payload, TextStyle(width: 120)).split(separator: "\n")
        let box = lines.filter { "┌├└│".contains($0.first ?? " ") }
        #expect(box.count > 20)
        #expect(Set(box.map { DisplayWidth.of($0) }).count == 1)
    }

    @Test func withoutUnicodeAllIsASCII() throws {
        let text = try text(Self.payload, TextStyle(isUnicode: false))
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(text.contains("+--"))
        #expect(text.contains("* "))
    }

    @Test func noControlCharacterOfThePayloadReachesTheTerminal() throws {
        let text = try text(Self.payload, TextStyle())
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(text.contains("\\u{1B}[31m"))
    }

    @Test func coloursAreThereOnlyWhenAskedFor() throws {
        #expect(try text(Self.payload, TextStyle(isColored: true)).contains("\u{1B}[33m"))
        let plain = try text(Self.payload, TextStyle(width: 100))
        let colored = try text(Self.payload, TextStyle(width: 100, isColored: true))
        #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test func whatDiffersIsMarkedAndNamed() throws {
        let text = try text(["a": true, "b": "same"] as ParameterValue, TextStyle(width: 120))
        #expect(text.contains("≠ a=true&"))
        #expect(text.contains("≠   \"a\": true"))
        #expect(!text.contains("≠ b=same"))
        #expect(text.contains("boolean-as-word · A Boolean is true or false; AFNetworking writes 1 or 0."))
    }

    @Test func aConvertedKeyIsMarked() throws {
        var strategies = SenderStrategies()
        strategies.keys = .snake
        let text = try text(
            ["oneTwo": 1, "three": 2] as ParameterValue, TextStyle(width: 120),
            with: [JSONEncoderSender(strategies), FormParameterEncoderSender(strategies)])
        #expect(text.contains("≠   \"one_two\": 1,"))
        #expect(text.contains("≠ one_two=1&"))
        #expect(!text.contains("≠   \"three\""))
        #expect(text.contains("      oneTwo        oneTwo=1 "))
    }

    @Test func theCountOfDifferencesIsThatOfTheRows() throws {
        let payload: ParameterValue = [
            "a": ["b": 1, "c": [2, 3]], "d": ["e": 1], "f": ["g": 4, "h": 5], "n": ["x"], "t": true,
        ]
        let text = try text(payload, TextStyle(width: 120))
        #expect(text.contains("  URLComponents: 8 differences (5 pairs under a, f)\n"))
        for row in ["a     3 pairs ", "d     1 pair  ", "f     2 pairs ", "n[0]  n%5B%5D=x ", "t     t=1 "] {
            #expect(text.contains("\n      \(row)"), "\(row)")
        }
        #expect(text.contains("  JSONRequestSerializer: 2 differences\n"))
        #expect(text.contains("  \(Self.otherJSON): the same 2 differences as JSONRequestSerializer\n"))
    }

    private static let otherJSON = "JSONEncoding, JSONParameterEncoder, JSONEncoder"

    @Test func manyFoldedKeysAreCounted() throws {
        let nested: ParameterValue = ["x": 1, "y": 2]
        let payload: ParameterValue = ["a": nested, "b": nested, "c": nested, "d": nested, "e": nested, "f": nested]
        let text = try text(payload, TextStyle(width: 120))
        #expect(text.contains("  URLComponents: 12 differences (12 pairs under a, b, c, d and 2 more)\n"))
    }

    @Test func aDifferenceOfTheHeadIsCounted() throws {
        let text = try text(["a": "b"] as ParameterValue, TextStyle(width: 120))
        #expect(text.contains("  JSONRequestSerializer: 1 difference, none in the pairs\n"))
        #expect(text.contains("  \(Self.otherJSON): the same difference as JSONRequestSerializer\n"))
        #expect(text.contains("  URLComponents: none\n"))
    }

    @Test func anotherOrderIsASentence() throws {
        let text = try text(["b": 1, "a": 2] as ParameterValue, TextStyle(width: 120))
        #expect(text.contains("      The first pair out of place: AFNetworking sends a where URLComponents sends b.\n"))
    }

    @Test func theBytesOfAnEarlierSenderAreNotRepeated() throws {
        let post = try text(["a": true] as ParameterValue, TextStyle(width: 400))
        #expect(post.contains("│ body, 10 bytes: the same bytes as "))
        #expect(post.components(separatedBy: "\"a\": true").count == 2)
        let get = try text(["a": true] as ParameterValue, TextStyle(width: 400), method: "GET")
        #expect(get.components(separatedBy: "│ no body; the same query as").count == 2)
        #expect(!(try text([:] as ParameterValue, TextStyle(width: 400))).contains("the same bytes as HTTP"))
    }

    @Test func sendersOfOneRequestHaveOneColumn() throws {
        let lines = try text(["a": "b"] as ParameterValue, TextStyle(width: 240)).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("┌") }.map { $0.count { $0 == "┬" } } == [6])
        let names = lines.dropFirst(2).prefix(3).map { line in
            line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(
            names[0] == [
                "HTTPRequestSerializer", "URLEncoding", "URLComponents", "JSONRequestSerializer", "JSONEncoding",
                "PropertyListRequestSerializer", "PropertyListEncoder",
            ])
        #expect(names[1] == ["", "URLEncodedFormParameterEncoder", "", "", "JSONParameterEncoder", "", ""])
        #expect(names[2] == ["", "", "", "", "JSONEncoder", "", ""])
    }

    @Test func lossesThatSendersShareAreNamedOnce() throws {
        let text = try text(["a": [], "b": "c"] as ParameterValue, TextStyle(width: 120))
        let names = "HTTPRequestSerializer, URLEncoding, URLEncodedFormParameterEncoder, URLComponents"
        #expect(text.contains("\n  \(names)\n    - a is empty and leaves no trace\n"))
        #expect(text.components(separatedBy: "leaves no trace").count == 2)
    }

    @Test func whatIsTrueOfOneReadingOfTheFileIsNotASenders() throws {
        let payload = Payload(
            name: "p.json", format: .json, parameters: ["a": []] as ParameterValue,
            losses: [Loss(key: "a", kind: .emptyCollection, text: "is empty and leaves no trace")])
        let comparison = Comparison(
            of: payload, method: "POST", url: try "https://x.example".asURL(), senders: [LibrarySender.http])
        let text = TextRenderer(style: TextStyle()).text(for: comparison)
        #expect(text.contains("\n  p.json, as it was read\n    - a is empty and leaves no trace\n"))
        #expect(text.contains("\n  HTTPRequestSerializer\n    - a is empty and leaves no trace\n"))
    }

    @Test func theRequestLineIsShownWhole() throws {
        let payload = ParameterValue.dictionary(ParameterDictionary((0..<40).map { ("key\($0)", .int(1234)) }))
        let comparison = try compare(payload, method: "GET", with: [LibrarySender.http])
        let lines = TextRenderer(style: TextStyle(width: 60)).text(for: comparison).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("│ GET ") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("HTTP/1.1") || $0.contains("HTTP/1.1 ") })
        let shown = lines[start...end].map { $0.dropFirst().dropLast().trimmingCharacters(in: .whitespaces) }.joined()
        #expect(shown.replacing(" ", with: "") == comparison.reference.request?.line.replacing(" ", with: ""))
    }

    @Test(arguments: [67, 70, 75, 80, 100, 120])
    func aValueInAPropertyListStandsBelowItsKeyBeforeItIsBroken(_ width: Int) throws {
        let payload: ParameterValue = ["postal_code": "100-0005", "a_long_key": "", "list": ["", ["quantity": 17]]]
        let text = try text(payload, TextStyle(width: width))
        for value in ["<string>100-0005</string>", "<string></string>", "<integer>17</integer>"] {
            // Once for the serializer; the encoder's bytes are the same.
            #expect(text.contains(value), "\(value)")
        }
        #expect(text.components(separatedBy: "<string></string>").count == 3)
    }

    @Test func aRefusalStandsInItsColumn() throws {
        let text = try text(["s": .set([1])] as ParameterValue, TextStyle(width: 200))
        #expect(text.contains("│ Refused "))
        #expect(text.contains("JSONRequestSerializer: refused: "))
    }

    @Test func aLongBodyIsCut() throws {
        let payload = ParameterValue.array((0..<1000).map { .int($0) })
        let text = try text(["a": payload] as [String: Any], TextStyle(width: 80))
        #expect(text.contains("more lines "))
        #expect(text.split(separator: "\n").count < 3000)
    }

    @Test func noticesAreShown() throws {
        let payload = Payload(name: "p.json", format: .json, parameters: ["a": 1] as ParameterValue, notices: ["Mind."])
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example".asURL())
        #expect(TextRenderer(style: TextStyle()).text(for: comparison).contains("p.json: Mind."))
    }
}
