import Foundation
import TestSupport
import Testing
import URLSerializationSession

@testable import URLSerializationTransport

@Suite struct LinkTests {
    private static let url = URL(string: "https://a.example/list?page=1")

    @Test(
        arguments: [
            (nil, [:]), ("", [:]), ("<", [:]), ("rel=next", [:]), ("<b>", [:]), ("<b>; title=next", [:]),
            (
                #"<?page=2>; rel="next", <?page=9>; rel=last"#,
                ["next": "https://a.example/list?page=2", "last": "https://a.example/list?page=9"]
            ),
            (
                #"</a>; title="a, <b>; rel=c"; rel="First up""#,
                ["first": "https://a.example/a", "up": "https://a.example/a"]
            ),
            ("<https://b.example/?ids=1,2>;rel=next", ["next": "https://b.example/?ids=1,2"]),
            ("<c>; rel=next, <d>; rel=next", ["next": "https://a.example/c"]),
        ] as [(String?, [String: String])]
    ) func targetsAreFoundByTheirRelation(field: String?, expected: [String: String]) throws {
        let url = try #require(Self.url)
        let fields = field.map { ["Link": $0] }
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
        #expect(response?.links.mapValues(\.absoluteString) == expected)
    }

    @Test func anAnswerHasThem() async {
        let stub = Session.stub(configuration: .patient) { _ in StubResponse(headers: ["Link": "</b>; rel=next"]) }
        let answer = await stub.request("https://a.example/a").response()
        #expect(answer.links == ["next": URL(string: "https://a.example/b")])
        let silent = Session.stub(configuration: .patient) { _ in throw URLError(.timedOut) }
        #expect(await silent.request("https://a.example/").response().links.isEmpty)
    }
}
