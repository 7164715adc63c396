/// The name that a response suggests for a file of its content, made safe to put into any directory.
///
/// It is `filename*` of `Content-Disposition` (RFC 8187), else its `filename` (RFC 6266), else what the URL's path ends
/// with, else `Unknown`, which is Foundation's. Foundation on Linux knows neither `filename*` nor the path, and gives
/// names like `..` as they are.
///
/// Whatever the server says, the name is one component of a path on every system: no separators (`/`, `\`, `:`),
/// controls, characters that cannot be seen or turn the text around, spaces at its ends, dots at its ends, dashes at its
/// start or names that are devices' on Windows; not empty, and of at most 255 bytes.
///
/// | `filename` | URL | name |
/// |---|---|---|
/// | `report.pdf` | | `report.pdf` |
/// | `../../etc/passwd` | | `_.._etc_passwd` |
/// | `.bashrc` | | `bashrc` |
/// | `--help` | | `help` |
/// | U+200D, U+FEFF | `/b/file.txt` | `file.txt` |
/// | `..` | `/` | `Unknown` |
public struct SuggestedName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// The same as ``text``.
    public var description: String { text }

    /// The name that a response suggests.
    public init(_ response: HTTPURLResponse) {
        let disposition = response.value(forHTTPHeaderField: "Content-Disposition").map(ContentDisposition.init)
        let candidates = [disposition?.extendedFilename, disposition?.filename, Self.lastComponent(of: response.url)]
        text = candidates.lazy.compactMap { $0.flatMap(Self.safe) }.first ?? "Unknown"
    }

    /// The decoded text after the last slash that is not at the end: one that is encoded separates nothing.
    private static func lastComponent(of url: URL?) -> String? {
        guard let url, let path = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath,
            let last = path.split(separator: "/").last
        else { return nil }
        return last.removingPercentEncoding ?? String(last)
    }

    // MARK: - Safety

    /// The name with nothing left that is not one component of a path; nil if nothing is left that can be seen.
    private static func safe(_ name: String) -> String? {
        let scalars = visible(name.unicodeScalars).map { separators.contains($0) ? "_" : $0 }
        var text = trimmed(scalars)
        guard text.unicodeScalars.contains(where: { !["_", ".", "-"].contains($0) && !isBlank($0) }) else { return nil }
        if isDevice(text) { text = "_" + text }
        return trimmed(Array(shortened(text).unicodeScalars))
    }

    /// The scalars without controls, without those that turn the text around, so that an extension looks like another,
    /// and without those that cannot be seen: joiners and selectors stay between or behind what can, as in an emoji.
    private static func visible(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        for scalar in scalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: continue
            default: break
            }
            let isJoining = joining.contains(scalar.value)
            if isJoining ? kept.last?.isPrintable ?? false : scalar.isPrintable { kept.append(scalar) }
        }
        return kept
    }

    /// The zero-width non-joiner and joiner, and the variation selectors.
    private static let joining: Set<UInt32> = Set(0xFE00...0xFE0F).union([0x200C, 0x200D])

    /// Whether a scalar takes its place and shows nothing.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{2800}" || joining.contains(scalar.value)
    }

    /// The text without what a name must not begin with, a dot, which hides it, a dash, which begins an option, and a mark
    /// for a character that is not there; nor end with.
    private static func trimmed(_ scalars: [Unicode.Scalar]) -> String {
        var scalars = scalars[...]
        while let first = scalars.first,
            isBlank(first) || first == "." || first == "-" || first.properties.isGraphemeExtend
        {
            scalars.removeFirst()
        }
        while let last = scalars.last, isBlank(last) && !(0xFE00...0xFE0F).contains(last.value) || last == "." {
            scalars.removeLast()
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let separators: Set<Unicode.Scalar> = ["/", "\\", ":"]

    /// Windows opens a device of that name in every directory, whatever its extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = trimmed(Array(name.unicodeScalars.prefix { $0 != "." })).uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        // The digits that are raised count too.
        return (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.count == 4
            && "0123456789\u{B9}\u{B2}\u{B3}".contains(stem.suffix(1))
    }

    /// At most 255 bytes, what Linux's and Apple's systems take, cut before a character, with its extension if that is
    /// of a usual length.
    private static func shortened(_ name: String) -> String {
        let longest = 255
        guard name.utf8.count > longest else { return name }
        var ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        if ending.utf8.count > 32 { ending = "" }
        var count = 0
        let stem = name.dropLast(ending.count).prefix { character in
            count += character.utf8.count
            return count <= longest - ending.utf8.count
        }
        // One character can be of any length.
        return stem.isEmpty ? "Unknown" + ending : String(stem + ending)
    }
}
