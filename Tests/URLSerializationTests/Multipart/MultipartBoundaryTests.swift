import Testing

@testable import URLSerialization

@Suite struct MultipartBoundaryTests {
    private static let random = (0..<1000).map { _ in MultipartBoundary().description }

    @Test func randomBoundaryHasAFNetworkingsForm() {
        for text in Self.random {
            #expect(text.hasPrefix("Boundary+") && text.utf8.count == 25, "\(text)")
            #expect(text.dropFirst(9).allSatisfy { "0123456789ABCDEF".contains($0) }, "\(text)")
        }
    }

    @Test func randomBoundariesDiffer() {
        #expect(Set(Self.random).count == Self.random.count)
    }

    @Test(arguments: 9..<25)
    func everyDigitIsRandom(position: Int) {
        #expect(Set(Self.random.map { Array($0)[position] }).count == 16)
    }

    @Test func randomBoundaryCanBeGiven() throws {
        for text in Self.random.prefix(10) { #expect(try MultipartBoundary(text).description == text) }
    }

    @Test(arguments: [
        ("B", "multipart/form-data; boundary=B"),
        ("Boundary+0123456789ABCDEF", "multipart/form-data; boundary=Boundary+0123456789ABCDEF"),
        ("----WebKitFormBoundaryABC", "multipart/form-data; boundary=----WebKitFormBoundaryABC"),
        ("a'b_c-d.e", "multipart/form-data; boundary=a'b_c-d.e"),
        ("a b", "multipart/form-data; boundary=\"a b\""),
        (" a", "multipart/form-data; boundary=\" a\""),
        ("a:b", "multipart/form-data; boundary=\"a:b\""),
        ("(a),/=?", "multipart/form-data; boundary=\"(a),/=?\""),
        (String(repeating: "x", count: 70), "multipart/form-data; boundary=" + String(repeating: "x", count: 70)),
    ])
    func boundaryIsQuotedWhereItIsNoToken(text: String, contentType: String) throws {
        let boundary = try MultipartBoundary(text)
        #expect(boundary.description == text)
        #expect(boundary.contentType == contentType)
    }

    @Test(arguments: [
        "", " ", "a ", String(repeating: "x", count: 71), "a\"b", "a\\b", "a;b", "a*b", "a%b", "a@b", "a[b]", "a<b>",
        "a\rb", "a\nb", "a\r\n", "a\0", "a\tb", "ä", "🙂", "a\u{301}",
    ])
    func boundaryThatRFC2046DoesNotAllowIsRefused(text: String) {
        let error = expectRefusal(.invalidBoundary, field: "boundary") { try MultipartBoundary(text) }
        #expect(error?.reason.contains(text.debugDescription) == true)
    }

    @Test func injectedBoundaryIsInBodyAndType() throws {
        let request = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: "https://example.com", boundary: MultipartBoundary("it is : mine")
        ) { try $0.append("1", name: "a") }
        #expect(request.contentType == "multipart/form-data; boundary=\"it is : mine\"")
        let text = try #require(try request.multipartBody?.text)
        #expect(text.hasPrefix("--it is : mine\r\n") && text.hasSuffix("\r\n--it is : mine--\r\n"))
    }

    @Test func everyRequestHasADifferentBoundary() throws {
        let boundaries = try (0..<20).map { _ in
            try HTTPRequestSerializer().multipartRequest(
                method: .post, url: "https://example.com", parameters: ["a": 1]
            ).multipartBody?.boundary
        }
        #expect(Set(boundaries).count == 20)
    }
}
