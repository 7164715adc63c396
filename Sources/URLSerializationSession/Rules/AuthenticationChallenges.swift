/// What a server asks for in `WWW-Authenticate` (RFC 9110, section 11.6.1).
///
/// URLSession on Linux asks its delegate about Basic alone, and never completes when nobody answers.
package struct AuthenticationChallenges: Hashable, Sendable {
    /// One way to authenticate that the server offers.
    package struct Challenge: Hashable, Sendable {
        /// The scheme, in lower case.
        package let scheme: String
        /// What follows the scheme where that are no parameters (`token68`, RFC 9110, section 11.2).
        package fileprivate(set) var token: String?
        /// The parameters by their names in lower case; the first of those with the same name.
        package fileprivate(set) var parameters: [String: String] = [:]
    }

    /// The challenges, in their order.
    package let challenges: [Challenge]

    /// Reads a field's value. Several fields of the name are one, joined by commas, as Foundation joins them.
    ///
    /// What is no challenge is passed over.
    package init(_ value: String) {
        var reader = ChallengeReader(value)
        challenges = reader.read()
    }

    /// The challenges of a response: none if it has no `WWW-Authenticate`.
    package init(_ response: HTTPURLResponse) {
        self.init(response.value(forHTTPHeaderField: "WWW-Authenticate") ?? "")
    }

    /// Whether a user's name and password are asked for by the Basic scheme (RFC 7617).
    package var offersBasic: Bool { basic != nil }

    /// Whether the Digest scheme is offered (RFC 7616).
    package var offersDigest: Bool { challenges.contains { $0.scheme == "digest" } }

    /// What the Basic scheme's user and password are for, as the server names it; nil if it does not.
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

    /// A comma ends a parameter as well as a challenge: what is followed by `=` is a parameter of the challenge at hand,
    /// and any other word a scheme.
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

    /// A word after a scheme that no `=` and value follow.
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

    /// The content of a quoted string, which may lack its end (RFC 9110, section 5.6.4).
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

    /// Passes over what is left before the next comma that stands in no quotes.
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

    /// Of `token68` (RFC 9110, section 11.2), without the `=` at its end.
    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "+", "/": true
        default: false
        }
    }
}
