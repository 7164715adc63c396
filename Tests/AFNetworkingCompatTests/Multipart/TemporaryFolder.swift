import AFNetworkingCompat

/// A folder in the temporary directory, which is gone with its content when the last reference to it is.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("form-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The URL of a file that need not be there.
    func callAsFunction(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A file with that content.
    func file(_ content: String, named name: String) throws -> URL {
        try Data(content.utf8).write(to: self(name))
        return self(name)
    }

    /// The names of what is in the folder, hidden files included.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
