import URLSerialization

/// The request of a `curl` or `wget` command.
///
/// | words | request |
/// |---|---|
/// | `curl -d a=1 -d b=2 x.example` | `POST x.example` with the form `a=1&b=2` |
/// | `curl -G -d a=1 x.example/?q` | `GET x.example/?q&a=1` |
/// | `curl -F a=1 -F p=@f.png x` | `POST x` with two parts, the second without its content |
/// | `wget --post-data a=1 x` | `POST x` with the form `a=1` |
struct CommandRequest {
    /// The commands that make requests, and those that only run others.
    private static let programs: Set = ["curl", "wget"]
    private static let wrappers: Set = ["sudo", "time", "$", "%", "#", ">", "env", "exec", "command"]
    /// The letters and some of the names of the options with a value.
    private static let valued = Set("AbcCdDeEFHKmoPQrtTuUwxXyYz".map { String($0) })
        .union([
            "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "header", "url", "url-query", "request",
            "output", "user", "user-agent", "cookie", "referer", "max-time", "proxy", "preproxy", "doh-url",
            "cookie-jar", "write-out", "form", "form-string", "json", "post-data", "body-data", "post-file", "method",
        ])
    private static let boundary = "------------------------0000000000000000"
    private static let formType = "application/x-www-form-urlencoded"

    private var (urls, doubtful, pairs, data, parts) = ([String](), [String](), [String](), [String](), [String]())
    private var headers: [HTTPHeader] = []
    private var (method, isGet, isJSON) = (String?.none, false, false)
    private var notices: [String] = []

    /// Returns the program's words, without a prompt and what runs the program, or `nil` for another program.
    static func words(_ words: [String]) -> ArraySlice<String>? {
        let rest = words.drop { wrappers.contains($0) || $0.wholeMatch(of: /[A-Z]:.*>|[A-Z_]+=.*/) != nil }
        guard let first = rest.first else { return nil }
        let name = first.split { $0 == "/" || $0 == "\\" || $0 == ">" }.last.map { $0.lowercased() } ?? ""
        let program = name.hasSuffix(".exe") ? String(name.dropLast(4)) : name
        return programs.contains(program) ? [program] + rest.dropFirst() : nil
    }

    /// Returns the request of a command's words, which begin with the program.
    static func request(of words: ArraySlice<String>, _ notices: inout [String]) throws -> RecordedRequest {
        var command = CommandRequest()
        try command.read(words.dropFirst())
        notices += command.notices
        return try command.request()
    }

    private mutating func read(_ all: ArraySlice<String>) throws {
        var words = all
        while let word = words.popFirst() {
            guard word.hasPrefix("-") else {
                urls.append(word)
                continue
            }
            var (name, rest) = (word.dropFirst(2), Substring?.none)
            if !word.hasPrefix("--") {
                // Letters without a value may precede the one with a value.
                let start = word.firstIndex { Self.valued.contains(String($0)) } ?? word.endIndex
                isGet = isGet || word[..<start].contains("G")
                (name, rest) = (word[start...].prefix(1), word[start...].dropFirst())
                if rest?.isEmpty == true { rest = nil }
            } else if let equals = name.firstIndex(of: "=") {
                (name, rest) = (name[..<equals], name[equals...].dropFirst())
            }
            let value = Self.valued.contains(String(name)) ? rest.map(String.init) ?? words.popFirst() ?? "" : ""
            if try set(String(name), value) || !word.hasPrefix("--") || Self.valued.contains(String(name)) { continue }
            // The value of an unknown option, unless the option takes none.
            if rest == nil, let next = words.first, !next.hasPrefix("-"), !next.contains("://") {
                doubtful.append(words.removeFirst())
            }
        }
    }

    /// Takes an option, and returns whether it is known.
    private mutating func set(_ name: String, _ value: String) throws -> Bool {
        switch name {
        case "d", "data", "data-raw", "data-binary", "data-ascii", "data-urlencode", "json", "post-data", "body-data":
            let isEncoded = name == "data-urlencode"
            let isText = ["data-raw", "post-data", "body-data"].contains(name)
            if !isText, value.hasPrefix("@") || isEncoded && value.firstMatch(of: /^[^=]*@/) != nil {
                throw PayloadError(reason: "curl reads '\(value)' from a file, which is not read")
            }
            isJSON = isJSON || name == "json"
            data.append(isEncoded ? Self.encoded(value) : value)
        case "post-file": throw PayloadError(reason: "wget reads '\(value)' from a file, which is not read")
        case "url-query": pairs.append(value.hasPrefix("+") ? String(value.dropFirst()) : Self.encoded(value))
        case "F", "form", "form-string": try appendPart(value, isText: name == "form-string")
        case "H", "header": headers += [HTTPHeader(line: value)].compactMap { $0 }
        case "u", "user":
            headers.append(.authorization("Basic \(Data(value.utf8).base64EncodedString())"))
        case "b", "cookie": headers.append(HTTPHeader(name: "Cookie", value: value))
        case "A", "user-agent": headers.append(.userAgent(value))
        case "e", "referer": headers.append(HTTPHeader(name: "Referer", value: value))
        case "get": isGet = true
        case "I", "head": method = method ?? "HEAD"
        case "X", "request", "method": method = value
        case "url": urls.insert(value, at: 0)
        default: return false
        }
        return true
    }

    private mutating func appendPart(_ value: String, isText: Bool) throws {
        let sides = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { throw PayloadError(reason: "curl's part '\(value)' has no '='") }
        let settings = isText ? [] : sides[1].split(separator: ";").map(String.init)
        func setting(_ name: String) -> String? {
            settings.dropFirst().first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        var (content, file, type) = (sides[1], String?.none, setting("type"))
        if let first = settings.first, "<@".contains(first.prefix(1)) {
            let path = String(first.dropFirst())
            notices.append("the content of '\(path)' is not read")
            content = ""
            if first.hasPrefix("@") {
                let name = setting("filename") ?? path.split(separator: "/").last.map(String.init) ?? path
                type = type ?? MediaType.forFileExtension(name.split(separator: ".").last.map(String.init) ?? "")
                file = name
            }
        } else if type != nil {
            content = settings[0]
        }
        parts.append(FormPart.text(sides[0], fileName: file, type: type, content, boundary: Self.boundary))
    }

    private func request() throws -> RecordedRequest {
        guard var url = urls.first(where: { $0.contains("://") }) ?? urls.first ?? doubtful.first else {
            throw PayloadError(reason: "a command without a URL")
        }
        let joined = data.joined(separator: isJSON ? "" : "&")
        let added = pairs + (isGet && !data.isEmpty ? [joined] : [])
        if !added.isEmpty {
            let fragment = url.prefix { $0 != "#" }
            url = "\(fragment)\(fragment.contains("?") ? "&" : "?")\(added.joined(separator: "&"))"
        }
        let hasForm = !parts.isEmpty
        let hasBody = !isGet && !data.isEmpty || hasForm
        let type =
            hasForm ? "multipart/form-data; boundary=\(Self.boundary)" : isJSON ? "application/json" : Self.formType
        let body = hasForm ? parts.joined() + "--\(Self.boundary)--\r\n" : joined
        return RecordedRequest(
            method ?? (hasBody ? "POST" : "GET"), RecordedRequest.absolute(url), headers: headers,
            body: hasBody ? Data(body.utf8) : nil, contentType: hasBody ? type : nil)
    }

    private static func encoded(_ text: String) -> String {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = PercentEscaper.afNetworking.escape(parts.last ?? "")
        return parts.count > 1 && !parts[0].isEmpty ? "\(parts[0])=\(value)" : value
    }
}
