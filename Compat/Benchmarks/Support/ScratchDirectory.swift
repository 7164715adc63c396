import Foundation

/// A directory for a measurement's files, in the temporary directory (`TMPDIR`). It is deleted when it is released.
final class ScratchDirectory {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the URL of a file with that name.
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Creates a file of `bytes` bytes, which is warm in the page cache and synchronized, so that nothing is written
    /// back later.
    func makeFile(_ name: String, bytes: Int) throws -> URL {
        let file = file(name)
        let block = Data((0..<min(bytes, 1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 13) })
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var rest = bytes
        while rest > 0 {
            try handle.write(contentsOf: block.prefix(rest))
            rest -= min(rest, block.count)
        }
        try handle.synchronize()
        return file
    }
}
