import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct TextRendererTests {
    private static let payload: ParameterValue = [
        "customer": ["name": "Zoë 東京 🙂", "vip": true, "note": nil, "esc": "\u{1B}[31m\u{202E}"],
        "items": [["price": 99.99, "sku": "a+b"], ["long": .string(String(repeating: "x東", count: 300))]],
        "empty": [], "tags": ["a b", "c"], "date": .date(Date(timeIntervalSince1970: 0)),
    ]

    private static let hostile: ParameterValue = [
        "e\u{301}\u{302}": "e\u{301}", "שלום": true, "مرحبا": ["ключ": 1.0], "東京都": ["千代田区": false],
        "a\u{1B}]0;x\u{7}": "\u{9B}31m\u{202E}abc", "<b>\"'&": nil, "👨‍👩‍👧": 0.1, "\u{200B}": "\u{FEFF}=",
        "tab\there": "line\nfeed\rend", "=": "=", "–": "", "null\u{0}": "\u{85}\u{2028}",
    ]

    private func text(
        _ payload: Any, _ style: TextStyle, _ view: ComparisonView = ComparisonView(), method: String = "POST",
        with senders: [Sender] = Sender.all
    ) throws -> String {
        TextRenderer(style: style).text(for: Report(try compare(payload, method: method, with: senders), view: view))
    }

    private static let views = [(false, false, false), (true, false, true), (false, true, false)].map {
        all, raw, notes in
        var view = ComparisonView()
        (view.showsAll, view.showsRaw, view.showsNotes) = (all, raw, notes)
        return view
    }

    @Test(arguments: [payload, hostile], ["POST", "GET"])
    func noLineExceedsTheWidth(_ payload: ParameterValue, method: String) throws {
        let comparison = try compare(payload, method: method)
        for report in Self.views.map({ Report(comparison, view: $0) }) {
            let widths = [1, 20, 33, 43, 44, 59, 60, 80, 99, 120, 160, 201, 400]
            let first = method.utf8.count + (payload == Self.payload ? 0 : 3)
            for width in Effort.sample(widths, every: 6, from: first) {
                for isUnicode in [true, false] {
                    let text = TextRenderer(style: TextStyle(width: width, isUnicode: isUnicode)).text(for: report)
                    let limit = max(width, TextStyle.minimumWidth)
                    #expect(text.split(separator: "\n").filter { DisplayWidth.of($0) > limit } == [])
                }
            }
        }
    }

    /// `RECORD_SCREENS=1` records the screens again: read the difference before it is committed.
    @Test(arguments: [60, 80, 160], ["payload", "hostile", "order"])
    func theScreenIsTheRecordedOne(_ width: Int, _ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Screens").standardizedFileURL
        let examples = folder.appendingPathComponent("../../../Compat/Examples").standardizedFileURL
        let payload =
            switch name {
            case "order":
                try PayloadReader().read(
                    Data(contentsOf: examples.appendingPathComponent("order.json")), name: "order.json")
            case "hostile": Payload(name: name, format: .json, parameters: Self.hostile)
            default: Payload(name: name, format: .json, parameters: Self.payload)
            }
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example/".asURL())
        let screen = TextRenderer(style: TextStyle(width: width, isColored: name == "payload")).text(
            for: Report(comparison))
        let file = folder.appendingPathComponent("\(name)-\(width).txt")
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
            try Data(screen.utf8).write(to: file)
        }
        #expect(screen == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    /// Columns that do not fit with their words whole are in a separate table.
    @Test func noWordIsBrokenAt80Columns() throws {
        let rows = (0..<40).map { number -> ParameterValue in
            ["id": .int(Int64(99 - number)), "gift": .bool(number % 2 == 0), "note": nil, "price": 99.99]
        }
        for (payload, words) in [
            (["items": .array(rows)], ["elements-alphabetized", "boolean-as-word", "null-described", "number-text"]),
            (["a": ["b": 99.99], "d": .date(Date(timeIntervalSince1970: 0))], ["99.98999999999999", "-978307200.0"]),
        ] as [(ParameterValue, [String])] {
            let lines = try text(payload, TextStyle(width: 80)).split(separator: "\n")
                .drop { !$0.hasPrefix("Value ") }.prefix { !$0.contains("refuses") && !$0.contains("Differences") }
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 })
            for word in words + ["AFNetworking", "urlencoding", "urlform", "urlcomponents"] {
                #expect(lines.contains { $0.contains(word) }, "\(word)")
            }
        }
    }

    @Test func anOrderOf35ValuesFits60Lines() throws {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Compat/Examples/order.json")
        let payload = try PayloadReader().read(Data(contentsOf: file.standardizedFileURL), name: "order.json")
        #expect(payload.leaves.count { !$0.isEmptyCollection } == 35)
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example/".asURL())
        let lines = TextRenderer(style: TextStyle(width: 80)).text(for: Report(comparison)).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
        #expect(lines.count <= 60)
    }

    @Test func theSummaryCountsWhatArrives() throws {
        let comparison = try compare(
            ["a": true, "b": "x+y", "c": [], "d": ["e": 1]] as ParameterValue, with: Sender.all)
        let summaries = Dictionary(
            uniqueKeysWithValues: comparison.reports.map { ($0.name, comparison.summary(of: $0)) })
        let http = try #require(summaries["HTTPRequestSerializer"])
        #expect((http.kept, http.changed, http.lost) == (3, 0, 1))
        #expect(http.effect == .reference)
        let items = try #require(summaries["URLComponents"])
        #expect((items.kept, items.changed, items.lost) == (1, 1, 2))
        #expect(items.differing == 3)
        #expect(summaries["JSONEncoder"]?.effect == .differs)
        #expect(summaries["URLEncoding"]?.effect == .sameBytes)
    }

    @Test func aSummaryIsOnlyOneTable() throws {
        var view = ComparisonView()
        view.isSummary = true
        let lines = try text(["a": 1] as ParameterValue, TextStyle(width: 80), view).split(separator: "\n")
        #expect(lines.count == 3 + 6 + 1)
    }

    @Test func rowsOnWhichAllAgreeAreCounted() throws {
        let payload: ParameterValue = ["a": "x", "b": "y", "c": true]
        let few = try text(payload, TextStyle(width: 100))
        #expect(few.contains("\nc "))
        #expect(!few.contains("\na "))
        #expect(few.contains("agrees on 2 other values."))
        let all = try text(payload, TextStyle(width: 100), Self.views[1])
        #expect(all.contains("\na "))
        #expect(!all.contains("other values"))
    }

    @Test func propertyListsAndRepeatedJSONAreLeftOut() throws {
        let few = try text(["a": true, "b": 0.5] as ParameterValue, TextStyle(width: 160))
        let all = try text(["a": true, "b": 0.5] as ParameterValue, TextStyle(width: 160), Self.views[1])
        #expect(!few.contains("plistencoder"))
        #expect(!few.contains("jsonencoder"))
        #expect(all.contains("plistencoder") && all.contains("jsonencoder"))
    }

    @Test func anElementThatStandsElsewhereIsMarkedThere() throws {
        let text = try text(["t": ["c", "a", "b"]] as ParameterValue, TextStyle(width: 100))
        for row in ["t[0]   c             = at [2]", "t[1]   a             = at [0]", "t[2]   b             = at [1]"] {
            #expect(text.contains(row))
        }
        #expect(text.contains("(urlform): t[0], t[1], t[2] → set"))
    }

    @Test func whatCouldBeTakenForAMarkIsQuoted() throws {
        let text = try text(
            ["a": "=", "b": "–", "c": "(null)", "d": " x", "e": ""] as ParameterValue, TextStyle(width: 100),
            Self.views[1])
        for quoted in ["\"=\"", "\"–\"", "\"(null)\"", "\" x\"", "\"\""] { #expect(text.contains(quoted)) }
    }

    @Test func theEndsOfLongTextsThatDifferAreShown() throws {
        let long = String(repeating: "x", count: 500)
        let text = try text(
            ["a": .string(long + "+")] as ParameterValue, TextStyle(width: 200), with: [Sender.urlComponents])
        #expect(text.contains("…\"xxxxxxxxxxxxxxxxxxxx \""))
    }

    @Test func withoutUnicodeAllIsASCII() throws {
        for view in Self.views {
            let text = try text(Self.payload, TextStyle(isUnicode: false), view)
            #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        }
        #expect(try text(Self.payload, TextStyle(isUnicode: false), Self.views[2]).contains("\n---"))
    }

    @Test func noControlCharacterOfThePayloadReachesTheTerminal() throws {
        for payload in [Self.payload, Self.hostile] {
            for view in Self.views {
                let text = try text(payload, TextStyle(), view)
                let obeyed = text.unicodeScalars.filter {
                    !$0.isPrintable && $0 != "\n" && ![0x200D, 0xFE0F].contains($0.value)
                }
                #expect(obeyed.isEmpty)
            }
        }
    }

    @Test func coloursAreThereOnlyWhenAskedFor() throws {
        for view in Self.views {
            #expect(try text(Self.payload, TextStyle(isColored: true), view).contains("\u{1B}[33m"))
            let plain = try text(Self.payload, TextStyle(width: 100), view)
            let colored = try text(Self.payload, TextStyle(width: 100, isColored: true), view)
            #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
        }
    }

    @Test func whatAServerKeepsIsGreenAndWhatItLosesIsRed() throws {
        let php = try #require(QueryServer.named("php"))
        for (payload, cell) in [
            (["a": "x"], "32m1 same"), (["a": "x", "n": nil], "33m1 same, 1 changed"),
            (["a": "x", "c": []], "31m1 same, 1 dropped"),
        ] as [(ParameterValue, String)] {
            let comparison = try compare(payload, with: [Sender.http])
            let report = Report(comparison, servers: comparison.readings(by: [php]))
            let text = TextRenderer(style: TextStyle(width: 100, isColored: true)).text(for: report)
            #expect(text.contains("\u{1B}[\(cell)\u{1B}[0m"))
        }
    }

    @Test func whatAQueryCannotHoldIsNamed() throws {
        let text = try text([1] as ParameterValue, TextStyle(width: 200))
        #expect(text.contains("http refuses: "))
        #expect(text.contains("AFNetworking refuses the payload: there is nothing to compare with."))
        let bytes = try self.text(["x": .data(Data([1])), "b": true] as ParameterValue, TextStyle(width: 200))
        #expect(bytes.contains("The comparison is with the query that AFNetworking would send without the bytes."))
    }

    @Test func notesAreThereOnlyWhenAskedFor() throws {
        #expect(try !text(["a": 1] as ParameterValue, TextStyle()).contains("Notes"))
        #expect(try text(["a": 1] as ParameterValue, TextStyle(), Self.views[1]).contains("Used as URLEncoding()"))
    }

    @Test func noticesAreShownAmongTheNotes() throws {
        let payload = Payload(
            name: "p.json", format: .json, parameters: ["a": 1] as ParameterValue,
            notes: PayloadNotes(notices: ["Mind."]))
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example".asURL())
        #expect(
            TextRenderer(style: TextStyle()).text(for: Report(comparison, view: Self.views[1])).contains(
                "p.json: Mind."))
    }

    @Test func whatReadingTheFileLosesIsNotASenders() throws {
        let payload = Payload(
            name: "p.json", format: .json, parameters: ["a": []] as ParameterValue,
            notes: PayloadNotes(roundings: ["b is rounded"]))
        let comparison = Comparison(
            of: payload, method: "POST", url: try "https://x.example".asURL(), senders: [Sender.http])
        let text = TextRenderer(style: TextStyle()).text(for: Report(comparison))
        #expect(text.contains("reads back as another (reading the file): b is rounded"))
        #expect(text.contains("An empty collection is lost (http): a\n"))
    }
}
