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
    /// Prompts, and the commands that only run others.
    private static let wrappers: Set = ["sudo", "time", "$", "%", "#", ">", "env", "exec", "command"]
    /// The letters and some of the names of the options with a value.
    private static let valued = Set("AbcCdDeEFHKmoPQrtTuUwxXyYz".map { String($0) })
        .union([
            "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "header", "url", "url-query", "request",
            "output", "user", "user-agent", "cookie", "referer", "max-time", "proxy", "preproxy", "doh-url",
            "cookie-jar", "write-out", "form", "form-string", "json", "post-data", "body-data", "post-file", "method",
        ])
    private static let boundary = "------------------------0000000000000000"

    private var (urls, doubtful, pairs, data, parts) = ([String](), [String](), [String](), [String](), [String]())
    private var headers: [HTTPHeader] = []
    private var (method, isGet, isJSON) = (String?.none, false, false)
    /// Remarks on what is not read.
    private(set) var notices: [String] = []

    /// Returns the program's words, without a prompt and what runs the program, or `nil` for another program.
    static func words(_ words: [String]) -> ArraySlice<String>? {
        let rest = words.drop { wrappers.contains($0) || $0.wholeMatch(of: /[A-Z]:.*>|[A-Z_]+=.*/) != nil }
        let program = rest.first?.lowercased().firstMatch(of: /(?:^|[\/\\>])(curl|wget)(?:\.exe)?$/)?.1
        return program.map { [String($0)] + rest.dropFirst() }
    }

    /// Reads the words of a command, which begin with the program.
    init(_ all: ArraySlice<String>) throws {
        var words = all.dropFirst()
        while let word = words.popFirst() {
            guard word.hasPrefix("-") else {
                urls.append(word)
                continue
            }
            let isName = word.hasPrefix("--")
            // Letters without a value may precede the one with a value.
            let letter = word.firstIndex { Self.valued.contains(String($0)) } ?? word.endIndex
            let option = isName ? word.dropFirst(2) : word[letter...]
            let name = String(isName ? option.prefix { $0 != "=" } : option.prefix(1))
            let value = name.count < option.count ? String(option.dropFirst(name.count + (isName ? 1 : 0))) : nil
            if !isName { isGet = isGet || word[..<letter].contains("G") }
            if Self.valued.contains(name) {
                try set(name, value ?? words.popFirst() ?? "")
            } else if name == "get" {
                isGet = true
            } else if name == "head" {
                method = method ?? "HEAD"
            } else if isName, value == nil, let next = words.first, !next.hasPrefix("-"), !next.contains("://") {
                // The value of an unknown option, unless the option takes none.
                doubtful.append(words.removeFirst())
            }
        }
    }

    /// Takes an option with a value.
    private mutating func set(_ name: String, _ value: String) throws {
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
        case "u", "user": headers.append(.authorization("Basic \(Data(value.utf8).base64EncodedString())"))
        case "b", "cookie": headers.append(HTTPHeader(name: "Cookie", value: value))
        case "A", "user-agent": headers.append(.userAgent(value))
        case "e", "referer": headers.append(HTTPHeader(name: "Referer", value: value))
        case "X", "request", "method": method = value
        case "url": urls.insert(value, at: 0)
        default: break
        }
    }

    private mutating func appendPart(_ value: String, isText: Bool) throws {
        let sides = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { throw PayloadError(reason: "curl's part '\(value)' has no '='") }
        let settings = isText ? [:] : HTTPSyntax.parameters(of: sides[1].drop { $0 != ";" })
        let start = String(sides[1].prefix { $0 != ";" })
        let path = !isText && ["@", "<"].contains(start.prefix(1)) ? String(start.dropFirst()) : nil
        let file = start.hasPrefix("@") ? path.map { settings["filename"] ?? ($0 as NSString).lastPathComponent } : nil
        let type = settings["type"] ?? file.map { MediaType.forFileExtension(($0 as NSString).pathExtension) }
        if let path { notices.append("the content of '\(path)' is not read") }
        let content = path != nil ? "" : type != nil ? start : sides[1]
        parts.append(FormPart.text(sides[0], fileName: file, type: type, content, boundary: Self.boundary))
    }

    /// Returns the request.
    ///
    /// - Throws: ``PayloadError`` for a command without a URL.
    func request() throws -> RecordedRequest {
        guard var url = urls.first(where: { $0.contains("://") }) ?? urls.first ?? doubtful.first else {
            throw PayloadError(reason: "a command without a URL")
        }
        let joined = data.joined(separator: isJSON ? "" : "&")
        let added = pairs + (isGet && !data.isEmpty ? [joined] : [])
        if !added.isEmpty {
            let fragment = url.prefix { $0 != "#" }
            url = "\(fragment)\(fragment.contains("?") ? "&" : "?")\(added.joined(separator: "&"))"
        }
        let (body, type): (String?, String) =
            parts.isEmpty
            ? (isGet || data.isEmpty ? nil : joined, isJSON ? "application/json" : "application/x-www-form-urlencoded")
            : (parts.joined() + "--\(Self.boundary)--\r\n", "multipart/form-data; boundary=\(Self.boundary)")
        return RecordedRequest(
            method ?? (body == nil ? "GET" : "POST"), RecordedRequest.absolute(url), headers: headers,
            body: body.map { Data($0.utf8) }, contentType: type)
    }

    private static func encoded(_ text: String) -> String {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = PercentEscaper.afNetworking.escape(parts.last ?? "")
        return parts.count > 1 && !parts[0].isEmpty ? "\(parts[0])=\(value)" : value
    }
}
