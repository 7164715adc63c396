import Foundation
import Testing

@testable import SerializerVerification

@Suite struct VectorVerifierTests {
    @Test func tamperedQueryIsReportedWithItsFirstDifferenceMarked() throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"right","op":"query","parameters":{"a":[1]},"expect":{"query":"a%5B%5D=1"}}"#, "",
            #"{"id":"wrong","op":"query","parameters":{"a":[1]},"expect":{"query":"a%5B%5D=2"}}"#)
        #expect(
            report.description == """
                test.jsonl:3: wrong (query)
                  query (URLSerialization, AFNetworkingCompat)
                    expected  a%5B%5D=2
                    actual    a%5B%5D=1
                                      ^ byte 8
                1 passed through URLSerialization and AFNetworkingCompat
                1 passed, 1 failed, 0 skipped
                """)
    }

    @Test func tamperedEscapeIsReportedInPrintableBytes() throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"e","op":"escape","string":"\u00e9 ","expect":{"escaped":"%C3%A9\u00e9\n"}}"#)
        #expect(
            report.description == """
                test.jsonl:1: e (escape)
                  escaped (URLSerialization, AFNetworkingCompat)
                    expected  %C3%A9é\\u{A}
                    actual    %C3%A9%20
                                    ^ byte 6
                0 passed, 1 failed, 0 skipped
                """)
    }

    @Test func reportsAddUp() throws {
        var report = try RecordedVectors.report(
            on: #"{"id":"a","op":"escape","string":"a","expect":{"escaped":"a"}}"#,
            #"{"id":"b","op":"escape","string":"\ud83d","expect":{"escaped":""}}"#)
        report.add(report)
        report.add(try RecordedVectors.report(on: #"{"id":"c","op":"escape","string":"a","expect":{"escaped":"b"}}"#))
        #expect(report.passed == 2)
        #expect(report.passedThrough == ["URLSerialization and AFNetworkingCompat": 2])
        #expect(report.failed == 1)
        #expect(
            report.description.hasSuffix(
                "\n2 skipped: unpaired surrogate, which a Swift string cannot hold\n2 passed, 1 failed, 2 skipped"))
    }

    @Test(arguments: [("[", "]"), (#"{"$set":["#, "]}"), (#"{"$dict":[["k","#, "]]}")])
    func deepParametersAreAFailureNotACrash(_ opening: String, _ closing: String) throws {
        let levels = 600
        let tree = String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        let report = try RecordedVectors.report(
            on: #"{"id":"d","op":"query","parameters":{"a":\#(tree)},"expect":{"query":"a"}}"#)
        let mismatch = report.failures.first?.mismatches.first
        #expect(mismatch?.expected == "no error", "\(report.failures.first?.reason ?? "")")
    }

    @Test func anErrorThatWasNotExpectedIsNamedByItsCases() throws {
        let deep = String(repeating: "[", count: 600) + "1" + String(repeating: "]", count: 600)
        let report = try RecordedVectors.report(
            on: #"{"id":"u","op":"alamofire-urlencoding","method":"GET","url":"http://e.com","#
                + #""parameters":{"a":\#(deep)},"expect":{"url":"http://e.com","headers":{},"body":null}}"#)
        let mismatch = try #require(report.failures.first?.mismatches.first)
        #expect(mismatch.expected == "no error")
        #expect(mismatch.actual.hasPrefix("error parameterEncodingFailed.customEncodingFailed: "))
    }
}
