/// The arguments that pass a request's header fields to curl.
struct CURLFields {
    /// The text that replaces a secret.
    static let redacted = "REDACTED"

    /// The arguments of `--header`, by name.
    let arguments: [String]

    init(_ request: URLRequest, hasBody: Bool, redactsSecrets: Bool) {
        // Curl counts the length itself. A blank field is not sent: this package sets one to keep URLSession from
        // chunks.
        var fields = (request.allHTTPHeaderFields ?? [:]).filter { name, value in
            switch name.lowercased() {
            case "content-length": false
            case "transfer-encoding", "expect": !Self.isBlank(value)
            default: true
            }
        }
        // Curl would add these to a body.
        let names = Set(fields.keys.map { $0.lowercased() })
        for name in hasBody ? ["Content-Type", "Expect"] : [] where !names.contains(name.lowercased()) {
            fields[name] = " "
        }
        arguments = fields.sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }.map { name, value in
            if value.isEmpty { return "\(name);" }
            // For a blank value neither curl nor URLSession on Linux sends the field, or its own default for it.
            if Self.isBlank(value) { return "\(name):" }
            guard redactsSecrets, SecretNames.contain(name) else { return "\(name): \(value)" }
            // A cookie's name is useful and not secret.
            guard name.lowercased() == "cookie" else { return "\(name): \(Self.redacted)" }
            let cookies = value.split(separator: ";").map { cookie in
                cookie.firstIndex(of: "=").map { cookie[...$0] + Self.redacted } ?? Substring(Self.redacted)
            }
            return "\(name): \(cookies.joined(separator: ";"))"
        }
    }

    private static func isBlank(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}
