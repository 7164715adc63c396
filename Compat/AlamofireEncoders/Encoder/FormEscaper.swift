import URLSerialization

/// The percent-encoder of the keys and texts of a form according to ``URLEncodedFormEncoder/allowedCharacters`` and
/// ``URLEncodedFormEncoder/spaceEncoding``.
struct FormEscaper: Sendable {
    private enum Form: Sendable {
        /// The usual characters, which the core escapes.
        case core(PercentEscaper)
        /// Other characters, which Foundation escapes. A space is always escaped separately.
        case foundation(CharacterSet, space: String)
    }

    private let form: Form

    /// Whether digits and `-` stay as they are.
    var keepsDigits: Bool {
        if case .core = form { true } else { false }
    }

    init(allowed: CharacterSet, space: URLEncodedFormEncoder.SpaceEncoding) {
        if allowed == .afURLQueryAllowed {
            form = .core(space == .plusReplaced ? .afNetworkingWithPlus : .afNetworking)
        } else {
            form = .foundation(allowed.union([" "]), space: space == .plusReplaced ? "+" : "%20")
        }
    }

    @inline(__always)
    func append(_ text: String, to bytes: inout [UInt8]) {
        switch form {
        case .core(let escaper): escaper.append(text, to: &bytes)
        case .foundation(let allowed, let space):
            let escaped = text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
            bytes.append(contentsOf: escaped.replacingOccurrences(of: " ", with: space).utf8)
        }
    }

    func escape(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }
}
