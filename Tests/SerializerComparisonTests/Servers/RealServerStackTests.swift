import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

/// ``QueryServer`` must read requests as the applications of real frameworks do.
///
/// ```sh
/// .ci/stacks/install FOLDER && SERVER_STACKS=FOLDER swift test --filter RealServerStackTests
/// ```
@Suite(
    .tags(.real, .stacks), .serialized,
    .enabled(
        if: RealServerStack.folder != nil,
        "Needs programs: .ci/stacks/install FOLDER && SERVER_STACKS=FOLDER swift test --filter RealServerStackTests"),
    .timeLimit(.minutes(60)))
struct RealServerStackTests {
    private typealias Request = RealServerStack.Request

    /// The seed, which `QUERY_SEED` changes for a longer search.
    private static let seed = ProcessInfo.processInfo.environment["QUERY_SEED"].flatMap(UInt64.init) ?? 2026

    @Test(arguments: RealServerStack.installed, [QueryServer.Part.query, .form])
    func hostileQueriesAreReadAlike(stack: RealServerStack, part: QueryServer.Part) throws {
        // A bean has no property for most of these.
        guard stack != .spring else { return }
        var generator = SeededGenerator(seed: Self.seed)
        let requests = (0..<600).map { index in
            let query: String =
                switch index % 5 {
                case 0: RandomQuery.noise(using: &generator)
                case 1: RandomQuery.deep(using: &generator)
                case 2: Self.texts(using: &generator)
                default: RandomQuery.quarrel(using: &generator)
                }
            return Request(part, Self.sendable(query))
        }
        try expectSameReading(of: requests, by: stack)
    }

