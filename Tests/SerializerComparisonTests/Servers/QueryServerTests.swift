import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.takingTurns) struct QueryServerTests {
    @Test(arguments: ServerFact.all)
    func readsWhatTheFrameworkReads(fact: ServerFact) throws {
        let server = try #require(QueryServer.named(fact.server))
        #expect(server.outcome(of: fact.request) == fact.outcome)
    }

    static let json: [(name: String, value: ParameterValue, outcome: String)] = [
        ("laravel", ["a": [" x ", "", nil], "o": [:]], #"{"a": ["x", null, null], "o": []}"#),
        (
            "symfony", ["o": [:], "l": ["0": "a", "1": "b"], "m": ["1": "a"]],
            #"{"l": ["a", "b"], "m": {"1": "a"}, "o": []}"#
        ),
        ("wordpress", ["a": "O'N"], #"{"a": "O'N"}"#),
        ("rails", ["a": [nil, 1, [nil]], "b": nil], #"{"a": [1, []], "b": null}"#),
        ("rails", ["a", nil], #"{"_json": ["a"]}"#), ("rails", "a", #"{"_json": "a"}"#),
        ("express", ["a", nil], #"["a", null]"#), ("express", "a", "400"),
        (
            "express", [9_007_199_254_740_993, 10_081_903_840_362_219, .int(.max)],
            "[9007199254740992, 10081903840362220, 9223372036854776000]"
        ),
        ("express4", ["a": .string(String(repeating: "x", count: 102_400))], "413"),
        ("laravel", ["a": .string(String(repeating: "x", count: 8 << 20))], "413"),
        ("django", ["a": .string(String(repeating: "x", count: 2_621_440))], "400"),
        ("flask", [" a ", nil], #"[" a ", null]"#),
    ]

    /// An argument is printed, and millions of bytes take long.
    @Test(arguments: json.indices)
    func readsJSONAsTheFrameworkDoes(index: Int) throws {
        let (name, value, outcome) = Self.json[index]
        let server = try #require(QueryServer.named(name))
        #expect(server.outcome(of: try RealServerStack.Request(json: value)) == outcome)
    }

    @Test(arguments: QueryServer.names)
    func aBodyThatTheServerDoesNotReadIsNotShown(name: String) throws {
        let server = try #require(QueryServer.named(name))
        func reading(_ body: String, _ type: String, query: String = "") -> ServerReading {
            let request = RecordedRequest("POST", "/p\(query)", body: Data(body.utf8), contentType: type)
            return ServerReading(of: request, by: server)
        }
        let json = reading(#"{"a":"x"}"#, "application/json").result
        let list = reading("<plist><dict/></plist>", "application/x-plist").result
        func refusal(_ kind: String) -> Result<ParameterValue, ServerReading.Refusal> {
            let message = "the server reads no parameters from \(kind)."
            return .failure(ServerReading.Refusal(message, isByServer: false, status: nil))
        }
        let readsNone = ["rack", "sinatra", "servlet", "spring", "spring6", "go"].contains(name)
        #expect(json == (readsNone ? refusal("JSON") : .success(["a": "x"])))
        #expect(list == refusal("a property list"))
        let both = reading(#"{"a":"x"}"#, "application/json", query: "?b=2")
        #expect(both.notices == (readsNone ? ["not shown: the server reads no parameters from JSON."] : []))
        #expect((both.result == ServerReading(of: "b=2", by: server).result) == readsNone)
    }

    /// Tomcat lists the parameters of the query before those of the form.
    @Test(arguments: [
        ("servlet", #"{"n.t": ["2"], "n.u": ["4"], "s": ["1", "3"]}"#),
        ("spring", #"{"n": {"t": "2", "u": "4"}, "s": ["1", "3"]}"#),
        ("spring6", #"{"n": {"t": "2", "u": "4"}, "s": ["1", "3"]}"#),
    ])
    func aQueryAndAFormAreOneInJava(name: String, text: String) throws {
        let request = RecordedRequest(
            "POST", "/p?s=1&n.t=2", body: Data("s=3&n.u=4".utf8), contentType: "application/x-www-form-urlencoded")
        let reading = ServerReading(of: request, by: try #require(QueryServer.named(name)))
        #expect(try RealServerStack.text(of: reading.result.get()) == text)
    }

    /// Requests as servers that were not run read them, by their documentation or sources.
    static let documented: [(name: String, part: QueryServer.Part, text: String, outcome: String)] = [
        ("koa", .form, "a.b=x.y&c%2Ed=1&e[f].g=2", #"{"a": {"b": "x.y"}, "c": {"d": "1"}, "e": {"f": {"g": "2"}}}"#),
        ("koa", .query, "a.b=1", #"{"a.b": "1"}"#),
        ("hono", .query, "a=1", #"{"a": ["1"]}"#), ("hono", .form, "a=1&b=2&b=3", #"{"a": "1", "b": ["2", "3"]}"#),
        ("rails8", .query, "a;b[]=1&b[]", #"{"a;b": ["1"], "b": []}"#),
        ("laravel12", .query, "a=%E2%80%8Bx%C2%AD%E2%A0%80+", #"{"a": "x"}"#),
        ("express-extended", .query, "a[19]=x", #"{"a": ["x"]}"#),
        ("express-extended", .query, "a[20]=x", #"{"a": {"20": "x"}}"#),
        ("express-extended", .form, "a[99]=x", #"{"a": ["x"]}"#),
        ("express-extended", .form, "a[100]=x", #"{"a": {"100": "x"}}"#),
        (
            "express-extended", .query, "a[b=1&c[[d]]=2&e[f]g]=3&h[]i[=4",
            #"{"a": {"[b": "1"}, "c": {"[d]": "2"}, "e": {"f": "3"}, "h": [{"[": "4"}]}"#
        ),
        ("express-extended", .form, "a[b]=1&a=c", #"{"a": [{"b": "1"}, "c"]}"#),
        ("nest", .form, "a[b]=1&a=c&a[d]=2", #"{"a": {"0": {"b": "1"}, "1": "c", "d": "2"}}"#),
        ("aspnet", .query, String(repeating: "a=1&", count: 2049), "414"),
        ("fastify", .form, "a=" + String(repeating: "x", count: 1 << 20), "413"),
        ("phoenix", .query, "a=%zz", #"{"a": "%zz"}"#), ("phoenix", .query, "a=%FF", "400"),
    ]

    @Test(arguments: documented.indices)
    func readsWhatTheDocumentationSays(index: Int) throws {
        let (name, part, text, outcome) = Self.documented[index]
        let server = try #require(QueryServer.named(name))
        #expect(server.outcome(of: RealServerStack.Request(part, text)) == outcome)
    }

    /// Indices above 20 make arrays in a body, where the query of a URL makes dictionaries of them.
    @Test(arguments: ["express4", "express-extended"])
    func aLargeOrderPostedWithIndicesArrivesWhole(name: String) throws {
        let line: ParameterDictionary = ParameterDictionary(
            (1...12).map { ("field\($0)", .string("value \($0)")) })
        let order: ParameterValue = ["id": "1", "lines": .array(Array(repeating: .dictionary(line), count: 40))]
        var choices = EncoderChoices()
        choices["style-array"] = "indices"
        let server = try #require(QueryServer.named(name))
        func counts(_ method: String) throws -> [Outcome.State: Int] {
            let comparison = try compare(order, method: method, with: [Sender.styled("style", choices)])
            let reading = try #require(comparison.readings(by: [server])[0].readings[0])
            return reading.counts(of: comparison.leaves.count)
        }
        #expect(try counts("POST") == [.same: 481])
        #expect(try counts("GET")[.same, default: 0] < 481)
    }

    @Test(arguments: ["a[]", "a"])
    func anArrayOfMoreThan20ElementsInAQueryIsAnObject(key: String) throws {
        let server = try #require(QueryServer.named("express-extended"))
        func outcome(_ count: Int) -> String {
            server.outcome(
                of: RealServerStack.Request(.query, (0..<count).map { _ in "\(key)=x" }.joined(separator: "&")))
        }
        let texts = [String](repeating: "\"x\"", count: 20).joined(separator: ", ")
        #expect(outcome(20) == "{\"a\": [\(texts)]}")
        let entries = (0..<21).map { "\"\($0)\": \"x\"" }.sorted().joined(separator: ", ")
        #expect(outcome(21) == "{\"a\": {\(entries)}}")
    }

    /// body-parser 2 refuses more than 32 levels, where 1.20.1 reads any number.
    @Test func depthOfAFormIsRefusedByItsDocumentation() throws {
        let form = RealServerStack.Request(.form, "a" + String(repeating: "[b]", count: 33) + "=1")
        #expect(QueryServer.named("express-extended")?.outcome(of: form) == "400")
        #expect(QueryServer.named("express4")?.outcome(of: form).hasPrefix("{") == true)
    }

    @Test func whatAFrameworkRefusesNamesTheStatus() throws {
        let server = try #require(QueryServer.named("rails"))
        guard case .failure(let refusal) = ServerReading(of: "a=1&a[b]=2", by: server).result else {
            Issue.record("Rails reads it.")
            return
        }
        #expect(refusal.message.hasSuffix("Use each key in one way. The server answers with status 400."))
    }

    @Test func aTitleNamesTheVersionExceptOfAParser() {
        let titles = QueryServer.names.compactMap { QueryServer.named($0)?.title }
        #expect(
            titles.filter { !$0.contains(where: \.isNumber) } == [
                "php", "rack", "qs", "querystring", "node", "go", "flat", "express-extended", "koa",
            ])
    }

    /// The guide has a row for each name, with the versions.
    @Test func everyNameHasItsEvidence() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let guide = "Sources/URLSerialization/URLSerialization.docc/ChoosingAnEncoder.md"
        let rows = try String(contentsOf: root.appendingPathComponent(guide), encoding: .utf8).split(separator: "\n")
        for name in QueryServer.names {
            let evidence = try #require(QueryServer.named(name)).evidence
            #expect(rows.contains { $0.contains("`\(name)`") && $0.contains("| \(evidence) |") }, "\(name)")
        }
        let documented = QueryServer.names.filter {
            QueryServer.named($0)?.evidence.contains("by its documentation") == true
        }
        #expect(
            documented == [
                "rails", "express", "express5", "laravel12", "rails8", "express-extended", "nest", "koa", "next",
                "fastify", "hono", "spring6", "aspnet", "phoenix",
            ])
    }
}
