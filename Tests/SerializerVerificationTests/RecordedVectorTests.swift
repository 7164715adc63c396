import Foundation
import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison
@testable import SerializerVerification

@Suite(.tags(.recordings), .takingTurns) struct RecordedVectorTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let file: String
        let passed: Int
        var skipped: [String: Int] = [:]
        /// The part of the expectation to falsify, and its replacement. The first that occurs counts.
        let falsified: [(part: String, replacement: String)]
        /// The number of lines that pass whatever the expectation says: an error is the deliberate behavior, or the
        /// falsified part is missing or was Foundation's choice.
        var unfalsifiable = 0
        /// The number of lines whose parameters have no key, which AFNetworkingCompat sends and the core refuses.
        var keyless = 0

        /// The file and the number of its vectors: `af-query: 993 vectors`.
        var testDescription: String {
            let skips = skipped.values.reduce(0, +)
            return "\(file): \(passed) vectors" + (skips > 0 ? ", \(skips) skipped" : "")
        }
    }

    static let expectations = [
        Expectation(
            file: "af-escape", passed: 327, skipped: ["unpaired surrogate, which a Swift string cannot hold": 5],
            falsified: [("\"escaped\":\"", "\"escaped\":\"x")]),
        Expectation(
            file: "af-query", passed: 993, falsified: [("\"query\":\"", "\"query\":\"x")], unfalsifiable: 31,
            keyless: 2),
        Expectation(
            file: "af-request", passed: 495,
            falsified: [
                ("\"url\":\"", "\"url\":\"x"), ("\"code\":-", "\"code\":-1"), ("\"code\":", "\"code\":1"),
            ],
            unfalsifiable: 5, keyless: 8),
        response(
            falsified: [
                ("\"objectIsNil\":true", "\"objectIsNil\":false"), ("\"objectIsNil\":false", "\"objectIsNil\":true"),
            ], unfalsifiable: 3),
        response(
            falsified: [
                ("\"error\":null", "\"error\":{\"domain\":\"d\",\"code\":1}"), ("\"code\":-", "\"code\":-1"),
                ("\"code\":", "\"code\":1"),
            ], unfalsifiable: 13),
        response(
            falsified: [
                ("\"localizedDescription\":\"", "\"localizedDescription\":\"x"),
                ("\"dataLength\":", "\"dataLength\":9"),
                ("\"failingURL\":\"", "\"failingURL\":\"x"), ("\"hasResponse\":false", "\"hasResponse\":true"),
            ], unfalsifiable: 329),
        // Two have no answer to compare: they raised exceptions. In three streams that contradict their lengths only
        // the deliberate difference is checked, whatever the body; five raw names hide the parts.
        multipart([("\"method\":\"", "\"method\":\"x")], unfalsifiable: 2),
        multipart([("\"url\":\"", "\"url\":\"x")], unfalsifiable: 2),
        multipart([("\"Content-Length\":\"", "\"Content-Length\":\"1"), contentType], unfalsifiable: 2),
        multipart([("\"contentLength\":", "\"contentLength\":1"), contentType], unfalsifiable: 2),
        multipart([("\"realBodyLength\":", "\"realBodyLength\":1"), contentType], unfalsifiable: 5),
        multipart([("\"boundaryLength\":25", "\"boundaryLength\":26"), contentType], unfalsifiable: 2),
        // The body of the last part, or of a form without parts.
        multipart([("\"body\":\"", "\"body\":\"AAAA")], unfalsifiable: 10),
        // A letter in the first part's head, or in its content if it has no such head.
        multipart(
            [
                ("\"LS1CT1VOREFSWQ0KQ29udGVudC", "\"LS1CT1VOREFSWQ0KQ29udGVuRC"),
                ("\"LS1CT1VOREFSWQ0KD", "\"LS1CT1VOREFSWQ0KE"), contentType,
            ], unfalsifiable: 5),
        // Twenty forms have only the parts made from their parameters.
        multipart(
            [
                ("\"code\":-1000", "\"code\":-1001"),
                ("\"partResults\":[true", "\"partResults\":[{\"error\":{\"domain\":\"d\",\"code\":1}}"),
            ], unfalsifiable: 22),
        urlEncoding([("\"url\":\"", "\"url\":\"x"), ("\"urlBefore\":\"", "\"urlBefore\":\"x")]),
        urlEncoding([
            ("\"body\":\"", "\"body\":\"AAAA"), ("\"body\":null", "\"body\":\"\""),
            ("\"pairs\":[", "\"pairs\":[\"x\","),
        ]),
        urlEncoding([contentType, noHeaders]),
        jsonEncoding([("\"url\":\"", "\"url\":\"x"), error]),
        jsonEncoding([("\"body\":\"", "\"body\":\"AAAA"), ("\"body\":null", "\"body\":\"\""), error]),
        jsonEncoding([contentType, noHeaders, error]),
        // Fifteen have their keys in any order, three no text.
        jsonEncoding([("\"text\":\"", "\"text\":\"x"), error], unfalsifiable: 18),
        Expectation(file: "alamofire-formencoder", passed: 564, falsified: [("\"query\":\"", "\"query\":\"x"), error]),
    ]

    private static let noHeaders = (part: "\"headers\":{}", replacement: "\"headers\":{\"X\":\"y\"}")
    private static let error = (part: "\"error\":\"", replacement: "\"error\":\"x")

    private static func urlEncoding(_ falsified: [(part: String, replacement: String)]) -> Expectation {
        Expectation(file: "alamofire-urlencoding", passed: 599, falsified: falsified)
    }

    private static func jsonEncoding(
        _ falsified: [(part: String, replacement: String)], unfalsifiable: Int = 0
    ) -> Expectation {
        Expectation(file: "alamofire-jsonencoding", passed: 120, falsified: falsified, unfalsifiable: unfalsifiable)
    }

    private static let contentType = (part: "\"Content-Type\":\"", replacement: "\"Content-Type\":\"x")

    private static func multipart(
        _ falsified: [(part: String, replacement: String)], unfalsifiable: Int
    ) -> Expectation {
        Expectation(file: "af-multipart", passed: 121, falsified: falsified, unfalsifiable: unfalsifiable)
    }

    private static func response(
        falsified: [(part: String, replacement: String)], unfalsifiable: Int
    ) -> Expectation {
        Expectation(
            file: "af-response", passed: 505,
            skipped: [
                "suspect: JSON fragment: newer Foundations may differ": 4,
                "suspect: JSON: byte-order mark": 1,
                "suspect: JSON: encoding detection": 1,
                "suspect: JSON: integer above UInt64.max": 1,
                "suspect: JSON: lone surrogate escape": 1,
                "suspect: JSON: many digits (Apple may make NSDecimalNumber)": 1,
                "suspect: JSON: negative zero": 2,
                "suspect: JSON: out of range": 1,
                "suspect: JSON: trailing comma (swift-corelibs accepts it)": 5,
                "suspect: odd Content-Type text: MIMEType parsing": 5,
                "suspect: plist: old-style text": 3,
                "suspect: undecodable image: NSImage behaviour is a stub (iOS returns nil)": 14,
            ],
            falsified: falsified, unfalsifiable: unfalsifiable)
    }

    @Test(arguments: expectations)
    func recordedBehaviourIsReproduced(_ expectation: Expectation) throws {
        let report = VectorVerifier().verify(try RecordedVectors.file(expectation.file))
        #expect(report.failures.isEmpty, "\(report)")
        #expect(report.passed == expectation.passed)
        #expect(report.skipped == expectation.skipped)
        #expect(report.passedThrough == Self.passedThrough(expectation))
    }

    /// Every module that has an operation answers, except for input that it cannot express.
    private static func passedThrough(_ expectation: Expectation) -> [String: Int] {
        guard expectation.file.hasPrefix("af-") else { return ["AlamofireEncoders": expectation.passed] }
        let alone =
            switch expectation.file {
            case "af-multipart":
                ["URLSerialization alone: keys that a dictionary of AFNetworking's type cannot hold": 2]
            case "af-response":
                [
                    "AFNetworkingCompat alone: "
                        + "the behaviour of a NULL error pointer, which only AFNetworking's API has": 20
                ]
            default: [String: Int]()
            }
        let both = expectation.passed - alone.values.reduce(0, +)
        return alone.merging(["URLSerialization and AFNetworkingCompat": both]) { first, _ in first }
    }

    @Test(arguments: expectations)
    func everyFalsifiedExpectationIsReported(_ expectation: Expectation) throws {
        let lines = try RecordedVectors.file(expectation.file).lines.map { line in
            Self.falsified(String(decoding: line.text, as: UTF8.self), by: expectation)
        }
        let file = try VectorFile(name: "test.jsonl", data: Data(lines.joined(separator: "\n").utf8))
        let report = VectorVerifier().verify(file)
        #expect(report.passed == expectation.unfalsifiable)
        #expect(report.failed == expectation.passed - expectation.unfalsifiable)
        #expect(report.skipped == expectation.skipped)
        // No module passes a falsified line that the other reports, unless only the other answers as recorded.
        var modules = Self.countsByModules(report.passedThrough)
        for failure in report.failures {
            // No module is asked to answer a line that became malformed.
            let answeredBy = Set(failure.mismatches.flatMap(\.answeredBy))
            modules[failure.reason == nil ? answeredBy : Self.allModules(expectation), default: 0] += 1
        }
        var expected = Self.countsByModules(Self.passedThrough(expectation))
        if expectation.keyless > 0 {
            expected[Self.allModules(expectation), default: 0] -= expectation.keyless
            expected[["AFNetworkingCompat"]] = expectation.keyless
        }
        #expect(modules == expected)
    }

    private static func allModules(_ expectation: Expectation) -> Set<String> {
        expectation.file.hasPrefix("af-") ? ["URLSerialization", "AFNetworkingCompat"] : ["AlamofireEncoders"]
    }

    private static func countsByModules(_ passedThrough: [String: Int]) -> [Set<String>: Int] {
        passedThrough.reduce(into: [:]) { counts, entry in
            let modules = entry.key.components(separatedBy: " alone: ")[0].components(separatedBy: " and ")
            counts[Set(modules), default: 0] += entry.value
        }
    }

    private static func falsified(_ line: String, by expectation: Expectation) -> String {
        guard let answer = line.range(of: "\"expect\":") else { return line }
        for (part, replacement) in expectation.falsified {
            guard let place = line.range(of: part, options: .backwards, range: answer.upperBound..<line.endIndex)
            else { continue }
            return line.replacingCharacters(in: place, with: replacement)
        }
        return line
    }

    /// The files of vectors that the environment variable `VECTORS` names, with spaces between their paths.
    private static let given = ProcessInfo.processInfo.environment["VECTORS"].map {
        $0.split(separator: " ").map(String.init)
    }

    /// `VECTORS='a.jsonl b.jsonl' swift test --filter RecordedVectorTests` replays any files.
    @Test(.enabled(if: given != nil, "VECTORS names files to replay."))
    func givenVectorsAreReproduced() throws {
        let report = try RecordedVectors.report(onFiles: Self.given ?? [])
        print(report)
        #expect(report.failures.isEmpty)
    }

    @Test(arguments: ["", "\n", "{\"a\": 1}\n", nil])
    func aFileWithoutVectorsIsNotReplayed(content: String?) throws {
        let folder = try ScratchFolder()
        let file = folder("v.jsonl")
        if let content { try Data(content.utf8).write(to: file) }
        #expect(throws: (any Error).self) { try RecordedVectors.report(onFiles: [file.path]) }
        #expect(throws: (any Error).self) { try RecordedVectors.report(onFiles: []) }
    }

    @Test func filesAreCountedTogether() throws {
        let folder = try ScratchFolder()
        let passing = #"{"id":"a","op":"escape","string":"b c","expect":{"escaped":"b%20c"}}"#
        let failing = #"{"id":"z","op":"escape","string":"b c","expect":{"escaped":"b+c"}}"#
        let first = try folder.file(Data("\(passing)\n\n\(failing)\n".utf8), named: "v.jsonl")
        let second = try folder.file(Data("[]\n\(passing)".utf8), named: "w.jsonl")
        let report = "\(try RecordedVectors.report(onFiles: [first.path, second.path]))"
        #expect(report.hasSuffix("\n2 passed, 2 failed, 0 skipped"))
        #expect(report.hasPrefix("\(first.path):3: z (escape)"))
        #expect(report.contains("\n\(second.path):1: "))
    }

    /// GNUstep put the emoji first, by UTF-16; the order here is that of the decomposed forms' scalars.
    @Test func theOrderThatFoundationsDisagreeOnIsOurs() throws {
        let json = try JSONValue.read(Data(#"{"\ud83d\ude00":1,"\uffe5":2,"\ud7a3":3}"#.utf8))
        let query = try QueryStringSerializer().string(from: TypedValueReader.read(json))
        #expect(query == "%ED%9E%A3=3&%EF%BF%A5=2&%F0%9F%98%80=1")
    }
}
