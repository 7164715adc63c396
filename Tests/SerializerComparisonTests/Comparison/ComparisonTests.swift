import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.slow), .takingTurns) struct ComparisonTests {
    @Test func everySenderReportsInItsOrder() throws {
        let names = try compare(["a": 1] as ParameterValue).reports.map(\.name)
        #expect(
            names == [
                "HTTPRequestSerializer", "URLEncoding", "URLEncodedFormParameterEncoder", "URLComponents",
                "JSONRequestSerializer", "JSONEncoding", "JSONParameterEncoder", "JSONEncoder",
                "PropertyListRequestSerializer", "PropertyListEncoder",
            ])
    }

    @Test func bodiesAreTheSendersOwnBytes() throws {
        let bodies = try compare(["b": ["x", nil], "a": true] as ParameterValue).reports.map { report in
            report.request?.body.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(bodies[0] == "a=1&b%5B%5D=x&b%5B%5D")
        #expect(bodies[4] == "{\"a\":true,\"b\":[\"x\",null]}")
        #expect(bodies[8] == nil)
        #expect(bodies[7] == "{\"a\":true,\"b\":[\"x\",null]}")
        #expect(bodies[3] == "b=x&b&a=true")
    }

    @Test(arguments: ["GET", "HEAD", "DELETE"])
    func methodsWithoutABodyTakeTheQueryInTheLine(_ method: String) throws {
        let reports = try compare(["a": 1] as ParameterValue, method: method, url: "https://x.example/p?z=0#end")
            .reports
        #expect(reports[0].request?.line == "\(method) /p?z=0&a=1 HTTP/1.1")
        #expect(reports[0].pairs.map(\.spelling) == ["a=1"])
        #expect(reports[3].request?.line == "\(method) /p?z=0&a=1 HTTP/1.1")
        #expect(reports[3].differences == [])
        #expect(reports[7].request?.headers["Content-Type"] == "application/json")
        #expect(reports[0].request?.body == nil && reports[7].request?.body != nil)
    }

    @Test func anEmptyPathIsASlash() throws {
        #expect(
            try compare([:] as ParameterValue, url: "https://x.example").reports[0].request?.line == "POST / HTTP/1.1")
    }

    @Test func whatOneSenderRefusesIsItsResult() throws {
        let comparison = try compare(["s": .set([1])] as ParameterValue)
        guard case .failure(let refusal) = comparison.reports[4].result else {
            Issue.record("JSON took a set")
            return
        }
        #expect(refusal.domain == "com.alamofire.error.serialization.request")
        #expect(refusal.code == -1016)
        #expect(refusal.message.contains("'s'"))
        #expect(comparison.hasDifferences)
    }

    @Test func aNullInAPropertyListNamesItsKeyPath() throws {
        let comparison = try compare(["a": ["b": nil]] as ParameterValue)
        guard case .failure(let refusal) = comparison.reports[8].result else {
            Issue.record("a property list took a null")
            return
        }
        #expect(refusal.domain == NSCocoaErrorDomain)
        #expect(refusal.code == 3851)
        #expect(refusal.message.contains("a[b]"))
    }

    @Test func bytesAreTheOnlyRefusalThatLeavesSomethingToCompareWith() throws {
        let withBytes = try compare(["x": .data(Data([1])), "b": true] as ParameterValue)
        #expect(withBytes.reports[0].request == nil)
        #expect(withBytes.hasReference)
        #expect(withBytes.reports[7].differences().map(\.key) == ["b", "x"])
        let array = try compare([1, 2] as ParameterValue)
        #expect(array.reports[0].request == nil)
        #expect(!array.hasReference)
        #expect(array.reports[7].differences.isEmpty)
        #expect(array.hasDifferences)
    }

    @Test func noDifferenceIsNone() throws {
        let senders: [Sender] = [Sender.http, Sender.urlComponents]
        #expect(try !compare(["a": "x", "b": 2] as ParameterValue, with: senders).hasDifferences)
        #expect(try compare(["b": 2, "a": "x"] as ParameterValue, with: senders).hasDifferences)
        #expect(try !compare(["a": "x", "b": 2] as ParameterValue).hasDifferences)
    }

    @Test func withoutAFirstSenderTheReferenceIsTheSame() throws {
        let payload: ParameterValue = ["b": true, "a": [1], "n": nil]
        let all = try compare(payload)
        let some = try compare(payload, with: [Sender.propertyList, Sender.urlComponents])
        #expect(some.reports.map(\.name) == ["PropertyListRequestSerializer", "URLComponents"])
        #expect(some.reports[1].differences == all.reports[3].differences)
        #expect(!some.reports[1].differences.isEmpty)
        #expect(some.reference.pairs.map(\.spelling) == all.reports[0].pairs.map(\.spelling))
        #expect(try compare(payload, with: [Sender.propertyList]).hasDifferences)
        #expect(try !compare(["a": 1] as ParameterValue, with: [Sender.propertyList]).hasDifferences)
    }

    @Test func theToolsOwnRefusalHasNoDomain() throws {
        let comparison = try compare([1] as ParameterValue, with: [Sender.urlComponents])
        guard case .failure(let refusal) = comparison.reports[0].result else {
            Issue.record("URLComponents took an array")
            return
        }
        #expect(refusal.domain == nil)
        #expect(refusal.code == nil)
        #expect(!TextRenderer(style: TextStyle()).text(for: Report(comparison)).contains("compare-serializers"))
    }

    /// Its deferred form is a number, for which Swift has a text.
    @Test func datesWithoutATextAreRefusedByAllButOneSender() throws {
        let payload: ParameterValue = ["d": .date(Date(timeIntervalSinceReferenceDate: .nan))]
        let reports = try compare(payload).reports.filter { $0.request != nil }
        #expect(reports.map(\.name) == ["URLEncodedFormParameterEncoder"])
        #expect(reports.first?.pairs.map(\.spelling) == ["d=nan"])
    }

    @Test func pairsOfArraysOfDictionariesFindTheirElements() throws {
        let payload: ParameterValue = ["i": [["a": 1, "b": 2], ["b": 3], ["a": 4]]]
        let report = try compare(payload).reports[0]
        #expect(report.places == ["i[0][a]", "i[0][b]", "i[1][b]", "i[2][a]"])
        #expect(report.pairs.map(\.value) == ["1", "2", "3", "4"])
    }

    @Test func aLiteralIsComparedAndItsDescriptionIsTheReport() {
        let comparison = Comparison(of: ["a": [1, 2]])
        #expect(
            "\(comparison)".hasPrefix("payload · JSON · 2 values · POST · as sent, before a server reads it\n\nSender ")
        )
        #expect("\(comparison)".contains("\nAn array repeats its bare key (urlcomponents): a[0], a[1]\n"))
    }

    /// Of the senders of a kind of body one sends a large payload. A refusal still names the value.
    @Test func aSampleSparesSendersOfALargePayload() throws {
        var rows = (0..<1000).map { ["a": .int($0), "b": .string("x\($0)")] as ParameterValue }
        func reports() -> [SenderReport] {
            let payload = Payload(name: "p", format: .json, parameters: ["r": .array(rows)] as ParameterValue)
            return Comparison(of: payload, method: "POST", url: nil, senders: Sender.all, isBrief: true).reports
        }
        func spared() -> [String] { reports().filter { $0.result == nil }.map(\.sender.shortName) }
        #expect(spared() == ["jsonencoding", "jsonparameters", "jsonencoder", "plist"])
        rows[777]["n"] = .null
        #expect(spared() == ["jsonencoding", "jsonparameters", "jsonencoder"])
        #expect(reports().first { $0.sender.shortName == "plist" }?.refusal?.message.contains("'r[777][n]'") == true)
        rows = Array(rows.prefix(100))
        #expect(spared().isEmpty)
    }

    /// Tables and pages need no request.
    @Test(.tags(.random)) func condensedReportsMakeTheSameTablesAndPages() {
        let rows = (0..<Effort.size(500, quick: 60)).map {
            ["a": .int($0), "é": .bool($0.isMultiple(of: 2)), "n": nil] as ParameterValue
        }
        let payload = Payload(name: "p", format: .json, parameters: ["r": .array(rows), "x": 0.1] as ParameterValue)
        let comparisons = [false, true].map { isCondensed in
            Comparison(
                of: payload, method: "POST", url: nil, senders: Sender.all, isBrief: false, isCondensed: isCondensed)
        }
        let reports = comparisons[1].reports + [comparisons[1].reference]
        #expect(reports.allSatisfy { $0.pairs.isEmpty && $0.request?.body?.isEmpty != false })
        let tables = comparisons.map { TextRenderer(style: TextStyle()).text(for: Report($0)) }
        #expect(tables[0] == tables[1])
        let pages = comparisons.map { HTMLRenderer.text(for: Report($0, for: .page)) }
        #expect(pages[0] == pages[1])
    }

    /// A form that is not UTF-8 is shown with replacement characters.
    @Test(arguments: [[], [0x61, 0x3D, 0xC3, 0xA9], [0x61, 0x3D, 0xFF]] as [[UInt8]])
    func aBodyKeepsItsBytes(bytes: [UInt8]) throws {
        let sender = Sender("Fixed") { _, request in
            var request = request
            request.httpBody = Data(bytes)
            return request
        }
        let comparison = try compare(["a": "é"] as ParameterValue, with: [sender])
        #expect(comparison.reports[0].request?.body == Data(bytes))
        #expect(comparison.reports[0].request?.query == String(decoding: bytes, as: UTF8.self))
        #expect(comparison.summary(of: comparison.reports[0]).bytes == bytes.count)
    }

    /// The product has few public types: the rest is the package's.
    @Test func thereAreAtMostTwelvePublicTypes() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Compat/Comparison")
            .standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var types: [Substring] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            types += text.matches(of: /\n *public (?:struct|enum|class|protocol|typealias|actor) (\w+)/).map(\.1)
        }
        #expect(types.count <= 12, "\(types.sorted())")
        #expect(types.contains("Comparison"))
    }
}
