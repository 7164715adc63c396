import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct RequestTableTests {
    private func lines(
        _ payload: ParameterValue, _ style: TextStyle, method: String = "POST", with senders: [any Sender] = Senders.all
    ) throws -> [String] {
        RequestTable(style: style).lines(for: try compare(payload, method: method, with: senders))
    }

    private func text(_ payload: ParameterValue, _ style: TextStyle, method: String = "POST") throws -> String {
        try lines(payload, style, method: method).joined(separator: "\n")
    }

    @Test(arguments: [(40, 1), (80, 2), (120, 3), (200, 6)])
    func asManyColumnsStandSideBySideAsFit(_ width: Int, columns: Int) throws {
        let style = TextStyle(width: width)
        #expect(TextTable(style: style).columnsPerBand(of: 6) == columns)
        // Each sends a different request.
        let senders = Senders.all.filter { !["JSONEncoding", "JSONParameterEncoder"].contains($0.name) }.suffix(6)
        let top = try lines(["a": 1.5, "b": [true]], style, with: Array(senders)).first { $0.hasPrefix("┌") }
        #expect(top?.count { $0 == "┬" } == columns - 1)
    }

    @Test func theLinesOfABoxAreAligned() throws {
        let lines = try lines(
            ["name": "Zoë 東京 🙂", "tags": ["a b", "c"], "d": ["e": 0.5]], TextStyle(width: 120),
            with: Array(Senders.all.prefix(3)))
        #expect(lines.count > 8)
        #expect(Set(lines.map { DisplayWidth.of($0) }).count == 1)
    }

    @Test func whatDiffersIsMarked() throws {
        let text = try lines(["a": true, "b": "same"], TextStyle(width: 120)).joined(separator: "\n")
        #expect(text.contains("≠ a=true&"))
        #expect(text.contains("≠   \"a\": true"))
        #expect(!text.contains("≠ b=same"))
    }

    @Test func aConvertedKeyIsMarked() throws {
        var strategies = SenderStrategies()
        strategies["key"] = "snake"
        let text = try lines(
            ["oneTwo": 1, "three": 2], TextStyle(width: 120),
            with: [JSONEncoderSender(strategies), FormParameterEncoderSender(strategies)]
        ).joined(separator: "\n")
        #expect(text.contains("≠   \"one_two\": 1,"))
        #expect(text.contains("≠ one_two=1&"))
        #expect(!text.contains("≠   \"three\""))
    }

    @Test func theBytesOfAnEarlierSenderAreNotRepeated() throws {
        let post = try text(["a": true], TextStyle(width: 400))
        #expect(post.contains("│ body, 10 bytes: the same bytes as "))
        #expect(post.components(separatedBy: "\"a\": true").count == 2)
        let get = try text(["a": true], TextStyle(width: 400), method: "GET")
        #expect(get.components(separatedBy: "│ no body; the same query as").count == 2)
        #expect(!(try text([:], TextStyle(width: 400))).contains("the same bytes as HTTP"))
    }

    @Test func sendersOfOneRequestHaveOneColumn() throws {
        let lines = try lines(["a": "b"], TextStyle(width: 240))
        #expect(lines.filter { $0.hasPrefix("┌") }.map { $0.count { $0 == "┬" } } == [6])
        let names = lines.dropFirst(1).prefix(3).map { line in
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

    @Test func theRequestLineIsShownWhole() throws {
        let payload = ParameterValue.dictionary(ParameterDictionary((0..<40).map { ("key\($0)", .int(1234)) }))
        let comparison = try compare(payload, method: "GET", with: [LibrarySender.http])
        let lines = RequestTable(style: TextStyle(width: 60)).lines(for: comparison)
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
        let text = try text(["s": .set([1])], TextStyle(width: 200))
        #expect(text.contains("│ Refused "))
    }

    @Test func aLongBodyIsCut() throws {
        let payload = ParameterValue.array((0..<1000).map { .int($0) })
        let text = try text(["a": payload], TextStyle(width: 80))
        #expect(text.contains("more lines "))
        #expect(text.split(separator: "\n").count < 3000)
    }
}
