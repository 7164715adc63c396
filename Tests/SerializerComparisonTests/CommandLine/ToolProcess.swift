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
    ///   - script: A script for the shell, which runs the executable as `"$0" "$@"`; `nil` to run it directly.
    init(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = ["LANG": "C.UTF-8"],
        script: String? = nil
    ) throws {
        let folder = try ScratchFolder()
        let inputFile = try folder.file(input, named: "input")
        let outputFile = folder("output")
        let errorFile = folder("errors")
        let tool = try Self.executable.path
        let words = (script.map { ["/bin/sh", "-c", $0, tool] } ?? [tool]) + arguments
        status = try Program.run(
            words[0], Array(words.dropFirst()), environment: environment, input: inputFile.path,
            output: outputFile.path, errors: errorFile.path)
        output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    }

    /// The executable, which is built next to the tests or above them.
    static var executable: URL {
        get throws {
            var folder = Bundle(for: ScratchFolder.self).bundleURL.appendingPathComponent("tests")
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
