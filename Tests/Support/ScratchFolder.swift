import Foundation

/// A temporary folder, which is removed with its content when the last reference to it is released.
package final class ScratchFolder: Sendable {
    package let url: URL

    /// Creates a folder in the temporary directory, or in another folder.
    package init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appendingPathComponent("scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the URL of a file, which need not exist.
    package func callAsFunction(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Creates a file with that content.
    package func file(_ content: String, named name: String = "file") throws -> URL {
        try file(Data(content.utf8), named: name)
    }

    /// Creates a file with that content.
    package func file(_ content: Data, named name: String = "file") throws -> URL {
        // Foundation waits for the disk after each write (fsync).
        guard let file = fopen(self(name).path, "w") else { throw CocoaError(.fileWriteUnknown) }
        let written = content.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, written == content.count else { throw CocoaError(.fileWriteUnknown) }
        return self(name)
    }

    package func folder(_ name: String = "folder") throws -> URL {
        try FileManager.default.createDirectory(at: self(name), withIntermediateDirectories: false)
        return self(name)
    }

    /// Creates a named pipe without a writer: opening it for reading in the ordinary way would wait forever.
    package func pipe(_ name: String = "pipe") throws -> URL {
        guard mkfifo(self(name).path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return self(name)
    }

    package func link(_ name: String = "link", to target: URL) throws -> URL {
        try FileManager.default.createSymbolicLink(at: self(name), withDestinationURL: target)
        return self(name)
    }

    /// The names of the folder's items, including hidden ones.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
