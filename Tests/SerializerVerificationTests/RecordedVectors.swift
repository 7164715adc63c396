import Foundation
import Testing

@testable import SerializerVerification

/// The recorded behavior that the package includes.
enum RecordedVectors {
    /// The content of a file of vectors.
    static func file(_ name: String) throws -> VectorFile {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Vectors"))
        return try VectorFile(name: "\(name).jsonl", data: Data(contentsOf: url))
    }

    /// The report on files, each of which must hold vectors.
    static func report(onFiles paths: [String]) throws -> VerificationReport {
        if paths.isEmpty { throw VectorError("no file is named") }
        return try paths.reduce(into: VerificationReport()) { report, path in
            let file = try VectorFile(name: path, data: Data(contentsOf: URL(fileURLWithPath: path)))
            if !file.holdsVectors { throw VectorError("\(path): no line is a JSON object with 'op'") }
            report.add(VectorVerifier().verify(file))
        }
    }

    /// The report on vectors written in a test.
    static func report(on lines: String...) throws -> VerificationReport {
        VectorVerifier().verify(try VectorFile(name: "test.jsonl", data: Data(lines.joined(separator: "\n").utf8)))
    }
}
