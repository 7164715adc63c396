/// A request's header fields as curl takes them.
struct CURLFields {
    /// What stands for a secret.
    static let redacted = "REDACTED"

    /// The arguments of `--header`, by name.
    let arguments: [String]

    init(_ request: URLRequest, hasBody: Bool, redactsSecrets: Bool) {
        // The length is curl's to count. A blank field, as of this package's to keep URLSession from chunks, is not sent.
        var fields = (request.allHTTPHeaderFields ?? [:]).filter { name, value in
            switch name.lowercased() {
            case "content-length": false
            case "transfer-encoding", "expect": !Self.isBlank(value)
            default: true
            }
        }
        // What curl adds to a body of its own accord.
        for name in hasBody ? ["Content-Type", "Expect"] : [] {
            if !fields.keys.contains(where: { $0.lowercased() == name.lowercased() }) { fields[name] = " " }
        }
        arguments = fields.sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }.map { name, value in
            if value.isEmpty { return "\(name);" }
            // Neither curl nor URLSession on Linux sends these, nor what they have of their own of the name.
            if Self.isBlank(value) { return "\(name):" }
            guard redactsSecrets, SecretNames.contain(name) else { return "\(name): \(value)" }
            // A cookie's name helps, and is no secret.
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
