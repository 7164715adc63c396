import Foundation

/// A folder that is removed with the test.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("session-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func callAsFunction(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    func file(_ content: Data, _ name: String = "file") throws -> URL {
        try content.write(to: self(name))
        return self(name)
    }
}

func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }
