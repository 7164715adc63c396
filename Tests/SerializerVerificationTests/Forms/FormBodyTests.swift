import Foundation
import Testing

@testable import SerializerVerification

@Suite struct FormBodyTests {
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
        let parts = try #require(FormBody(Data(text.utf8), boundary: "B")).parts
        #expect(parts.map { $0.lines.map { String(decoding: $0, as: UTF8.self) } } == expected.map(\.0))
        #expect(parts.map { String(decoding: $0.body, as: UTF8.self) } == expected.map(\.1))
        #expect(FormBody(parts: parts, boundary: "B").bytes == Data(text.utf8))
    }

    @Test(arguments: [
        "", "--B", "--B--\r\n", "--B\r\n", "--B\r\nX: y\r\n--B--\r\n", "--B\r\n\r\n--B--\r\n",
        "x--B\r\n\r\n\r\n--B--\r\n",
        "--B\r\n\r\n\r\n--B--", "--B\r\n\r\n\r\n--B--\r\nx", "--C\r\n\r\n\r\n--C--\r\n", "--B\n\n\n--B--\n",
    ])
    func otherBodiesHaveNoParts(_ text: String) {
        #expect(FormBody(Data(text.utf8), boundary: "B") == nil)
    }
}
