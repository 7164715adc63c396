import Foundation
import Testing

@testable import SerializerVerification

/// The recorded behavior that the package includes.
enum RecordedVectors {
    /// The content of a file of vectors.
    static func file(_ name: String, in folder: String = "Vectors") throws -> VectorFile {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: folder))
        return try VectorFile(name: "\(name).jsonl", data: Data(contentsOf: url))
    }

    /// The vectors of a file of examples, each with the outcome that replaying it must have.
    static func examples(_ name: String) throws -> [(line: String, vector: VectorMembers)] {
        try file(name, in: "Vectors/Examples").lines.map { line in
            (String(decoding: line.text, as: UTF8.self), VectorMembers(try #require(line.document().value.dictionary)))
        }
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

    /// The report on vectors, a line each.
    static func report(on lines: String...) throws -> VerificationReport { try report(on: lines) }

    static func report(on lines: [String]) throws -> VerificationReport {
        VectorVerifier().verify(try VectorFile(name: "test.jsonl", data: Data(lines.joined(separator: "\n").utf8)))
    }
}

extension VerificationReport {
    /// The outcome of the report's only vector: `passed`, `failed: url, header x`, `skipped: suspect: moon phase`. If
    /// not all modules have it, it names those that do.
    var outcome: String {
        guard let failure = failures.first else {
            let modules = passedThrough.keys.first ?? ""
            return skipped.keys.first.map { "skipped: \($0)" }
                ?? (modules.contains(" alone: ") ? "passed through \(modules)" : "passed")
        }
        let count = failure.operation?.hasPrefix("alamofire-") == true ? 1 : 2
        let subjects = failure.mismatches.map { mismatch in
            mismatch.answeredBy.count == count
                ? mismatch.subject : "\(mismatch.subject) (\(mismatch.answeredBy.joined(separator: ", ")))"
        }
        return failure.reason ?? "failed: \(subjects.joined(separator: ", "))"
    }
}
