import Foundation
import TestSupport
import Testing

/// A run of the built executable.
struct ToolProcess {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the executable to its end.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - input: The bytes of its standard input.
    ///   - environment: Its whole environment.
    init(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = ["LANG": "C.UTF-8"]
    ) throws {
        let folder = try TemporaryFolder()
        let inputFile = try folder.write(input, to: "input")
        let outputFile = folder.url.appendingPathComponent("output")
        let errorFile = folder.url.appendingPathComponent("errors")
        status = try Program.run(
            Self.executable.path, arguments, environment: environment, input: inputFile.path, output: outputFile.path,
            errors: errorFile.path)
        output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    }

    /// The executable, which is built next to the tests or above them.
    static var executable: URL {
        get throws {
            var folder = Bundle(for: TemporaryFolder.self).bundleURL.appendingPathComponent("tests")
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appendingPathComponent("compare-serializers")
                if FileManager.default.isExecutableFile(atPath: candidate.path), !candidate.hasDirectoryPath {
                    return candidate
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}

/// A folder that is removed with the value that holds it.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("compare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file and returns its URL.
    func write(_ data: Data, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try data.write(to: file)
        return file
    }
}
