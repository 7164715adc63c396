/// Media types by file extension, read from text in the format of `mime.types`.
///
/// Each line is a media type and the extensions of its files, separated by spaces and tabs. `#` at the start of a word
/// begins a comment. Lines that do not start with a media type, and words that cannot be an extension, are ignored,
/// because the format of the file is not under the package's control.
struct MediaTypeTable: Sendable {
    private(set) var types: [String: String] = [:]

    /// Creates a table in which the first entry for an extension wins.
    init(_ lines: some Sequence<Line>) {
        for line in lines {
            for fileExtension in line.fileExtensions where types[fileExtension] == nil {
                types[fileExtension] = line.mediaType
            }
        }
    }

    /// Returns an extension as the table stores it, with ASCII letters in lower case, or `nil` if no entry can have it.
    ///
    /// Extensions are 1 to 64 visible ASCII characters. Others are excluded because lower-casing beyond ASCII would
    /// make the Kelvin sign a `k`.
    static func key(for fileExtension: some Collection<UInt8>) -> String? {
        guard !fileExtension.isEmpty, fileExtension.prefix(65).count <= 64,
            fileExtension.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        else { return nil }
        return String(decoding: fileExtension, as: UTF8.self).lowercased()
    }
}

extension MediaTypeTable {
    /// A line with a media type.
    struct Line: Sendable, Hashable {
        let mediaType: String
        /// The extensions in lower case, in the order of the line; possibly none.
        let fileExtensions: [String]

        /// Parses a line, or returns `nil` if it does not start with a media type.
        init?(parsing line: some Collection<UInt8>) {
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                .prefix { $0.first != UInt8(ascii: "#") }
            guard let mediaType = words.first, MediaType.isWellFormed(mediaType) else { return nil }
            self.mediaType = String(decoding: mediaType, as: UTF8.self)
            fileExtensions = words.dropFirst().compactMap { MediaTypeTable.key(for: $0) }
        }
    }

    /// Reads the lines of a text; they end with LF, CR or both.
    static func lines(in text: some Collection<UInt8>) -> [Line] {
        text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { Line(parsing: $0) }
    }
}

extension MediaTypeTable {
    /// The entries of the system's files, the earlier files first. They are read once, at the first search for an
    /// extension that no other table has.
    static let ofSystem = MediaTypeTable(systemFiles.lazy.compactMap { lines(inFile: $0) }.joined())

    /// The paths of `mime.types`: on Debian, Fedora, Arch and Alpine; of Apache on macOS and SUSE; of Apache by its own
    /// default; of manual installations.
    private static let systemFiles = [
        "/etc/mime.types", "/etc/apache2/mime.types", "/etc/httpd/conf/mime.types", "/usr/local/etc/mime.types",
    ]

    /// Reads the lines of a regular file. Returns `nil` if it is missing, cannot be read, or is too large to be such a
    /// list.
    ///
    /// - Parameters:
    ///   - path: The path; symbolic links are followed.
    ///   - limit: The size, in bytes, above which a file is not read.
    static func lines(inFile path: String, limit: Int = 4 << 20) -> [Line]? {
        guard let file = try? HTTPBody.file(URL(fileURLWithPath: path)), file.contentLength <= limit else { return nil }
        return try? lines(in: file.data())
    }
}
