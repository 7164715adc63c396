import URLSerialization

/// A reader of recorded requests from any text that has them.
///
/// | text | read as |
/// |---|---|
/// | `{"log": {"entries": …` | a HAR |
/// | `POST /p HTTP/1.1⏎Host: x⏎⏎a=1` | an HTTP message |
/// | `$ curl -d a=1 https://x.example` | a curl command |
/// | `127.0.0.1 - - […] "GET /p?a=1 HTTP/1.1" 200 5` | a line of an access log |
/// | `a=1&b`, `?a=1`, `/p?a=1`, `https://x.example/p?a=1` | a query, or a URL with one |
package struct TrafficReader {
    /// The kind of text to insist on; `nil` to recognize it.
    package var form: TrafficForm?

    package init(as form: TrafficForm? = nil) { self.form = form }

    /// The kinds of text that can be read, for messages.
    package static let readable =
        "a query, a URL, a HAR, an HTTP message, a curl or wget command, fetch(…), PowerShell, or lines of a log"

    /// Reads bytes in memory.
    package func read(_ data: Data) throws -> RecordedTraffic {
        var pieces = [data]
        return try read { pieces.popLast() ?? Data() }
    }

    /// Reads bytes as they arrive. Only a HAR may be larger than ``PayloadReader/maximumSize``.
    ///
    /// - Parameter next: Returns the next bytes, or no bytes at the end.
    /// - Throws: ``PayloadError`` for bytes that are none of these, and the closure's error.
    package func read(_ next: () throws -> Data) throws -> RecordedTraffic {
        var data = Data()
        while data.count < 4096, case let more = try next(), !more.isEmpty { data += more }
        if data.prefix(2) == Data([0xFF, 0xFE]) || data.prefix(2) == Data([0xFE, 0xFF]) || data.prefix(2).contains(0) {
            throw PayloadError(line: 1, reason: "UTF-16 text, save it as UTF-8")
        }
        if form == .har || form == nil && HARReader.begins(data) { return try HARReader.read(data, next) }
        data = try PayloadReader.bytes(from: data, next)
        if form == .form || form == .json {
            let type = form == .json ? "application/json" : "application/x-www-form-urlencoded"
            while let last = data.last, form == .form, last.isXMLSpace { data.removeLast() }
            let request = RecordedRequest("POST", "/", body: data, contentType: type)
            return RecordedTraffic(requests: [request], kind: form == .json ? "a JSON body" : "a form's body")
        }
        if let traffic = message(data) { return traffic }
        if form == .http { throw PayloadError(line: 1, reason: "not an HTTP request line: METHOD TARGET HTTP/1.1") }
        let invalid = data.firstInvalidUTF8
        let text = Self.escaped(data).trimmingCharacters(in: .whitespacesAndNewlines)
        if invalid == nil, form != .log, form != .query, let traffic = try commands(text) { return traffic }
        if form == nil || form == .log, var traffic = log(text) {
            if let invalid { traffic.notices.append("not UTF-8 at byte \(invalid): such bytes are percent-encoded") }
            return traffic
        }
        if form == .log { throw PayloadError(reason: "no line of a log that is known") }
        if let invalid { throw PayloadError(reason: "not UTF-8 text at byte \(invalid): percent-encode the query") }
        if form == .curl { throw PayloadError(reason: "no curl command") }
        return try query(text)
    }

    /// Reads an HTTP message: a request line, header fields, an empty line and a body of any bytes.
    private func message(_ data: Data) -> RecordedTraffic? {
        let ends = [Data("\r\n\r\n".utf8), Data("\n\n".utf8)].compactMap { data.range(of: $0) }
        let end = ends.min { $0.lowerBound < $1.lowerBound } ?? data.endIndex..<data.endIndex
        let lines = Self.escaped(data[..<end.lowerBound].prefix(1 << 20)).split(whereSeparator: \.isNewline)
        let start = lines.first?.wholeMatch(of: /([A-Z]+) (\S+) HTTP\/[\d.]+\s*/)
        let fields = lines.dropFirst().map { HTTPHeader(line: $0) }
        guard let start, form == .http || !fields.contains(nil) else { return nil }
        var request = RecordedRequest(String(start.1), String(start.2), headers: fields.compactMap { $0 })
        let all = data[end.upperBound...]
        let length = request[header: "Content-Length"].flatMap { Int($0) } ?? all.count
        request.body = all.isEmpty || length <= 0 ? nil : Data(all.prefix(length))
        let notice = "the body has \(all.count) bytes, and Content-Length says \(length)"
        let isShort = length > all.count && request.method != "HEAD"
        return RecordedTraffic(requests: [request], kind: "an HTTP message", notices: isShort ? [notice] : [])
    }

    /// Returns the text of bytes. Those that are not UTF-8 are percent-encoded.
    private static func escaped(_ data: Data) -> String {
        var (text, rest) = (Data(), data)
        while let invalid = rest.firstInvalidUTF8 {
            let digits = String(rest[rest.startIndex + invalid], radix: 16, uppercase: true)
            text += rest.prefix(invalid) + Data("%\(digits)".utf8)
            rest = rest.dropFirst(invalid + 1)
        }
        return String(decoding: text + rest, as: UTF8.self)
    }

    // MARK: - Commands and calls

    private func commands(_ text: String) throws -> RecordedTraffic? {
        func numbered(_ requests: [RecordedRequest], _ noun: String) -> [RecordedRequest] {
            requests.count > 1 ? requests.enumerated().map { $1.at("\(noun) \($0 + 1)") } : requests
        }
        if text.prefixMatch(of: /(?:await\s+)?(?:\w+\.)?fetch\(\s*"/) != nil {
            let calls = try BrowserCall.fetches(in: text)
            return RecordedTraffic(requests: numbered(calls, "call"), kind: "a call of fetch")
        }
        if text.contains(/(?:^|\s)Invoke-(?:WebRequest|RestMethod)\s/) {
            let calls = try BrowserCall.webRequests(in: text)
            return RecordedTraffic(requests: numbered(calls, "call"), kind: "a command for PowerShell")
        }
        let first = text.prefix(400).prefix { !$0.isNewline }.split { $0 == " " || $0 == "\t" }.prefix(6)
        guard form == .curl || CommandRequest.words(first.map(String.init)) != nil else { return nil }
        let shell = try ShellWords(text)
        if shell.commands.contains(where: { $0[0].hasPrefix("-") }) {
            throw PayloadError(reason: "several lines: each but the last of a command for a shell ends with '\\'")
        }
        let words = shell.commands.compactMap(CommandRequest.words)
        guard let program = words.last?.first else { return nil }
        let commands = try words.map { try CommandRequest($0) }
        let ampersand = "an & without quotation marks is read as a part of its word; a shell ends there"
        return RecordedTraffic(
            requests: numbered(try commands.map { try $0.request() }, "command"), kind: "a \(program) command",
            notices: commands.flatMap(\.notices) + (shell.hasAmpersand ? [ampersand] : []))
    }

    // MARK: - Lines

    private static let longestLine = 1 << 20

    /// Reads lines of a log. Returns `nil` if none is known.
    private func log(_ text: String) -> RecordedTraffic? {
        var (reader, traffic, kinds, unread) = (LogLines(), RecordedTraffic(), [String](), 0)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        let count = lines.count
        while let line = lines.popFirst().map(String.init) {
            let number = lines.startIndex
            if line.utf8.count > Self.longestLine {
                traffic.notices.append("line \(number): longer than \(Self.longestLine) bytes, the most that is read")
            } else if let (request, kind) = reader.request(in: line) {
                let isLogger = line.hasSuffix(":") || line.hasSuffix(": {")
                let whole = isLogger ? LogLines.continued(request, &lines) : request
                traffic.requests.append(whole.at(count > 1 ? "line \(number)" : ""))
                if !kinds.contains(kind) { kinds.append(kind) }
            } else if !line.isEmpty, !line.hasPrefix("#") {
                unread += 1
            }
        }
        if traffic.requests.isEmpty { return nil }
        traffic.kind = kinds.joined(separator: ", ")
        if count > 1, unread > 0 {
            traffic.notices.append("\(Report.count(unread, "line")) without a request that is known")
        }
        return traffic
    }

    // MARK: - Queries

    private func query(_ text: String) throws -> RecordedTraffic {
        if form == nil, text.contains(where: \.isWhitespace) {
            throw PayloadError(reason: "neither of what can be read: \(Self.readable) (--as query insists)")
        }
        if form == nil, text.hasPrefix("{") || text.hasPrefix("<") || text.hasPrefix("[") && text.hasSuffix("]") {
            throw PayloadError(reason: "a payload, not a query: 'compare-serializers FILE' shows what is sent for it")
        }
        // A URL may lack its scheme or its host if it has a query.
        let isURL = text.prefixMatch(of: /(?i:https?:\/\/)|\/[^?]*\?|[^\s?#=&"]+\?/) != nil
        let isBare = form == nil && !isURL && !text.isEmpty && !text.hasPrefix("?")
        if isBare, text.hasPrefix("/") || !text.contains(/[=&]/) {
            let word = text.prefix(100)
            throw PayloadError(
                reason: "'\(word)' is not a file, and does not look like a query. Write '?\(word)' to read it as one")
        }
        let query = text.hasPrefix("?") ? text : "?\(text)"
        let url = !isURL ? query : text.hasPrefix("/") ? text : RecordedRequest.absolute(text)
        return RecordedTraffic(
            requests: [RecordedRequest("GET", url)], kind: isURL ? "a URL" : "a query",
            notices: isBare ? ["--as form reads it as a form's body"] : [])
    }
}

/// The kinds of text that a command line can insist on.
package enum TrafficForm: String, Sendable, CaseIterable {
    case query, form, json, har, log, curl, http
}
