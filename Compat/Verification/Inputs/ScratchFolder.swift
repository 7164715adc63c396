import URLSerialization

/// A folder for the files of one vector, which nobody else can open.
struct ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("compare-serializers-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Where a file of that name lies, whether it is there or not.
    func file(named name: String) -> URL {
        URL(fileURLWithPath: url.path + "/" + name, isDirectory: false)
    }

    /// Writes a file, over one that has the name already.
    func write(_ data: Data, to name: String) throws -> URL {
        let file = file(named: name)
        try data.write(to: file)
        return file
    }

    /// Removes the folder with its files.
    func remove() {
        // What cannot be removed lies in the temporary folder, where it is out of the way.
        try? FileManager.default.removeItem(at: url)
    }
}
