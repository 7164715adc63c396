extension MediaTypeTable {
    /// What the system's files say, the first of them first. They are read once, when an extension is first looked for
    /// that is in no other table.
    static let ofSystem = MediaTypeTable(systemFiles.lazy.compactMap { lines(inFile: $0) }.joined())

    /// Where `mime.types` is: on Debian, Fedora, Arch and Alpine; Apache's, on macOS and SUSE; Apache's by its own
    /// default; what is installed by hand.
    private static let systemFiles = [
        "/etc/mime.types", "/etc/apache2/mime.types", "/etc/httpd/conf/mime.types", "/usr/local/etc/mime.types",
    ]

    /// Reads the lines of a regular file; nil where there is none, it cannot be read or is too large to be such a list.
    ///
    /// - Parameters:
    ///   - path: The path; symbolic links are followed.
    ///   - limit: The size, in bytes, above which a file is not read.
    static func lines(inFile path: String, limit: Int = 4 << 20) -> [Line]? {
        guard let file = try? OpenFile.reading(URL(fileURLWithPath: path)),
            let length = try? file.length(), length <= limit
        else { return nil }
        var text = [UInt8](repeating: 0, count: Int(length))
        guard let count = text.withUnsafeMutableBytes({ try? file.read(into: $0, at: 0) }) else { return nil }
        return lines(in: Array(text.prefix(count)))
    }
}
