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
        #expect(error?.reason == "The text is not UTF-8")
        #expect(error?.line == 2)
        #expect(error?.column == 7)
    }
}
