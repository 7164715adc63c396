import TestSupport
import Testing
import URLSerialization

@testable import SerializerVerification

@Suite(.tags(.recordings), .takingTurns) struct RecordedVectorTests {
    /// A file of vectors and its results.
    struct Recording: Sendable, CustomTestStringConvertible {
        let file: String
        let passed: Int
        var skipped: [String: Int] = [:]
        /// The number of lines that not all modules answer, by the module that does and the reason.
        var passedAlone: [String: Int] = [:]
        /// The number of lines whose parameters have no key, which AFNetworkingCompat sends and the core refuses.
        var keyless = 0
        let falsifications: [Falsification]

        var modules: [String] {
            file.hasPrefix("af-") ? ["URLSerialization", "AFNetworkingCompat"] : ["AlamofireEncoders"]
        }

        /// Every module that has an operation answers, except for input that it cannot express.
        var passedThrough: [String: Int] {
            let all = [modules.joined(separator: " and "): passed - passedAlone.values.reduce(0, +)]
            return all.merging(passedAlone) { $1 }
        }

        /// The file and the number of its vectors: `af-query: 993 vectors`.
        var testDescription: String {
            let skips = skipped.values.reduce(0, +)
            return "\(file): \(passed) vectors" + (skips > 0 ? ", \(skips) skipped" : "")
        }
    }

    /// A change to the expectation of each line.
    struct Falsification: Sendable, CustomTestStringConvertible {
        /// The part of the expectation to falsify, and its replacement. The first that occurs counts.
        let parts: [(part: String, replacement: String)]
        /// The number of lines that pass whatever the expectation says: an error is the deliberate behavior, or the
        /// falsified part is missing or was Foundation's choice.
        var unfalsifiable = 0

        init(_ parts: KeyValuePairs<String, String>, unfalsifiable: Int = 0) {
            (self.parts, self.unfalsifiable) = (parts.map { ($0, $1) }, unfalsifiable)
        }

        var testDescription: String { parts.map(\.replacement).joined(separator: ", ") }
    }

    static let recordings = [
        Recording(
            file: "af-escape", passed: 327, skipped: ["unpaired surrogate, which a Swift string cannot hold": 5],
            falsifications: [Falsification(["\"escaped\":\"": "\"escaped\":\"x"])]),
        Recording(
            file: "af-query", passed: 993, keyless: 2,
            falsifications: [Falsification(["\"query\":\"": "\"query\":\"x"], unfalsifiable: 31)]),
        Recording(
            file: "af-request", passed: 495, keyless: 8,
            falsifications: [
                Falsification(
                    ["\"url\":\"": "\"url\":\"x", "\"code\":-": "\"code\":-1", "\"code\":": "\"code\":1"],
                    unfalsifiable: 5)
            ]),
        Recording(
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
            passedAlone: [
                "AFNetworkingCompat alone: "
                    + "the behaviour of a NULL error pointer, which only AFNetworking's API has": 20
            ],
            falsifications: [
                Falsification(
                    [
                        "\"objectIsNil\":true": "\"objectIsNil\":false",
                        "\"objectIsNil\":false": "\"objectIsNil\":true",
                    ], unfalsifiable: 3),
                Falsification(
                    [
                        "\"error\":null": "\"error\":{\"domain\":\"d\",\"code\":1}", "\"code\":-": "\"code\":-1",
                        "\"code\":": "\"code\":1",
                    ], unfalsifiable: 13),
                Falsification(
                    [
                        "\"localizedDescription\":\"": "\"localizedDescription\":\"x",
                        "\"dataLength\":": "\"dataLength\":9", "\"failingURL\":\"": "\"failingURL\":\"x",
                        "\"hasResponse\":false": "\"hasResponse\":true",
                    ], unfalsifiable: 329),
            ]),
        // Two have no answer to compare: they raised exceptions. In three streams that contradict their lengths only
        // the deliberate difference is checked, whatever the body; five raw names hide the parts.
        Recording(
            file: "af-multipart", passed: 121,
            passedAlone: ["URLSerialization alone: keys that a dictionary of AFNetworking's type cannot hold": 2],
            falsifications: [
                Falsification(["\"method\":\"": "\"method\":\"x"], unfalsifiable: 2),
                Falsification(["\"url\":\"": "\"url\":\"x"], unfalsifiable: 2),
                Falsification(["\"Content-Length\":\"": "\"Content-Length\":\"1", type: otherType], unfalsifiable: 2),
                Falsification(["\"contentLength\":": "\"contentLength\":1", type: otherType], unfalsifiable: 2),
                Falsification(["\"realBodyLength\":": "\"realBodyLength\":1", type: otherType], unfalsifiable: 5),
                Falsification(["\"boundaryLength\":25": "\"boundaryLength\":26", type: otherType], unfalsifiable: 2),
                // The body of the last part, or of a form without parts.
                Falsification(["\"body\":\"": "\"body\":\"AAAA"], unfalsifiable: 10),
                // A letter in the first part's head, or in its content if it has no such head.
                Falsification(
                    [
                        "\"LS1CT1VOREFSWQ0KQ29udGVudC": "\"LS1CT1VOREFSWQ0KQ29udGVuRC",
                        "\"LS1CT1VOREFSWQ0KD": "\"LS1CT1VOREFSWQ0KE", type: otherType,
                    ], unfalsifiable: 5),
                // Twenty forms have only the parts made from their parameters.
                Falsification(
                    [
                        "\"code\":-1000": "\"code\":-1001",
                        "\"partResults\":[true": "\"partResults\":[{\"error\":{\"domain\":\"d\",\"code\":1}}",
                    ], unfalsifiable: 22),
            ]),
        Recording(
            file: "alamofire-urlencoding", passed: 599,
            falsifications: [
                Falsification(["\"url\":\"": "\"url\":\"x", "\"urlBefore\":\"": "\"urlBefore\":\"x"]),
                Falsification([
                    "\"body\":\"": "\"body\":\"AAAA", "\"body\":null": "\"body\":\"\"",
                    "\"pairs\":[": "\"pairs\":[\"x\",",
                ]),
                Falsification([type: otherType, noHeaders: otherHeaders]),
            ]),
        Recording(
            file: "alamofire-jsonencoding", passed: 120,
            falsifications: [
                Falsification(["\"url\":\"": "\"url\":\"x", error: otherError]),
                Falsification([
                    "\"body\":\"": "\"body\":\"AAAA", "\"body\":null": "\"body\":\"\"", error: otherError,
                ]),
                Falsification([type: otherType, noHeaders: otherHeaders, error: otherError]),
                // Fifteen have their keys in any order, three no text.
                Falsification(["\"text\":\"": "\"text\":\"x", error: otherError], unfalsifiable: 18),
            ]),
        Recording(
            file: "alamofire-formencoder", passed: 564,
            falsifications: [Falsification(["\"query\":\"": "\"query\":\"x", error: otherError])]),
    ]

    private static let falsifications = recordings.flatMap { recording in
        recording.falsifications.map { (recording, $0) }
    }
    private static let (type, otherType) = ("\"Content-Type\":\"", "\"Content-Type\":\"x")
    private static let (noHeaders, otherHeaders) = ("\"headers\":{}", "\"headers\":{\"X\":\"y\"}")
    private static let (error, otherError) = ("\"error\":\"", "\"error\":\"x")

    @Test(arguments: recordings)
    func recordedBehaviourIsReproduced(_ recording: Recording) throws {
        let report = VectorVerifier().verify(try RecordedVectors.file(recording.file))
        #expect(report.failures.isEmpty, "\(report)")
        #expect(report.passed == recording.passed)
        #expect(report.skipped == recording.skipped)
        #expect(report.passedThrough == recording.passedThrough)
    }

    /// Each reason has a rule, and either decides alike without the other. `swift test` tries the lines that have them.
    @Test(arguments: recordings)
    func rulesAndReasonsHaveTheSameResults(_ recording: Recording) throws {
        let lines = try RecordedVectors.file(recording.file).lines.map { String(decoding: $0.text, as: UTF8.self) }
        #expect(lines.allSatisfy { $0.contains("\"why\":") == $0.contains("\"rule\":") })
        let tried = Effort.factor == 1 ? lines.filter { $0.contains("\"rule\":") } : lines
        guard !tried.isEmpty else { return }
        func report(without member: String) throws -> VerificationReport {
            try RecordedVectors.report(on: tried.map { $0.replacing("\"\(member)\":", with: "\"x\":") })
        }
        let (reasons, rules) = (try report(without: "rule"), try report(without: "why"))
        #expect(reasons.failed == 0 && rules.failed == 0)
        #expect(reasons.passedThrough == rules.passedThrough)
        if Effort.factor > 1 { #expect(rules.passedThrough == recording.passedThrough) }
        #expect(reasons.skipped == recording.skipped)
        // Without a reason, a vector is skipped under the name of its rule.
        #expect(rules.skipped.values.reduce(0, +) == recording.skipped.values.reduce(0, +))
    }

    @Test(arguments: Effort.sample(falsifications, every: 8))
    func everyFalsifiedExpectationIsReported(_ recording: Recording, _ falsification: Falsification) throws {
        let report = try RecordedVectors.report(
            on: RecordedVectors.file(recording.file).lines.map { line in
                Self.falsified(String(decoding: line.text, as: UTF8.self), by: falsification)
            })
        #expect(report.passed == falsification.unfalsifiable)
        #expect(report.failed == recording.passed - falsification.unfalsifiable)
        #expect(report.skipped == recording.skipped)
        // No module passes a falsified line that the other reports, unless only the other answers as recorded.
        var modules = Self.countsByModules(report.passedThrough)
        for failure in report.failures {
            // No module is asked to answer a line that became malformed.
            let answeredBy = Set(failure.mismatches.flatMap(\.answeredBy))
            modules[failure.reason == nil ? answeredBy : Set(recording.modules), default: 0] += 1
        }
        var expected = Self.countsByModules(recording.passedThrough)
        if recording.keyless > 0 {
            expected[Set(recording.modules), default: 0] -= recording.keyless
            expected[["AFNetworkingCompat"]] = recording.keyless
        }
        #expect(modules == expected)
    }

    private static func countsByModules(_ passedThrough: [String: Int]) -> [Set<String>: Int] {
        passedThrough.reduce(into: [:]) { counts, entry in
            let modules = entry.key.components(separatedBy: " alone: ")[0].components(separatedBy: " and ")
            counts[Set(modules), default: 0] += entry.value
        }
    }

    private static func falsified(_ line: String, by falsification: Falsification) -> String {
        guard let answer = line.range(of: "\"expect\":") else { return line }
        for (part, replacement) in falsification.parts {
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
        let document = try VectorDocument(Data(#"{"\ud83d\ude00":1,"\uffe5":2,"\ud7a3":3}"#.utf8))
        let query = try QueryStringSerializer().string(from: TypedValueReader.read(document.value))
        #expect(query == "%ED%9E%A3=3&%EF%BF%A5=2&%F0%9F%98%80=1")
    }
}
