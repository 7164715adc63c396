/// A shell command that sends a request again with curl (Alamofire's `cURLDescription`).
///
/// It works in any POSIX shell (dash, bash), ignores `~/.curlrc`, follows no redirections, and asks for compressed
/// content as URLSession does. The request's fields are sent unchanged. Of the fields that curl adds, it sends only
/// `Host`, `User-Agent` and `Accept`, for which URLSession has defaults too. `printf` writes a body in memory that is
/// not short text, and `base64` decodes bytes that are not text.
struct CURLCommand: Sendable {
    /// The text that replaces a secret.
    private static let redacted = "REDACTED"
    /// The length in bytes up to which text is an argument of curl: systems limit the arguments of programs. The
    /// shell's own `printf` has no such limit.
    private static let longestText = 4096

    /// The command, preceded by comment lines about omitted parts, without a trailing line end.
    let text: String

    /// Creates the command of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - source: The source of the request's body.
    ///   - redactsSecrets: Whether `REDACTED` replaces the URL's user and password, and the values of `Authorization`,
    ///     `Cookie` and other fields, and parameters of the query and of a form, named like keys, codes, tokens,
    ///     sessions and passwords. The fragment is left out.
    init(_ request: URLRequest, body source: Uploadable?, redactsSecrets: Bool) {
        do throws(RequestSerializationError) {
            try RequestCheck.validate(request)
        } catch {
            text = "# The request cannot be sent: \(error.reason)"
            return
        }
        let method = request.httpMethod ?? "GET"
        let body = Self.body(source, of: request, method, redactsSecrets: redactsSecrets)
        // -q has an effect only as the first option.
        var options = ["-q --globoff --path-as-is --compressed"]
        options.append(method == "HEAD" ? "--head" : "--request \(ShellText.quoted(method))")
        options += Self.fields(of: request, hasBody: body.option != nil, redactsSecrets: redactsSecrets)
            .map { "--header \(ShellText.word($0))" }
        if let option = body.option { options.append(option) }
        options.append(ShellText.word(Self.url(of: request, redactsSecrets: redactsSecrets)))
        let command = (body.producer.map { "\($0) | " } ?? "") + "curl " + options.joined(separator: " \\\n    ")
        text = (body.omissions.map { "# Without the \($0)." } + [command]).joined(separator: "\n")
    }

    // MARK: - The body

    /// Returns the option that names the body, or `nil` for no body; the command whose output is the body, or `nil` for
    /// none; and the parts that the command omits.
    private static func body(
        _ body: Uploadable?, of request: URLRequest, _ method: String, redactsSecrets: Bool
    ) -> (option: String?, producer: String?, omissions: [String]) {
        let segments: [BodySegment]
        var boundary: String?
        switch body {
        case nil where request.httpBody == nil:
            // These methods expect a body, so an empty one is announced (RFC 9110, section 8.6).
            return (["POST", "PUT", "PATCH"].contains(method) ? "--data-raw ''" : nil, nil, [])
        case _ where method == "HEAD": return (nil, nil, ["body, which curl does not send with HEAD"])
        case .stream: return (nil, nil, ["body, which is a stream"])
        case .file(let url): return ("--data-binary \(ShellText.word("@" + url.path))", nil, [])
        case nil, .data:
            var data = request.httpBody ?? Data()
            let mediaType = request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
            if redactsSecrets, mediaType.contains("form-urlencoded") { data = redacted(data) }
            // A terminal interprets none of its characters.
            let text = String(decoding: data.prefix(longestText), as: UTF8.self)
            if text.utf8.elementsEqual(data), ShellText.isPlain(text) {
                return ("--data-raw \(ShellText.quoted(text))", nil, [])
            }
            segments = [.bytes(data)]
        case .multipart(let form): (segments, boundary) = (form.content.segments, form.boundary.description)
        }
        var (commands, omissions): ([String], [String]) = ([], [])
        for segment in segments {
            switch segment.source {
            case var data as Data:
                if redactsSecrets, let boundary {
                    data = SecretNames.replaced(inParts: data, boundary: boundary) { _ in Data(redacted.utf8) }
                }
                commands.append(ShellText.command(printing: data))
            case let file as FileSource: commands.append("cat \(ShellText.word(file.url.path))")
            default:
                omissions.append(
                    "content of the part \((segment.part ?? "").quoted), which is neither data nor a file")
            }
        }
        let producer = commands.count == 1 ? commands[0] : "{ \(commands.joined(separator: "; ")); }"
        return ("--data-binary @-", producer, omissions)
    }

