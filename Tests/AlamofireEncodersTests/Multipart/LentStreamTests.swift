import Testing

@testable import AlamofireEncoders

@Suite struct LentStreamTests {
    @Test func aFormWithALentStreamCannotBeSentAgain() throws {
        let stream = LentStream(InputStream(data: Data("abc".utf8)), length: 3)
        var form = MultipartForm()
        _ = try form.append(headersInOrder: [:]) { .source(stream, part: "f") }
        let body = try #require(try form.makeBody())
        #expect(!body.isRepeatable)
        _ = try body.data()
        #expect(stream.bytesRead == 3)
        #expect(throws: RequestSerializationError.self) { try body.data() }
    }
}
