import SerializerComparison
import Testing
import URLSerialization

@Suite struct RequestSectionTests {
    private func text(
        _ payload: ParameterValue, width: Int = 120, method: String = "POST", with senders: [Sender] = Sender.all
    ) throws -> String {
        var view = ComparisonView()
        view.showsRaw = true
        let comparison = try compare(payload, method: method, with: senders)
        return TextRenderer(style: TextStyle(width: width)).text(for: Report(comparison, view: view))
    }

    @Test func whatDiffersIsMarked() throws {
        let text = try text(["a": true, "b": "same"])
        #expect(text.contains("≠ a=true&"))
        #expect(text.contains("≠   \"a\": true"))
        #expect(!text.contains("≠ b=same"))
    }

    @Test func aConvertedKeyIsMarked() throws {
        var strategies = EncoderChoices()
        strategies["key"] = "snake"
        let text = try text(["oneTwo": 1, "three": 2], with: [.jsonEncoder(strategies), .urlForm(strategies)])
        #expect(text.contains("≠   \"one_two\": 1,"))
        #expect(text.contains("≠ one_two=1&"))
        #expect(!text.contains("≠   \"three\""))
    }

    @Test func theBytesOfAnEarlierSenderAreNotRepeated() throws {
        let post = try text(["a": true], width: 400)
        #expect(post.contains("  body, 10 bytes: the same bytes as "))
        #expect(post.components(separatedBy: "\"a\": true").count == 2)
        let get = try text(["a": true], width: 400, method: "GET")
        #expect(get.components(separatedBy: "  no body; the same query as").count == 2)
        #expect(!(try text([:], width: 400)).contains("the same bytes as HTTP"))
    }

    @Test func sendersOfOneRequestHaveOneSection() throws {
        let lines = try text(["a": "b"], width: 240).split(separator: "\n").map(String.init)
        for names in [
            "URLEncoding, URLEncodedFormParameterEncoder", "JSONEncoding, JSONParameterEncoder, JSONEncoder",
            "PropertyListRequestSerializer",
        ] {
            #expect(lines.contains(names))
        }
    }

    @Test func theRequestLineIsShownWhole() throws {
        let payload = ParameterValue.dictionary(ParameterDictionary((0..<40).map { ("key\($0)", .int(1234)) }))
        let text = try text(payload, width: 60, method: "GET", with: [.http])
        let line = try compare(payload, method: "GET", with: [.http]).reference.request?.line ?? "-"
        #expect(text.replacing(/\s/, with: "").contains(line.replacing(" ", with: "")))
    }

    @Test func aRefusalStandsInItsSection() throws {
        #expect(try text(["s": .set([1])], width: 200).contains("\nJSONEncoding\n  Refused\n"))
    }

    @Test func aLongBodyIsCut() throws {
        let text = try text(["a": .array((0..<1000).map { .int($0) })], width: 80)
        #expect(text.contains("more lines "))
        #expect(text.split(separator: "\n").count < 3000)
    }
}
