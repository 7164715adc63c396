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

    /// The shapes, first that of the latest line, which the next is likely to have. A line has the first that fits.
    /// Targets end at a space or the quotation mark that encloses them.
    private var shapes: [Shape] = [
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
            let leaves = (try? PayloadReader.document(Data(line.utf8)).value).map(PayloadLeaf.all) ?? []
            let texts = leaves.compactMap { leaf in leaf.value.string.map { (leaf.path.steps.last?.key ?? "", $0) } }
            return Self.request(ofFields: texts).map { ($0, "a line of JSON") }
        }
        for (number, shape) in shapes.enumerated() where shape.mark.isEmpty || line.contains(shape.mark) {
            guard let match = line.prefixMatch(of: shape.pattern) else { continue }
            shapes.insert(shapes.remove(at: number), at: 0)
            let method = match.1.trimmingCharacters(in: .whitespaces)
            return (RecordedRequest(method.isEmpty ? "GET" : method, Self.unescaped(match.2)), shape.name)
        }
        guard line.contains("method=") else { return nil }
        let pairs = line.matches(of: /(?:^|\s)(\w+)=(?:"((?:[^"\\]++|\\.)*+)"|(\S*))/).map {
            (String($0.1), String($0.2 ?? $0.3 ?? ""))
        }
        return Self.request(ofFields: pairs).map { ($0, "a line of fields") }
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
        if !target.contains("?"), let query, !["", "-"].contains(query) { target += "?\(query)" }
        return RecordedRequest(method, target)
    }

    /// Returns a request with the headers and the body that AFNetworking's and Alamofire's loggers print on the lines
    /// after its own: `    "A" = "b";⏎} BODY`, or `Headers: [⏎  A : b⏎]⏎Body:⏎BODY`.
    static func continued(_ request: RecordedRequest, _ lines: inout ArraySlice<Substring>) -> RecordedRequest {
        let field = /\s*"?([A-Za-z][\w-]*)"?\s*(?:=|:)\s*"?(.*?)"?[;,]?\s*/
        let fields = lines.prefix { !$0.hasPrefix("Body:") && ($0 == "]" || $0.wholeMatch(of: field) != nil) }
        lines = lines.dropFirst(fields.count)
        let headers = fields.filter { !$0.hasPrefix("Headers:") }.compactMap { line in
            line.wholeMatch(of: field).map { HTTPHeader(name: String($0.1), value: String($0.2)) }
        }
        var body: ArraySlice<Substring> = []
        if let end = lines.first, end.hasPrefix("Body:") {
            body = lines.dropFirst().prefix { !$0.isEmpty && !$0.hasPrefix("-----") }
            lines = lines.dropFirst(body.count + 1)
        } else if let end = lines.first, end == "}" || end.hasPrefix("} ") {
            body = [lines.removeFirst().dropFirst(2)]
        }
        let text = body.joined(separator: "\n")
        let data = ["", "(null)"].contains(text) ? nil : Data(text.utf8)
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
