/// Media types of files, by the extension of their names (`AFContentTypeForPathExtension`).
///
/// AFNetworking asks Apple's Launch Services, which answer differently from one release of the system to the next and
/// exist nowhere else. Here a table of the package's own answers first, so that a common file has the same type
/// everywhere; what the table lacks the system is asked for.
public enum MediaType {
    /// What a file of unknown type is: `application/octet-stream` (RFC 2046, section 4.5.1).
    public static let octetStream = "application/octet-stream"

    /// The media type of files with an extension.
    ///
    /// The built-in table of some four hundred extensions is consulted first, then, on Apple's systems, the uniform
    /// types, then the `mime.types` files of the system, each read once at most. The table holds what Apple's systems
    /// send, where that is known, and the type registered with IANA otherwise.
    ///
    /// - Parameter fileExtension: The extension without its dot, such as `png`. Upper and lower case of ASCII letters
    ///   are the same.
    /// - Returns: A type and a subtype such as `image/png`, without parameters, of ASCII letters, digits and
    ///   `!#$&-^_.+` only (RFC 6838, section 4.2): it can stand in a header whatever the extension and the system's
    ///   files say. ``octetStream`` for the empty extension and for an unknown one.
    public static func forFileExtension(_ fileExtension: String) -> String {
        guard let fileExtension = MediaTypeTable.key(for: fileExtension.utf8) else { return octetStream }
        return MediaTypeTable.builtIn[fileExtension]
            ?? UniformType.mediaType(forFileExtension: fileExtension)
            ?? MediaTypeTable.ofSystem[fileExtension]
            ?? octetStream
    }

    /// Whether a text is a type and a subtype, without parameters (RFC 6838, section 4.2).
    static func isWellFormed(_ text: some Collection<UInt8>) -> Bool {
        let names = text.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        return names.count == 2 && names.allSatisfy { isName($0) }
    }

    /// Whether bytes are a restricted name: 1 to 127 of them, the first a letter or a digit.
    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, isLetterOrDigit(first), bytes.count <= 127 else { return false }
        return bytes.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static let marks = Array("!#$&-^_.+".utf8)
}

extension URL {
    /// The media type that a file's name suggests (`AFContentTypeForPathExtension` of `-[NSURL pathExtension]`).
    ///
    /// Only what follows the last dot counts: `a.tar.gz` is a gzip file. A name without a dot, that ends with one or
    /// has none but at its start, as `.hidden`, has no extension. Foundation on Linux finds none in `..txt`, nor where
    /// it contains a space; no known extension does.
    var mediaType: String { MediaType.forFileExtension(pathExtension) }
}

extension MediaType {
    /// The media type that a file's name suggests, by the same rules.
    static func forFileName(_ name: String) -> String {
        forFileExtension((name as NSString).pathExtension)
    }
}
