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
        guard let file = try? OpenFile.reading(URL(fileURLWithPath: path)),
            let length = try? file.length(), length <= limit
        else { return nil }
        var text = [UInt8](repeating: 0, count: Int(length))
        guard let count = unsafe text.withUnsafeMutableBytes({ unsafe try? file.read(into: $0, at: 0) }) else {
            return nil
        }
        return lines(in: Array(text.prefix(count)))
    }
}
