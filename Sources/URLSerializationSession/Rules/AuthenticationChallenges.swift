/// The challenges in a response's `WWW-Authenticate` (RFC 9110, section 11.6.1).
///
/// URLSession on Linux asks its delegate about Basic alone, and never completes a task whose challenge is not answered.
package struct AuthenticationChallenges: Hashable, Sendable {
    /// One way to authenticate that the server offers.
    package struct Challenge: Hashable, Sendable {
        /// The scheme, in lower case.
        package let scheme: String
        /// The token in place of parameters (`token68`, RFC 9110, section 11.2), or `nil` for none.
        package fileprivate(set) var token: String?
        /// The parameters by name, in lower case. Of several with the same name the first counts.
        package fileprivate(set) var parameters: [String: String] = [:]
    }

    /// The challenges, in their order.
    package let challenges: [Challenge]

    /// Reads a field's value. Several fields of the name arrive as one, joined by commas, as Foundation joins them.
    ///
    /// Text that is not a challenge is skipped.
    package init(_ value: String) {
        var reader = ChallengeReader(value)
        challenges = reader.read()
    }

    /// Reads the challenges of a response: none if it has no `WWW-Authenticate`.
    package init(_ response: HTTPURLResponse) {
        self.init(response.value(forHTTPHeaderField: "WWW-Authenticate") ?? "")
    }

    /// Whether the Basic scheme is offered (RFC 7617).
    package var offersBasic: Bool { basic != nil }

    /// Whether the Digest scheme is offered (RFC 7616).
    package var offersDigest: Bool { challenges.contains { $0.scheme == "digest" } }

    /// The realm of the Basic challenge, or `nil` if the server names none.
    package var basicRealm: String? { basic?.parameters["realm"] }

    /// The realm of the first challenge that has one.
    package var realm: String? { challenges.lazy.compactMap { $0.parameters["realm"] }.first }

    private var basic: Challenge? { challenges.first { $0.scheme == "basic" } }
}

/// Reads challenges from their start to their end.
private struct ChallengeReader {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var challenges: [AuthenticationChallenges.Challenge] = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns the challenges.
    ///
    /// A comma ends a parameter as well as a challenge: a word before `=` is a parameter of the current challenge, and
    /// any other word is a scheme.
    mutating func read() -> [AuthenticationChallenges.Challenge] {
        while position < scalars.count {
            skip { $0 == "," || Self.isSpace($0) }
            let word = take { !Self.isSpace($0) && $0 != "," && $0 != "=" && $0 != "\"" }
            let end = position
            skip(Self.isSpace)
            if current == "=", !word.isEmpty {
                position += 1
                readValue(of: word)
            } else if HTTPSyntax.isToken(word) {
                challenges.append(.init(scheme: word.lowercased()))
                if position > end { readToken() }
            } else {
                skipElement()
            }
        }
        return challenges
    }

    /// Reads the token after a scheme, unless the word there is a parameter's name.
    private mutating func readToken() {
        let start = position
        let word = take(Self.isTokenCharacter)
        let padding = take { $0 == "=" }
        skip(Self.isSpace)
        guard !word.isEmpty, current == nil || current == ",", challenges.last != nil else {
            position = start
            return
        }
        challenges[challenges.count - 1].token = word + padding
    }

    private mutating func readValue(of name: String) {
        skip(Self.isSpace)
        let value = current == "\"" ? quotedString() : take { !Self.isSpace($0) && $0 != "," }
        skipElement()
        let name = name.lowercased()
        guard let last = challenges.indices.last, HTTPSyntax.isToken(name), challenges[last].parameters[name] == nil
        else { return }
        challenges[last].parameters[name] = value
    }

    /// Returns the content of a quoted string, which may lack its closing quote (RFC 9110, section 5.6.4).
    private mutating func quotedString() -> String {
        var text = String.UnicodeScalarView()
        position += 1
        while let scalar = current, scalar != "\"" {
            position += 1
            guard scalar == "\\", let escaped = current else {
                text.append(scalar)
                continue
            }
            text.append(escaped)
            position += 1
        }
        position += 1
        return String(text)
    }

    /// Skips to the next comma outside quotes.
    private mutating func skipElement() {
        while let scalar = current, scalar != "," {
            if scalar == "\"" { _ = quotedString() } else { position += 1 }
        }
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(_ isSkipped: (Unicode.Scalar) -> Bool) {
        while let scalar = current, isSkipped(scalar) { position += 1 }
    }

    private mutating func take(_ isTaken: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = current, isTaken(scalar) {
            text.append(scalar)
            position += 1
        }
        return String(text)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    /// Whether a scalar belongs to a `token68` (RFC 9110, section 11.2), before the `=` at its end.
    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "+", "/": true
        default: false
        }
    }
}
