import Foundation
import Testing

@testable import SerializerVerification

@Suite struct VectorFileTests {
    @Test func blankLinesAreCountedButNotRead() throws {
        let file = try VectorFile(name: "f", data: Data("\n{}\r\n \t\n{}".utf8))
        #expect(file.lines.map(\.number) == [2, 4])
    }

    @Test(arguments: ["", "\n \n", "\r\n"])
    func fileWithoutVectorsIsAnError(_ text: String) {
        let error = #expect(throws: JSONError.self) { try VectorFile(name: "f", data: Data(text.utf8)) }
        #expect(error?.reason == "The JSON text is blank: it ends")
    }

    @Test func fileThatIsNotUTF8IsAnErrorAtItsLine() {
        let error = #expect(throws: JSONError.self) {
            try VectorFile(name: "f", data: Data("{}\n{\"a\":\"".utf8) + Data([0xFF]) + Data("\"}\n".utf8))
        }
        #expect(error == JSONError(line: 2, column: 7, reason: "The text is not UTF-8"))
    }

    @Test(
        arguments: [
            ("{", "not JSON: column 2: The JSON text is cut off: it ends, with 1 bracket open"),
            ("[1,]", "not JSON: column 4: A JSON value is missing: \"]\""),
            ("{\"a\":[01]}", "not JSON: column 7: A number must not begin with a zero: \"01]}\""),
            ("[]", "not a vector: a vector is a JSON object"),
        ])
    func linesThatAreNotVectorsAreFailures(_ line: String, _ reason: String) throws {
        let report = try RecordedVectors.report(on: "", line)
        #expect(report.failures.map(\.reason) == [reason])
        #expect(report.failures.map(\.line) == [2])
    }

    @Test func numbersKeepTheirTextAndObjectsTheirOrder() throws {
        let document = try VectorDocument(Data(#"{"b":1.50,"a":-0,"b":1e2,"\u00e9":1,"e\u0301":2}"#.utf8))
        let members = try #require(document.value.dictionary)
        #expect(members.map { $0.key.unicodeScalars.count } == [1, 1, 1, 2])
        #expect(members.map(\.value.numberText) == ["1e2", "-0", "1", "2"])
    }

    @Test(arguments: [
        (#""\ud83d\ude00""#, false), (#""\ud83d""#, true), (#""a\ude00b""#, true), (#""\ude00\ud83d""#, true),
        (#"[{"k":"\ud83d\n\ude00"}]"#, true), (#"{"\ud83dA":1}"#, true), (#""\ufffd""#, false),
    ])
    func unpairedSurrogatesAreFound(_ text: String, _ hasUnpaired: Bool) throws {
        #expect(try VectorDocument(Data(text.utf8)).hasUnpairedSurrogate == hasUnpaired)
    }

    @Test func nestingIsLimited() throws {
        func document(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try VectorDocument(document(512)) }
        #expect(throws: Never.self) { try VectorDocument(document(600), maximumDepth: 600) }
        #expect(throws: JSONError.self) { try VectorDocument(document(513)) }
    }
}
