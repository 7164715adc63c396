import AlamofireEncoders
import Foundation
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct TrafficMatchTests {
    private static func forms(_ texts: [String]) -> [RecordedRequest] {
        texts.enumerated().map {
            RecordedRequest("POST", "/p", body: Data($1.utf8), contentType: "application/x-www-form-urlencoded")
                .at("entry \($0 + 1)")
        }
    }

    /// The configuration that wrote the forms is found, or one that writes the same.
    @Test(
        arguments: [
            ("URLEncodedFormParameterEncoder", ["a%5B0%5D=1&a%5B1%5D=2&b=true"], "arrayEncoding: .indexInBrackets"),
            ("URLEncodedFormParameterEncoder", ["b.c=x+y&d=1"], "keyPathEncoding: .dots, spaceEncoding: .plusReplaced"),
            (
                "URLEncodedFormParameterEncoder", ["a=2&a=1&b=3"],
                "alphabetizeKeyValuePairs: false, arrayEncoding: .noBrackets"
            ),
            ("URLEncoding", ["a%5B%5D=2&a%5B%5D=1&b%5Bc%5D=%25"], "URLEncoding()"),
            ("QueryStyle", ["l%5B%5D%5Bid%5D=1&l%5B%5D%5Bn%5D=2&l%5B%5D%5Bid%5D=3&note"], "HTTPRequestSerializer()"),
            ("QueryStyle", ["a%5B%5D=1&a%5B%5D=2&s=x&s=y"], "HTTPRequestSerializer()"),
            ("QueryStyle", ["tags=x%2Cy%2Cz&z=1"], "HTTPRequestSerializer()"),
        ])
    func theConfigurationIsFound(_ name: String, _ forms: [String], _ code: String) throws {
        let match = TrafficMatch(Self.forms(forms))
        let result = try #require(match.results.first { $0.name == name })
        #expect(result.exact.count == forms.count, "\(result.code): \(result.others)")
        #expect(result.code.contains(code), "\(result.code)")
    }

    /// A request that an encoder cannot send is named with the reason.
    @Test func theOthersAreExplained() throws {
        let requests =
            Self.forms(["a%5B%5D=1&b=x", "b=1&a=2", "n&a%5B%5D=true"])
            + [
                RecordedRequest("GET", "/q").at("entry 4"),
                RecordedRequest("PUT", "/f", body: Data([0]), contentType: "a/b"),
            ]
        let match = TrafficMatch(requests)
        #expect(match.bare.count == 1 && match.unmatched.count == 1 && match.count == 5)
        let result = try #require(match.results.first { $0.name == "URLEncoding" })
        #expect(result.exact.map(\.place) == ["entry 1"] && result.reordered.map(\.place) == ["entry 2"])
        #expect(result.others.map(\.request.place) == ["entry 3"])
        #expect(result.remarks == ["a[]: a Bool needs boolEncoding: .literal."])
        let text = TextRenderer(style: TextStyle(width: 200)).text(for: Report(match, name: "old.har"))
        #expect(
            text.contains(
                "URLEncoding sends 1 of 3 requests byte for byte with this code; 1 differ only in order; 1 cannot"))
        #expect(text.contains("POST /p (entry 3): form n: no value →"))
    }

    /// A request with a query and a form counts once.
    @Test func aRequestIsSentIfItsQueryAndItsFormAre() throws {
        let requests = ["b=1&a=2", "a=1"].map { form in
            RecordedRequest(
                "POST", "/p?q=1", body: Data(form.utf8), contentType: "application/x-www-form-urlencoded")
        }
        let match = TrafficMatch(requests)
        let result = try #require(match.results.first { $0.name == "URLEncoding" })
        #expect(result.count == 2 && result.exact.count == 1 && result.reordered.count == 1)
        #expect(match.exactCount == 2)
    }

    @Test func documentsAreMatched() throws {
        let parameters: [String: Any] = ["u": "a/b", "l": [1, true]]
        let url = try #require(URL(string: "https://x.example/p"))
        var base = URLRequest(url: url)
        base.httpMethod = "POST"
        let json = try JSONEncoding(options: .withoutEscapingSlashes).encode(base, with: parameters)
        let list = try PropertyListRequestSerializer(format: .xml).serialize(base, with: parameters)
        let match = TrafficMatch([RecordedRequest(json), RecordedRequest(list)])
        let names = match.results.filter { $0.exact.count == 1 }.map(\.code)
        #expect(names.contains("JSONEncoding(options: .withoutEscapingSlashes)"), "\(names)")
        // The order of a property list's keys varies from run to run.
        let lists = match.results.filter { $0.name == "PropertyListRequestSerializer" }
        #expect(lists.map { $0.exact.count + $0.equivalent.count } == [1])
    }

    @Test func anotherMeaningCountsAtAServer() {
        let match = TrafficMatch(Self.forms(["a=x&b=%7Ey"]), server: QueryServer.named("php"))
        #expect(match.results.allSatisfy { $0.equivalent.count == 1 || $0.exact.count == 1 })
    }
}
