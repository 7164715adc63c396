/// The name that a response suggests for a file of its content, made safe to put into any directory.
///
/// It is `filename*` of `Content-Disposition` (RFC 8187), else its `filename` (RFC 6266), else what the URL's path ends
/// with, else `Unknown`, which is Foundation's. Foundation on Linux knows neither `filename*` nor the path, and gives
/// names like `..` as they are.
///
/// Whatever the server says, the name is one component of a path on every system: no separators (`/`, `\`, `:`),
/// controls, spaces at its ends, dots at its end or names that are devices' on Windows; not empty, and of at most 255
/// bytes.
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

    /// The name with nothing left that is not one component of a path; nil if nothing is left at all.
    private static func safe(_ name: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: continue
            // What turns the text around makes an extension look like another.
            case _ where scalar.properties.isBidiControl: continue
            default: scalars.append(separators.contains(scalar) ? "_" : scalar)
            }
        }
        var text = trimmed(String(scalars))
        guard text.contains(where: { $0 != "_" && $0 != "." }) else { return nil }
        if isDevice(text) { text = "_" + text }
        return trimmed(shortened(text))
    }

    private static let separators: Set<Unicode.Scalar> = ["/", "\\", ":"]

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        return String(text)
    }

    /// Windows opens a device of that name in every directory, whatever its extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = trimmed(String(name.prefix { $0 != "." })).uppercased()
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