    // MARK: - The fields

    /// Returns the arguments of `--header`, by name.
    private static func fields(of request: URLRequest, hasBody: Bool, redactsSecrets: Bool) -> [String] {
        // Curl counts the length itself. A blank field is not sent: this package sets it to keep URLSession from
        // sending chunks.
        var fields = (request.allHTTPHeaderFields ?? [:]).filter { name, value in
            let name = name.lowercased()
            return name != "content-length" && !(["transfer-encoding", "expect"].contains(name) && isBlank(value))
        }
        // Curl would add these to a body.
        for name in hasBody ? ["Content-Type", "Expect"] : [] where !fields.keys.contains(where: name.isEqualName) {
            fields[name] = " "
        }
        return fields.sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }.map { name, value in
            if value.isEmpty { return "\(name);" }
            // If the value is blank, neither curl nor URLSession on Linux sends the field or its default.
            if isBlank(value) { return "\(name):" }
            guard redactsSecrets, SecretNames.contain(name) else { return "\(name): \(value)" }
            // A cookie's name is useful and not secret.
            guard name.lowercased() == "cookie" else { return "\(name): \(redacted)" }
            let cookies = value.split(separator: ";").map { cookie in
                cookie.firstIndex(of: "=").map { cookie[...$0] + redacted } ?? Substring(redacted)
            }
            return "\(name): \(cookies.joined(separator: ";"))"
        }
    }

    private static func isBlank(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    // MARK: - The URL

    private static func url(of request: URLRequest, redactsSecrets: Bool) -> String {
        guard let url = request.url?.absoluteURL else { return "" }
        guard redactsSecrets else { return url.absoluteString }
        return url.changed { components in
            if components.user != nil { components.percentEncodedUser = redacted }
            if components.password != nil { components.percentEncodedPassword = redacted }
            // The fragment is not sent, and may contain a sign-in token.
            components.fragment = nil
            components.percentEncodedQuery = components.percentEncodedQuery.map {
                String(decoding: redacted(Data($0.utf8)), as: UTF8.self)
            }
        }.absoluteString
    }

    /// Returns a query or a form without the values of secrets.
    private static func redacted(_ form: Data) -> Data {
        SecretNames.replaced(inForm: form) { _ in Data(redacted.utf8) }
    }
}

/// Quoted text for a POSIX shell (IEEE 1003.1, Shell Command Language, section 2.2.2).
///
/// | text or bytes | word | command |
/// | --- | --- | --- |
/// | `it's` | `'it'\''s'` | `printf %b 'it'\''s'` |
/// | `a`, CR, LF | `"$(printf %b 'a\r')"`, a quoted LF | `printf %b 'a\r`, LF, `'` |
/// | `a`, TAB | `"$(printf %s YQk= \| base64 -d)"` | `printf %s YQk= \| base64 -d` |
enum ShellText {
    /// Returns a word that expands to the text: within single quotes only a single quote is special.
    static func quoted(_ text: String) -> String { "'\(escaped(text, ["'": "'\\''"]))'" }

    /// Returns a word that expands to the text, and contains no characters that a terminal interprets or that are
    /// invisible.
    static func word(_ text: String) -> String {
        guard !isPlain(text) else { return quoted(text) }
        // A command substitution removes the line ends at the end of its output.
        let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
        return "\"$(\(command(printing: Data(text.utf8.dropLast(end)))))\""
            + (end > 0 ? quoted(String(repeating: "\n", count: end)) : "")
    }

    /// Returns whether every character is printable or a line end.
    static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" } }

    /// Returns a command whose output is the bytes: readable if they are text, with CR as `\r`, and otherwise in
    /// base64.
    static func command(printing bytes: Data) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let printed = escaped(text, ["\\": "\\\\", "\r": "\\r"])
        guard text.utf8.elementsEqual(bytes), isPlain(printed) else {
            return "printf %s \(bytes.base64EncodedString()) | base64 -d"
        }
        return "printf %b \(quoted(printed))"
    }

    /// Replaces scalars, not characters: Swift has one character for a quote and a combining mark after it, and a shell
    /// has two.
    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let escape = escapes[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
        }
    }
}
