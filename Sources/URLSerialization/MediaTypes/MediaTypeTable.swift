/// Media types by file extension, read from text in the format of `mime.types`.
///
/// Each line is a media type and the extensions of its files, separated by spaces and tabs. `#` at the start of a word
/// begins a comment. A line that does not start with a media type says nothing, and neither does a word that cannot be
/// an extension: the file may be anyone's.
struct MediaTypeTable: Sendable {
    private var types: [String: String] = [:]

    /// The media types of earlier tables and lines stand: a later one adds extensions but changes none.
    init(_ lines: some Sequence<Line>) {
        for line in lines {
            for fileExtension in line.fileExtensions where types[fileExtension] == nil {
                types[fileExtension] = line.mediaType
            }
        }
    }

    /// The media type for an extension that ``key(for:)`` returned.
    subscript(fileExtension: String) -> String? { types[fileExtension] }

    /// The extensions, in no order.
    var fileExtensions: [String] { Array(types.keys) }

    /// An extension as the table keeps it, with ASCII letters in lower case; nil where no entry can have it.
    ///
    /// Extensions are visible ASCII characters, up to 64. Nothing else is looked for: lower case beyond ASCII would
    /// make the Kelvin sign a `k`.
    static func key(for fileExtension: some Collection<UInt8>) -> String? {
        guard !fileExtension.isEmpty, fileExtension.prefix(65).count <= 64,
            fileExtension.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        else { return nil }
        return String(decoding: fileExtension, as: UTF8.self).lowercased()
    }
}

extension MediaTypeTable {
    /// A line that says something.
    struct Line: Sendable, Hashable {
        let mediaType: String
        /// In lower case and in the order of the line; there may be none.
        let fileExtensions: [String]

        /// Reads a line, or returns nil where it does not start with a media type.
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
