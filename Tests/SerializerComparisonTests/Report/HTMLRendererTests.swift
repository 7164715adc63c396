import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.takingTurns) struct HTMLRendererTests {
    private static let hostile: ParameterValue = [
        "</script><script>alert(1)</script>": "\"'><img src=x onerror=alert(2)>",
        "</style><style>*{display:none}": true,
        "a\u{1B}]0;x\u{7}": "\u{202E}\u{2066}x\u{9B}31m", "&lt;b&gt;": nil, "--><!--": ["]]>": 1.5],
        "\u{0}": "\u{85}\u{2028}",
        "rows": [["</bdi></td></table>": "1"], ["x": "2"]],
    ]

    private func page(_ payload: ParameterValue, _ view: ComparisonView = ComparisonView()) throws -> String {
        let comparison = try compare(payload)
        return HTMLRenderer.text(
            for: Report(comparison, servers: comparison.readings(by: QueryServer.all), view: view, for: .page))
    }

    /// The tags of a page, which reveal unescaped text.
    private func tags(_ page: String) -> Set<String> {
        Set(page.matches(of: /<\/?([^ >]*)/).map { String($0.1) })
    }

    @Test func nothingOfAPayloadIsMarkup() throws {
        let hostile = try page(Self.hostile)
        let harmless = try page([
            "a": ["b": 1.5], "c": true, "d": nil, "e": "", "r": [["x": "1"], ["y": "2"]], "p": "+ ",
        ])
        #expect(tags(hostile).subtracting(tags(harmless)) == [])
        #expect(hostile.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
        #expect(!hostile.contains("onerror=alert(2)>"))
        #expect(hostile.unicodeScalars.filter { !$0.isPrintable && $0 != "\n" } == [])
    }

    @Test func aNameIsNoMarkup() throws {
        let payload = Payload(
            name: "<b>\u{1B}\"x", format: .json, parameters: ["a": 1] as ParameterValue)
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example/?a=<b>".asURL())
        let page = HTMLRenderer.text(for: Report(comparison, for: .page))
        #expect(page.contains("<title>&lt;b&gt;\\u{1B}&quot;x"))
    }

    @Test func thePageNeedsNothingElse() throws {
        let page = try page(Self.hostile)
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("<script"))
        #expect(!page.contains("src=" + "\""))
        #expect(page.matches(of: /<link [^>]*>/).map { String($0.0) } == ["<link rel=\"icon\" href=\"data:,\">"])
        #expect(page.matches(of: /url\(|@import/).isEmpty)
    }

    @Test func rowsNameTheSendersThatDiffer() throws {
        let payload: ParameterValue = ["a": "x", "b": true, "c": "y"]
        let page = try page(payload)
        let reports = try compare(payload).reports
        let differing = reports.indices.filter { reports[$0].outcomes[1].isSame == false }
        #expect(differing.count > 1)
        let names = page.matches(of: /<tr class="([^"]*)">/).map { String($0.1) }
        #expect(names == ["", differing.map { "d\($0)" }.joined(separator: " "), ""])
        for position in differing {
            #expect(page.contains("main:has(#s\(position):checked) #values tbody tr.d\(position){display:table-row}"))
        }
        #expect(page.contains("id=differs checked"))
        var view = ComparisonView()
        view.showsAll = true
        #expect(try !self.page(["a": "x"], view).contains("id=differs checked"))
    }

    @Test func theCountsOfAServerHaveTheColoursOfTheirStates() throws {
        let comparison = try compare(["a": "x", "b": nil, "c": []] as ParameterValue, with: [Sender.http])
        let readings = comparison.readings(by: [try #require(QueryServer.named("php"))])
        let page = HTMLRenderer.text(for: Report(comparison, servers: readings, for: .page))
        let none = "<td class=\"n\">0</td>"
        let cells = [
            "<td class=\"n g\">1</td>", none, "<td class=\"n d\">1</td>", none, none, none,
            "<td class=\"n r\">1</td>", none,
        ]
        #expect(page.contains("<tr><th scope=row>http</th>\(cells.joined())</tr>"))
    }

    @Test func theHeatGoesFromRedOverAmberToGreen() {
        let style = PageStyle.css(filters: [])
        for (tenths, colour) in [(0, "--rb) 100%"), (5, "--gb) 0%"), (10, "--gb) 100%")] {
            #expect(style.contains("td.h\(tenths){background:color-mix(in srgb,var(\(colour),var(--db))}"))
        }
    }

    @Test(.tags(.random)) func aPageTakesLessThan1000BytesForALeaf() throws {
        let values = ParameterValue.dictionary(
            ParameterDictionary((0..<10).map { ("value\($0)", $0 % 2 == 0 ? .double(Double($0) / 3) : .bool(true)) }))
        let groups = (0..<Effort.size(100, quick: 40)).map { group in ("group\(group)", values) }
        #expect(try page(.dictionary(ParameterDictionary(groups))).utf8.count < 10_000 * groups.count)
    }

    private static func luminance(_ colour: String) -> Double {
        let value = Int(colour.dropFirst(), radix: 16) ?? 0
        func part(_ shift: Int) -> Double {
            let part = Double(value >> shift & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    /// WCAG 2, 1.4.3.
    @Test func everyTextHasContrast() {
        for scheme in [PageStyle.light, PageStyle.dark] {
            let colours = Dictionary(uniqueKeysWithValues: scheme.map { ($0, $1) })
            let pairs = [
                ("t", "b"), ("f", "b"), ("k", "b"), ("g", "b"), ("t", "gb"), ("d", "db"), ("f", "db"), ("t", "db"),
                ("r", "rb"), ("t", "rb"),
            ]
            for (first, second) in pairs {
                let (text, background) = (colours[first] ?? "", colours[second] ?? "")
                let both = [Self.luminance(text), Self.luminance(background)].sorted()
                #expect((both[1] + 0.05) / (both[0] + 0.05) >= 4.5, "\(text) on \(background)")
            }
        }
    }
}
