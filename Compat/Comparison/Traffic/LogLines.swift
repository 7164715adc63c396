import URLSerialization

/// A reader of the lines that servers and clients log, each of which describes a request.
///
/// | line | read as | request |
/// |---|---|---|
/// | `::1 - - [28/Nov/2026] "GET /p?a=1 HTTP/1.1" 200 5` | an access log's line | `GET /p?a=1` |
/// | `[Sat Nov 28 10:00:00 2026] [::1]:1 [200]: POST /p?a=1` | a line of PHP's server | `POST /p?a=1` |
/// | `at=info method=GET path="/p?a=1" status=200` | a line of fields | `GET /p?a=1` |
/// | `{"request":{"method":"GET","uri":"/p?a=1"}}` | a line of JSON | `GET /p?a=1` |
struct LogLines {
    /// The shape of a line: its name, a text that it contains, and the places of the method and the target.
    private typealias Shape = (name: String, mark: String, pattern: Regex<(Substring, Substring, Substring)>)

    /// The shapes. A line has the first that fits. Targets end at a space or the quotation mark that encloses them.
    private static var shapes: [Shape] {
        [
            ("a line of Rails's log", "Started ", /^.*?Started ([A-Z]+) "([^"]*)" for\b/),
            ("a line of Gin's log", "[GIN] ", /^.*?\[GIN\] .*?\|\s*([A-Z]+)\s+"?((?:[^" \\]++|\\.)*+)"?/),
            ("a line of an access log", "\"", /^[^"]*"(?:([A-Z]+) )((?:[^" \\]++|\\.)++)(?: HTTP\/[\d.]+)?"/),
            ("a line of PHP's server", "]: ", /^\[[^\]]*\] \S+ \[\d+\]: ([A-Z]+ |)(\/\S*)/),
            ("a line of AFNetworking's or Alamofire's log", "'", /^([A-Z]+) '([^']+)'/),
            ("a line of an access log", " HTTP/", /^(?:\S+ \S+ (?:\[[^\]]*\] )?)?([A-Z]+) (\S+) HTTP\/[\d.]+/),
            ("a line of morgan's log", "", /^([A-Z]+) (\/\S*) \d{3} (?:[\d.-]+ ms\b|\S+ - )/),
            ("a URL in Optional", "Optional(", /^().*?Optional\((\S+?:\/\/[^)]*)\)/),
            ("a method and a URL", "", /^([A-Z]{3,7}) ((?i:https?:\/\/)\S+|\/\S*$)/),
        ]
    }
    private let shapes = Self.shapes
    /// The shape of the latest line, which the next is likely to have.
    private var latest = 0

    /// The names of IIS's fields, from the latest `#Fields:`.
    private var fields: [String] = []

    /// Returns the request of a line, with the name of its shape, or `nil` if the line has none.
    mutating func request(in line: String) -> (request: RecordedRequest, kind: String)? {
        // Terminals' colours, as morgan writes them.
        let line = line.contains("\u{1B}") ? line.replacing(/\u{1B}\[[\d;]*m/, with: "") : line
        if line.hasPrefix("#") {
            if line.hasPrefix("#Fields:") { fields = line.split(separator: " ").dropFirst().map(String.init) }
            return nil
        }
        if !fields.isEmpty {
            let values = zip(fields, line.split(separator: " ").map(String.init))
            return Self.request(ofFields: values).map { ($0, "a line of IIS's log") }
        }
        if line.hasPrefix("{") {
            let texts = (try? PayloadReader.document(Data(line.utf8)).value).map(Self.texts) ?? []
            return Self.request(ofFields: texts).map { ($0, "a line of JSON") }
        }
        for number in [latest] + shapes.indices where shapes[number].mark.isEmpty || line.contains(shapes[number].mark)
        {
            guard let match = line.prefixMatch(of: shapes[number].pattern) else { continue }
            let name = shapes[number].name
            latest = number
            let method = match.1.trimmingCharacters(in: .whitespaces)
            return (RecordedRequest(method.isEmpty ? "GET" : method, Self.unescaped(match.2)), name)
        }
        guard line.contains("method=") else { return nil }
        let pairs = line.matches(of: /(?:^|\s)(\w+)=(?:"((?:[^"\\]++|\\.)*+)"|(\S*))/).map {
            (String($0.1), String($0.2 ?? $0.3 ?? ""))
        }
        return Self.request(ofFields: pairs).map { ($0, "a line of fields") }
    }

    /// Returns the texts in a dictionary and those below it, with their keys.
    private static func texts(in value: ParameterValue) -> [(String, String)] {
        (value.dictionary ?? [:]).flatMap { key, value in value.string.map { [(key, $0)] } ?? texts(in: value) }
    }

    /// Returns the request of fields: those of nginx, Caddy, Heroku's router, lograge and IIS.
    private static func request(ofFields pairs: some Sequence<(String, String)>) -> RecordedRequest? {
        let fields = Dictionary(pairs) { first, _ in first }
        func first(_ names: [String]) -> String? { names.lazy.compactMap { fields[$0] }.first }
        if let line = fields["request"], let match = line.wholeMatch(of: /([A-Z]+) (\S+)(?: HTTP\/\S+)?/) {
            return RecordedRequest(String(match.1), String(match.2))
        }
        guard let method = first(["method", "request_method", "http_method", "cs-method"]),
            var target = first(["request_uri", "uri", "path", "url", "cs-uri-stem"])
        else { return nil }
        let query = first(["query", "args", "query_string", "cs-uri-query"])
        if !target.contains("?"), let query, !["", "-"].contains(query) {
            target += "?\(query)"
        }
        return RecordedRequest(method, target)
    }

    /// Returns a request with the headers and the body that AFNetworking's and Alamofire's loggers print on the lines
    /// after its own: `    "A" = "b";⏎} BODY`, or `Headers: [⏎  A : b⏎]⏎Body:⏎BODY`.
    static func continued(_ request: RecordedRequest, _ lines: inout ArraySlice<Substring>) -> RecordedRequest {
        var (headers, body) = ([HTTPHeader](), [Substring]())
        let field = /\s*"?([A-Za-z][\w-]*)"?\s*(?:=|:)\s*"?(.*?)"?[;,]?\s*/
        while let line = lines.first {
            let match = line.wholeMatch(of: field)
            let isEnd = line == "}" || line.hasPrefix("} ") || line.hasPrefix("Body:")
            guard isEnd || match != nil || line == "]" else { break }
            lines.removeFirst()
            if line.hasPrefix("Body:") {
                body = Array(lines.prefix { !$0.isEmpty && !$0.hasPrefix("-----") })
                lines = lines.dropFirst(body.count)
            } else if line.hasPrefix("} ") {
                body = [line.dropFirst(2)]
            } else if let match, !line.hasPrefix("Headers:") {
                headers.append(HTTPHeader(name: String(match.1), value: String(match.2)))
            }
            if isEnd { break }
        }
        let data = body.isEmpty || body == ["(null)"] ? nil : Data(body.joined(separator: "\n").utf8)
        return RecordedRequest(request.method, request.url, headers: headers, body: data)
    }

    /// Returns a target without the escapes of Apache, nginx and Go: `\x22`, `\"`. A byte that is not a character is
    /// percent-encoded.
    private static func unescaped(_ target: Substring) -> String {
        String(target).replacing(/\\(?:x([0-9A-Fa-f]{2})|(.))/) { match in
            guard let digits = match.1 else { return match.2.map(String.init) ?? "" }
            let code = UInt8(digits, radix: 16) ?? 0
            return code < 0x80 ? String(UnicodeScalar(code)) : "%\(digits.uppercased())"
        }
    }
}
