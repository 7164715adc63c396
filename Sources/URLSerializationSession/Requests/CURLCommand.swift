/// A shell command that sends a request again with curl (Alamofire's `cURLDescription`).
///
/// It works in any POSIX shell (dash, bash), ignores `~/.curlrc`, follows no redirections, and asks for compressed
/// content as URLSession does. The request's fields are sent unchanged. Of the fields that curl adds only `Host`,
/// `User-Agent` and `Accept` are sent, for which URLSession has defaults too. A body in memory that is not short text
/// is written as the arguments of `printf`, with up to four characters for a byte.
package struct CURLCommand: Sendable {
    /// The source of the request's body.
    package enum Body: Sendable {
        /// No body.
        case none
        /// Bytes in memory.
        case data(Data)
        /// A file's content.
        case file(URL)
        /// A multipart form.
        case multipart(MultipartBody)
        /// A stream, or anything else that only this process can read.
        case unknown
    }

    /// The command, after lines of comments on omitted parts, without a line end at the end.
    package let text: String

    /// Creates the command of a request.
    ///
    /// - Parameters:
    ///   - request: The request, whose own body is ignored.
    ///   - body: The body.
    ///   - redactsSecrets: Whether `REDACTED` replaces the URL's user and password, and the values of `Authorization`,
    ///     `Cookie` and other fields and query parameters named like keys, codes, tokens, sessions and passwords. The
    ///     fragment is left out.
    package init(_ request: URLRequest, body: Body, redactsSecrets: Bool) {
        do throws(RequestSerializationError) {
            try RequestCheck.validate(request)
        } catch {
            text = "# The request cannot be sent: \(error.reason)"
            return
        }
        let method = request.httpMethod ?? "GET"
        let source = CURLBody(body, method: method)
        let fields = CURLFields(request, hasBody: source.isSent, redactsSecrets: redactsSecrets)
        // -q has an effect only as the first option.
        var options = ["-q --globoff --path-as-is --compressed"]
        options.append(method == "HEAD" ? "--head" : "--request \(ShellText.quoted(method))")
        options += fields.arguments.map { "--header \(ShellText.word($0))" }
        if let argument = source.argument { options.append(argument) }
        options.append(ShellText.word(Self.url(of: request, redactsSecrets: redactsSecrets)))
        let command = "curl " + options.joined(separator: " \\\n    ")
        text = (source.comments.map { "# \($0)" } + [(source.producer.map { "\($0) | " } ?? "") + command])
            .joined(separator: "\n")
    }

    private static func url(of request: URLRequest, redactsSecrets: Bool) -> String {
        guard let url = request.url?.absoluteURL else { return "" }
        guard redactsSecrets else { return url.absoluteString }
        return url.changed { components in
            if components.user != nil { components.percentEncodedUser = CURLFields.redacted }
            if components.password != nil { components.percentEncodedPassword = CURLFields.redacted }
            // It is not sent, and may hold the token of a sign-in.
            components.fragment = nil
            guard let items = components.percentEncodedQueryItems, items.contains(where: isSecret) else { return }
            components.percentEncodedQueryItems = items.map {
                isSecret($0) ? URLQueryItem(name: $0.name, value: CURLFields.redacted) : $0
            }
        }.absoluteString
    }

    private static func isSecret(_ item: URLQueryItem) -> Bool {
        item.value != nil && SecretNames.contain(item.name.removingPercentEncoding ?? item.name)
    }
}
