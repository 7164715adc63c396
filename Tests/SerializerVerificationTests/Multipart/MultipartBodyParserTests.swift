import Foundation
import Testing

@testable import SerializerVerification

@Suite struct MultipartBodyParserTests {
    @Test(
        arguments: [
            ("--B\r\n\r\n\r\n--B--\r\n", [([], "")]),
            ("--B\r\nX: y\r\n\r\nz\r\n--B--\r\n", [(["X: y"], "z")]),
            (
                "--B\r\n\r\n\r\n\r\n--B\r\nA\r\nB\r\n\r\n\r\n--BC\r\n--B\r\r\n--B--\r\n",
                [([], "\r\n"), (["A", "B"], "\r\n--BC\r\n--B\r")]
            ),
            ("--B\r\n\r\na\r\n--B--\r\nb\r\n--B--\r\n", [([], "a\r\n--B--\r\nb")]),
        ] as [(String, [([String], String)])])
    func bodiesAreTakenApartAndPutTogether(_ text: String, _ expected: [([String], String)]) throws {
        let parts = try #require(MultipartBodyParser.parts(of: Data(text.utf8), boundary: "B"))
        #expect(parts.map { $0.lines.map { String(decoding: $0, as: UTF8.self) } } == expected.map(\.0))
        #expect(parts.map { String(decoding: $0.body, as: UTF8.self) } == expected.map(\.1))
        #expect(MultipartBodyParser.body(of: parts, boundary: "B") == Data(text.utf8))
    }

    @Test(arguments: [
        "", "--B", "--B--\r\n", "--B\r\n", "--B\r\nX: y\r\n--B--\r\n", "--B\r\n\r\n--B--\r\n",
        "x--B\r\n\r\n\r\n--B--\r\n",
        "--B\r\n\r\n\r\n--B--", "--B\r\n\r\n\r\n--B--\r\nx", "--C\r\n\r\n\r\n--C--\r\n", "--B\n\n\n--B--\n",
    ])
    func otherBodiesHaveNoParts(_ text: String) {
        #expect(MultipartBodyParser.parts(of: Data(text.utf8), boundary: "B") == nil)
    }
}