    /// Spring binds a bean that refers to itself: random trees in the style for it, and random queries.
    @Test(.enabled(if: RealServerStack.installed.contains(.spring)), arguments: [QueryServer.Part.query, .form])
    func beansAreBoundAlike(part: QueryServer.Part) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let serializer = QueryStringSerializer(style: .spring)
        // Tomcat reads 8 KiB of a request's head.
        let trees = (0..<300).map { _ in Self.bean(depth: 3, using: &generator) }
            .filter { (try? serializer.string(from: $0).utf8.count) ?? .max < 8000 }
        let queries = try trees.map { try serializer.string(from: $0) }
        let answers = try RealServerStack.spring.read(queries.map { Request(part, $0) })
        let wrong = zip(queries, zip(answers, trees)).filter { $1.0 != RealServerStack.text(of: $1.1) }
        #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(1))")
        let names = [
            "t", "u", "n.t", "n.n.u", "l[0].t", "l[2].u", "s[0]", "s[3]", "r[0][1]", "r[1][0]", "m[x].t", "m[y.z].n.t",
            "m['q'].u", "_t", "!t", "!n.t", "s[]", "l[256].t", "s[255]x",
        ]
        let requests = (0..<300).map { _ in
            let pairs = names.filter { _ in generator.oneIn(5) }.map { "\($0)=\(generator.element(of: Self.values))" }
            let query = Self.sendable(pairs.joined(separator: "&"))
            return Request(part, query.replacing("[", with: "%5B").replacing("]", with: "%5D"))
        }
        try expectSameReading(of: requests.filter { !$0.text.isEmpty }, by: .spring)
    }

    /// A list takes its elements from one text with commas. What the tool counts as arrived is what a bean has.
    @Test(.enabled(if: RealServerStack.installed.contains(.spring)), arguments: ["comma", "repeated"])
    func listsOfBeansAreCountedAlike(arrays: String) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let server = try #require(QueryServer.named("spring"))
        var choices = EncoderChoices()
        choices["style-array"] = arrays
        choices["style-empty"] = "empty-value"
        let readings = try (0..<200).map { _ in
            let texts = (0..<generator.int(0...3)).map { _ in generator.element(of: ["", "a", " b", "c,d", "é"]) }
            let payload: ParameterValue = ["s": .array(texts.map { .string($0) })]
            let comparison = try compare(payload, with: [Sender.styled("style", choices)])
            let values = comparison.readings(by: [server])[0].readings[0]?.values ?? []
            return (payload, comparison.reports[0].request?.query ?? "", values.allSatisfy(\.isSame))
        }
        let answers = try RealServerStack.spring.read(readings.map { Request(.form, $0.1) })
        for ((payload, query, isSame), answer) in zip(readings, answers) {
            #expect(isSame == (answer == RealServerStack.text(of: payload)), "\(query)")
        }
    }

    /// Spring binds the parameters of a query and of a form as one list.
    @Test(.enabled(if: RealServerStack.installed.contains(.spring)))
    func aBeanTakesAQueryAndAFormAlike() throws {
        var generator = SeededGenerator(seed: Self.seed)
        let server = try #require(QueryServer.named("spring"))
        var (lines, expected): ([String], [String]) = ([], [])
        for _ in 0..<200 {
            // One text would become a list only in the bean.
            let pairs = ["s=1", "s=x,y", "t=2", "n.t=+3", "l%5B1%5D.u=4", "_u=on", "!u=5", "m%5Bk%5D.t="]
            let parts = Dictionary(grouping: pairs) { _ in generator.oneIn(2) }.mapValues { $0.joined(separator: "&") }
            let (query, form) = (parts[true] ?? "", parts[false] ?? "")
            lines.append("form \(form.hexadecimalBytes) \(query.hexadecimalBytes)")
            let request = RecordedRequest(
                "POST", "/p?\(query)", body: Data(form.utf8), contentType: "application/x-www-form-urlencoded")
            expected.append(RealServerStack.text(of: try ServerReading(of: request, by: server).result.get()))
        }
        #expect(try RealServerStack.answers(of: "spring", to: lines) == expected)
    }

    private static func bean(depth: Int, using generator: inout SeededGenerator) -> ParameterValue {
        func text(_ generator: inout SeededGenerator) -> ParameterValue {
            .string(generator.element(of: ["", "a", " x ", "a,b", "é", "+", "a[.]&="]))
        }
        var entries: [ParameterDictionary.Element] = [("u", text(&generator))]
        for key in ["t", "n", "l", "s", "r"] where generator.oneIn(2) {
            let count = generator.int(1...3)
            switch key {
            case "t": entries.append((key, text(&generator)))
            case "s": entries.append((key, .array((0..<count).map { _ in text(&generator) })))
            case "r": entries.append((key, .array((0..<count).map { _ in .array([text(&generator)]) })))
            case _ where depth == 0: break
            case "n": entries.append((key, bean(depth: depth - 1, using: &generator)))
            default: entries.append((key, .array((0..<count).map { _ in bean(depth: depth - 1, using: &generator) })))
            }
        }
        return .dictionary(ParameterDictionary(entries))
    }

    @Test(arguments: RealServerStack.installed)
    func jsonIsReadAlike(stack: RealServerStack) throws {
        var generator = SeededGenerator(seed: Self.seed)
        // Of JSON Sinatra and the servers in Go and Java have no parameters.
        guard ![.go, .gin, .echo, .sinatra, .servlet, .spring].contains(stack) else { return }
        let requests = try (0..<400).map { _ in try Request(json: Self.json.value(depth: 4, using: &generator)) }
        try expectSameReading(of: requests, by: stack)
    }

    @Test(arguments: ServerFact.all)
    func factsAreTheFrameworks(fact: ServerFact) throws {
        guard let stack = RealServerStack(rawValue: fact.server), RealServerStack.installed.contains(stack) else {
            return
        }
        let answer = try stack.read([fact.request])[0]
        #expect(answer == fact.outcome || fact.outcome == "error" && answer == "499")
    }

    /// The parameters of a query and a body are merged as the frameworks merge them.
    @Test(arguments: ["rack", "rails", "sinatra", "laravel", "go", "gin", "echo", "servlet"])
    func aQueryAndABodyAreMergedAlike(name: String) throws {
        var generator = SeededGenerator(seed: Self.seed)
        let server = try #require(QueryServer.named(name))
        guard name == "rack" || RealServerStack.installed.contains(where: { $0.rawValue == name }) else { return }
        // The parameters of the others have nothing of JSON.
        let types = ["form": "application/x-www-form-urlencoded", "json": "application/json"]
        let kinds = ["rails", "laravel"].contains(name) ? ["form", "json"] : ["form"]
        func query() -> String {
            (0..<generator.int(1...5)).map { _ in
                let key = generator.element(of: ["a", "b", "c%5B%5D", "d%5Bx%5D", "d%5By%5D", "e%5B0%5D%5Bz%5D"])
                return "\(key)=\(generator.element(of: ["1", "", "x%20y", "%C3%A9", "7"]))"
            }.joined(separator: "&")
        }
        var (lines, expected): ([String], [String]) = ([], [])
        for number in 0..<300 {
            let kind = kinds[number % kinds.count]
            let (own, values) = (query(), (0..<2).map { _ in generator.element(of: ["1", "\"x\"", "null", "[2,3]"]) })
            let body = kind == "form" ? query() : #"{"a":\#(values[0]),"c":\#(values[1]),"d":{"x":"é"},"f":[]}"#
            lines.append("\(kind) \(body.hexadecimalBytes) \(own.hexadecimalBytes)")
            let request = RecordedRequest("POST", "/p?\(own)", body: Data(body.utf8), contentType: types[kind])
            expected.append(RealServerStack.text(of: try ServerReading(of: request, by: server).result.get()))
        }
        let answers = try RealServerStack.answers(of: name, to: lines)
        let wrong = zip(lines, zip(answers, expected)).filter { $1.0 != $1.1 }
        #expect(wrong.isEmpty, "\(wrong.count) of \(lines.count), such as \(wrong.prefix(1))")
    }

    private static let packages = [
        "PHP": "php-cli", "Laravel": "php-laravel-framework", "Symfony": "php-symfony-http-foundation",
        "WordPress": "wordpress", "Rack": "ruby-rack", "ActionPack": "ruby-actionpack", "Sinatra": "ruby-sinatra",
        "Express": "node-express", "body-parser": "node-body-parser", "qs": "node-qs", "Go": "golang-go",
        "Django": "pypi-django", "Flask": "pypi-flask", "Werkzeug": "pypi-werkzeug", "FastAPI": "pypi-fastapi",
        "Starlette": "pypi-starlette", "python-multipart": "pypi-python-multipart", "FastAPI 0.92": "python3-fastapi",
        "Flask 2.2": "python3-flask", "Werkzeug 2.2": "python3-werkzeug",
        "Starlette 0.26": "python3-starlette", "python-multipart 0.0.5": "python3-multipart",
        "Tomcat 10.1": "libtomcat10-java", "Tomcat 9.0": "libtomcat9-java", "MVC": "libspring-web-servlet-java",
        "Gin": "golang-github-gin-gonic-gin-dev", "Echo": "golang-github-labstack-echo-dev",
    ]

    /// The tests run on the versions that a server's evidence names.
    @Test(arguments: RealServerStack.installed.map(\.server) + ["rack", "qs"])
    func theNamedVersionsAreInstalled(server: String) throws {
        let installed = try RealServerStack.versions()
        let clauses = try #require(QueryServer.named(server)).evidence.components(separatedBy: "; ")
        let named = clauses.filter { !$0.hasSuffix("documentation") }
            .flatMap { $0.matches(of: /([A-Za-z-]+) ([0-9.]*[0-9])/) }
        #expect(!named.isEmpty)
        for match in named {
            let package = try #require(Self.packages["\(match.0)"] ?? Self.packages["\(match.1)"], "\(match.1)")
            let version = try #require(installed[package], "\(package)")
            #expect("\(version).".hasPrefix("\(match.2)."), "\(match.0), but \(package) is \(version)")
        }
    }

    // MARK: - Requests

    private static let values = [
        "", "+", "+a+", "%09a%0A", "%C2%A0a", "%0B", "O'Neil", "%22q%22", "%5C", "%00", "a%00b", "a", "é", "0",
        "%E3%80%80",
    ]

    /// Texts that frameworks change, under keys that they do not.
    private static func texts(using generator: inout SeededGenerator) -> String {
        (0..<generator.int(1...6)).map { _ in
            let key = generator.element(of: ["a", "b", "c[]", "d[x]", "password", "e[password]", "f[0][y]", "q'[z']"])
            return key + generator.element(of: ["=", "=", "=", ""]) + generator.element(of: values)
        }.joined(separator: "&")
    }

    /// Returns a query as it is sent: bytes that a request line cannot have are escaped.
    private static func sendable(_ query: String) -> String {
        query.utf8.map { byte in
            let isSendable = (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
            return isSendable ? String(UnicodeScalar(byte)) : "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }.joined()
    }

    private static let json: RandomParameters = {
        var random = RandomParameters(
            leaves: [.null, .int, .string, .string], collections: [.dictionary, .dictionary, .array])
        random.counts = Array(0...4)
        random.keys = { $0.element(of: ["a", "b", "0", "1", "password", " c ", "é", "toString"]) }
        random.strings = { $0.element(of: ["", " ", " a ", "\ta\n", "O'Neil", "\"\\", "\u{A0}a", "é", "0"]) }
        return random
    }()

    // MARK: - Comparison

    private func expectSameReading(of requests: [Request], by stack: RealServerStack) throws {
        let server = try #require(QueryServer.named(stack.server))
        let answers = try stack.read(requests)
        let wrong = zip(requests, answers).filter { !Self.isSame($1, server.outcome(of: $0)) }
        guard let shortest = wrong.min(by: { $0.0.text.count < $1.0.text.count }) else { return }
        Issue.record(
            """
            \(stack) reads \(wrong.count) of \(requests.count) requests differently with seed \(Self.seed), such as \
            \(shortest.0.text): \(shortest.1), not \(server.outcome(of: shortest.0))
            """)
    }

    /// Whether a framework's answer is what is expected. An error that it leaves to the application is answered with
    /// the program's own status; of what is not UTF-8 the frameworks make various texts, but no status.
    private static func isSame(_ answer: String, _ expected: String) -> Bool {
        switch expected {
        case "bytes": Int(answer) == nil
        case "error": answer == "499"
        default: answer == expected
        }
    }
}
