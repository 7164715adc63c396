import URLSerialization

/// A folder for the files of one vector, which no other user can open.
struct ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("compare-serializers-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Returns the URL of a file with that name, which need not exist.
    func file(named name: String) -> URL {
        URL(fileURLWithPath: url.path + "/" + name, isDirectory: false)
    }

    /// Writes a file, replacing one with the same name.
    func write(_ data: Data, to name: String) throws -> URL {
        let file = file(named: name)
        try data.write(to: file)
        return file
    }

    /// Removes the folder with its files.
    func remove() {
        // A file that cannot be removed does no harm in the temporary folder.
        try? FileManager.default.removeItem(at: url)
    }
}
