/// Destinations of downloads whose names the server suggests, and those names.
public enum SuggestedDestination {
    /// Returns the file name that a response suggests for its content, made safe for any directory.
    ///
    /// It is `filename*` of `Content-Disposition` (RFC 8187), or else its `filename` (RFC 6266), or else the last
    /// component of the URL's path, or else `Unknown`, as in Foundation. Foundation on Linux ignores `filename*` and
    /// the path, and returns names like `..` unchanged.
    ///
    /// The name is always one component of a path on every system: without separators (`/`, `\`, `:`), controls,
    /// characters that are invisible or reverse the text, spaces or dots at its ends, and dashes at its start; not the
    /// name of a Windows device; not empty, and at most 255 bytes long.
    ///
    /// | `filename` | URL | name |
    /// |---|---|---|
    /// | `report.pdf` | | `report.pdf` |
    /// | `../../etc/passwd` | | `_.._etc_passwd` |
    /// | `.bashrc` | | `bashrc` |
    /// | `--help` | | `help` |
    /// | U+200D, U+FEFF | `/b/file.txt` | `file.txt` |
    /// | `..` | `/` | `Unknown` |
    public static func name(for response: HTTPURLResponse) -> String {
        let parameters = HTTPSyntax.parameters(of: response.value(forHTTPHeaderField: "Content-Disposition") ?? "")
        // Foundation on Apple's systems reads a name that was sent in UTF-8 as Latin-1, so a name whose Latin-1 bytes
        // are valid UTF-8 is read as UTF-8.
        let name = parameters["filename"].map { $0.readingLatin1AsUTF8 ?? $0 }
        let candidates = [parameters["filename*"].flatMap(decoded), name, lastComponent(of: response.url)]
        return candidates.lazy.compactMap { $0.flatMap(safe) }.first ?? "Unknown"
    }

    /// Returns the text of a value like `UTF-8''na%C3%AFve` (RFC 8187, section 3.2.1), or `nil` if it is not of that
    /// form.
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return PercentDecoder.text(decoding: parts[2])
        case "iso-8859-1": return decodedLatin1(parts[2])
        default: return nil
        }
    }

    private static func decodedLatin1(_ text: Substring) -> String? {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        var decoded = String(parts[0])
        for part in parts.dropFirst() {
            guard part.count >= 2, let byte = UInt8(part.prefix(2), radix: 16) else { return nil }
            decoded.unicodeScalars.append(Unicode.Scalar(byte))
            decoded += part.dropFirst(2)
        }
        return decoded
    }

    /// Returns the last component of a URL's path, decoded, or `nil` for none. An encoded slash does not separate
    /// components.
    private static func lastComponent(of url: URL?) -> String? {
        guard let last = url?.components?.percentEncodedPath.split(separator: "/").last else { return nil }
        return PercentDecoder.text(decoding: last) ?? String(last)
    }

    // MARK: - Safety

    /// Returns a safe form of a name, or `nil` if it would have no visible character.
    private static func safe(_ name: String) -> String? {
        let scalars = visible(name.unicodeScalars).map { separators.contains($0) ? "_" : $0 }
        var text = trimmed(scalars)
        guard text.unicodeScalars.contains(where: { !["_", ".", "-"].contains($0) && !isBlank($0) }) else { return nil }
        if isDevice(text) { text = "_" + text }
        return trimmed(Array(shortened(text).unicodeScalars))
    }

    /// Returns the scalars without controls, without scalars that reverse the text, which could disguise an extension,
    /// and without invisible ones. A joiner or a selector stays after a visible scalar, as in an emoji.
    private static func visible(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
        scalars.reduce(into: []) { kept, scalar in
            let isBreak = [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            let isVisible = joining.contains(scalar.value) ? kept.last?.isPrintable ?? false : scalar.isPrintable
            if isVisible, !isBreak { kept.append(scalar) }
        }
    }

    /// The zero-width non-joiner and joiner, and the variation selectors.
    private static let joining: Set<UInt32> = Set(0xFE00...0xFE0F).union([0x200C, 0x200D])

    /// Returns whether a scalar shows nothing.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{2800}" || joining.contains(scalar.value)
    }

    /// Returns the text without blanks and dots at its ends, and without dashes and combining marks at its start: a dot
    /// hides a file, a dash begins an option, and a combining mark needs a character before it.
    private static func trimmed(_ scalars: [Unicode.Scalar]) -> String {
        let rest = scalars.drop { isBlank($0) || $0 == "." || $0 == "-" || $0.properties.isGraphemeExtend }
        let last = rest.lastIndex { $0 != "." && (!isBlank($0) || (0xFE00...0xFE0F).contains($0.value)) }
        return String(String.UnicodeScalarView(last.map { rest[...$0] } ?? []))
    }

    private static let separators: Set<Unicode.Scalar> = ["/", "\\", ":"]

    /// Returns whether Windows opens a device by this name, which it does in every directory and with any extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = trimmed(Array(name.unicodeScalars.prefix { $0 != "." })).uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        // Superscript digits count too.
        return (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.count == 4
            && "0123456789\u{B9}\u{B2}\u{B3}".contains(stem.suffix(1))
    }

    /// Returns a name of at most 255 bytes, the limit of Linux and of Apple's systems, cut between two characters. An
    /// extension of at most 32 bytes is kept.
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
        // A single character can exceed the limit.
        return stem.isEmpty ? "Unknown" + ending : String(stem + ending)
    }
}

extension String {
    /// The text of a field's value that was sent in UTF-8 and read as Latin-1, as Foundation on Apple's systems does,
    /// or `nil` if its bytes are not UTF-8. On Linux fields are read as UTF-8.
    package var readingLatin1AsUTF8: String? { data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) } }
}
