import Foundation
import Testing

@testable import SerializerComparison

@Suite struct TrafficDifferenceTests {
    private static func requests(_ targets: [String]) -> [RecordedRequest] {
        targets.enumerated().map { RecordedRequest("GET", $1).at("\($0 + 1)") }
    }

    /// Requests are paired by method and path, then by the nearest content; the order breaks ties.
    @Test(arguments: [
        (["/a?n=1", "/b", "/a?n=2"], ["/a?n=2", "/a?n=3", "/c"], ["1–2"], ["2"], ["3"]),
        (["/a?x=1&y=1", "/a?x=2&y=2"], ["/a?x=2&y=3", "/a?x=1&y=3"], ["1–2", "2–1"], [], []),
        (["/a?x=1", "/a?x=2"], ["/a?x=3", "/a?x=4"], ["1–1", "2–2"], [], []),
        (["/a", "/a", "/a"], ["/a", "/a"], [], ["3"], []),
    ])
    func requestsArePaired(_ old: [String], _ new: [String], _ pairs: [String], _ missing: [String], _ added: [String])
    {
        let difference = TrafficDifference(Self.requests(old), Self.requests(new))
        #expect(difference.differences.map { "\($0.expected.place)–\($0.actual.place)" } == pairs)
        #expect(difference.missing.map(\.place) == missing && difference.added.map(\.place) == added)
        #expect(difference.matters)
    }

    @Test func whatArrivesTheSameDoesNotMatter() {
        let (old, new) = (Self.requests(["/a?x=1&y=~"]), Self.requests(["/a?y=%7E&x=1"]))
        let difference = TrafficDifference(old, new)
        #expect(difference.differences.count == 1 && !difference.matters)
        #expect(!TrafficDifference(old, old).matters)
    }

    @Test func theReportHasEveryForm() {
        let hostile = "/a?x=%3Cscript%3E%1B[2J"
        let difference = TrafficDifference(Self.requests([hostile, "/b"]), Self.requests(["/a?x=1"]))
        let text = TextRenderer(style: TextStyle(width: 100)).text(
            for: Report(difference, names: ["o", "n"], server: nil))
        #expect(text.contains("text-changed") && text.contains("only in o: GET /b (2)") && !text.contains("\u{1B}"))
        let page = HTMLRenderer.text(for: Report(difference, names: ["o", "n"], server: nil, for: .page))
        #expect(page.contains("&lt;script&gt;") && !page.contains("<script>"))
        let json = JSONRenderer.text(for: Report(difference, names: ["o", "n"], server: nil, for: .data))
        #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil && json.contains("\"differing\":1"))
    }

    /// No server reads a property list.
    @Test func thePropertyListsThatAServerDoesNotReadAreNamed() throws {
        let requests = ["1", "2"].map { text in
            let list = "<plist version=\"1.0\"><dict><key>a</key><string>\(text)</string></dict></plist>"
            return RecordedRequest("POST", "/a", body: Data(list.utf8), contentType: "application/x-plist")
        }
        let server = try #require(QueryServer.named("rails"))
        let difference = TrafficDifference([requests[0]], [requests[1]], server: server)
        let report = Report(difference, names: ["o", "n"], server: server, for: .data)
        let rows = try ReportDocument(JSONRenderer.text(for: report)).rows("differences")
        #expect(rows.map { $0.suffix(2).map { $0 as? String } } == [["text-changed", "not read by rails"]])
    }

    /// Two thousand requests of one endpoint, none equal to another.
    @Test func manyRequestsArePaired() {
        let old = Self.requests((0..<500).map { "/a?n=\($0)&m=\($0 % 7)&k=x" })
        let new = Self.requests((0..<500).reversed().map { "/a?n=\($0)&m=\($0 % 7)&k=y" })
        let difference = TrafficDifference(old, new)
        #expect(difference.pairCount == 500)
        #expect(difference.differences.allSatisfy { $0.items.map(\.place) == ["k"] })
    }
}
