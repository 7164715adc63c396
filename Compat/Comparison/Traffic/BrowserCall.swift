import URLSerialization

/// The requests of calls in other languages, as browsers copy them.
enum BrowserCall {
    /// Returns the requests of calls of JavaScript's `fetch`, whose second argument is JSON.
    static func fetches(in text: String) throws -> [RecordedRequest] {
        try rests(after: /\bfetch\(/, in: text).map { rest in
            let arguments = rest[..<(rest.lastIndex(of: ")") ?? rest.endIndex)]
            let values = try PayloadReader.document(Data("[\(arguments)]".utf8)).value
            let options = values[1]
            guard let url = values[0]?.string else { throw PayloadError(reason: "a fetch without a URL") }
            let fields = options?["headers"]?.dictionary ?? [:]
            return RecordedRequest(
                options?["method"]?.string ?? "GET", url,
                headers: fields.map { HTTPHeader(name: $0.key, value: $0.value.string ?? "") },
                body: options?["body"]?.string.map { Data($0.utf8) }, contentType: "text/plain;charset=UTF-8")
        }
    }

    /// Returns the requests of PowerShell's `Invoke-WebRequest` and `Invoke-RestMethod`.
    static func webRequests(in text: String) throws -> [RecordedRequest] {
        try rests(after: /Invoke-(?:WebRequest|RestMethod)\b/, in: text).map { words in
            func value(_ name: String) -> String? {
                let rest = words.firstRange(of: "-\(name) ").map { words[$0.upperBound...] }
                return rest?.firstMatch(of: /"((?:[^"`]|`.|"")*)"/.dotMatchesNewlines()).map { unescaped($0.1) }
            }
            guard let url = value("Uri") else { throw PayloadError(reason: "a command without -Uri") }
            let table = words.firstRange(of: "@{").map { words[$0.upperBound...].prefix { $0 != "}" } } ?? ""
            let headers = table.matches(of: /"([^"]+)"\s*=\s*"((?:[^"`]|`.|"")*)"/).map {
                HTTPHeader(name: String($0.1), value: unescaped($0.2))
            }
            return RecordedRequest(
                value("Method") ?? "GET", url, headers: headers, body: value("Body").map { Data($0.utf8) },
                contentType: value("ContentType"))
        }
    }

    /// Returns the text after each call's name, up to the next one.
    private static func rests(after name: Regex<Substring>, in text: String) -> [Substring] {
        let ranges = text.ranges(of: name)
        return zip(ranges, ranges.dropFirst().map(\.lowerBound) + [text.endIndex]).map { text[$0.upperBound..<$1] }
    }

    /// Returns the text of a PowerShell literal: a backtick escapes, `$([char]233)` is a character.
    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing(/\$\(\[char\](\d+)\)/) { match in
            UInt32(match.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        }
        .replacing("\"\"", with: "\"").replacing(/`(.)/.dotMatchesNewlines()) { match in
            (["n": "\n", "r": "\r", "t": "\t", "0": "\0"] as [Substring: String])[match.1] ?? String(match.1)
        }
    }
}
