/// Media types of files, by the extension of their names (`AFContentTypeForPathExtension`).
///
/// AFNetworking asks Apple's Launch Services, whose answers vary between system releases and which exist nowhere else.
/// Here a built-in table comes first, so that a common file has the same type everywhere; the system is asked only for
/// extensions that the table lacks.
public enum MediaType {
    /// The type of files with an unknown extension: `application/octet-stream` (RFC 2046, section 4.5.1).
    public static let octetStream = "application/octet-stream"

    /// Returns the media type of files with an extension.
    ///
    /// The built-in table of some four hundred extensions is consulted first, then, on Apple's systems, the uniform
    /// types, then the `mime.types` files of the system, each read at most once. The table has the types that Apple's
    /// systems send, where those are known, and the types registered with IANA otherwise.
    ///
    /// - Parameter fileExtension: The extension without its dot, such as `png`. The case of ASCII letters does not
    ///   matter.
    /// - Returns: A type and a subtype such as `image/png`, without parameters, made of ASCII letters, digits and
    ///   `!#$&-^_.+` only (RFC 6838, section 4.2), so that it is valid in a header whatever the extension and the
    ///   system's files contain. ``octetStream`` for an empty or unknown extension.
    public static func forFileExtension(_ fileExtension: String) -> String {
        guard let fileExtension = MediaTypeTable.key(for: fileExtension.utf8) else { return octetStream }
        return MediaTypeTable.builtIn.types[fileExtension]
            ?? preferredBySystem(forFileExtension: fileExtension)
            ?? MediaTypeTable.ofSystem.types[fileExtension]
            ?? octetStream
    }

    /// Whether a text is a type and a subtype, without parameters (RFC 6838, section 4.2).
    static func isWellFormed(_ text: some Collection<UInt8>) -> Bool {
        let names = text.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        return names.count == 2 && names.allSatisfy { isName($0) }
    }

    /// Whether bytes are a restricted name: 1 to 127 bytes, the first a letter or a digit.
    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, first.isLetterOrDigit, bytes.count <= 127 else { return false }
        return bytes.allSatisfy { $0.isLetterOrDigit || marks.contains($0) }
    }

    private static let marks = Array("!#$&-^_.+".utf8)
}

extension URL {
    /// The media type of the file name's extension (`AFContentTypeForPathExtension` of `-[NSURL pathExtension]`).
    ///
    /// The extension is the part after the last dot: `a.tar.gz` is a gzip file. A name has no extension if it has no
    /// dot, ends with a dot, or has its only dot at the start, as in `.hidden`. Foundation on Linux finds none in
    /// `..txt`, nor one that contains a space; no known extension does.
    var mediaType: String { MediaType.forFileExtension(pathExtension) }
}

#if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
#endif

extension MediaType {
    /// Returns the media type that Apple's systems prefer for files with an extension, including those that apps
    /// declare, or `nil` if they have none. On other systems there are none.
    ///
    /// The part for Apple's systems has not been run.
    static func preferredBySystem(forFileExtension fileExtension: String) -> String? {
        #if canImport(UniformTypeIdentifiers)
            // An app may declare a malformed one.
            UTType(filenameExtension: fileExtension)?.preferredMIMEType.flatMap {
                isWellFormed($0.utf8) ? $0 : nil
            }
        #else
            nil
        #endif
    }
}
