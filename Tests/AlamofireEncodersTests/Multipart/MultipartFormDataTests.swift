import TestSupport
import AlamofireEncoders
import Testing

@Suite struct MultipartFormDataTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func stream(_ text: String) -> InputStream { InputStream(data: Data(text.utf8)) }

    /// Returns the body in memory and the file's content, of two equal forms.
    private func bodies(_ build: (MultipartFormData) throws -> Void) throws -> [String] {
        let (first, second) = (MultipartFormData(boundary: "B"), MultipartFormData(boundary: "B"))
        try build(first)
        try build(second)
        let file = scratch("body-\(UUID().uuidString)")
        try second.writeEncodedData(to: file)
        return try [first.encode(), Data(contentsOf: file)].map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - The form

    @Test func boundaryIsRandomAndInTheContentType() {
        let boundaries = (0..<100).map { _ in MultipartFormData().boundary }
        #expect(Set(boundaries).count == 100)
        #expect(boundaries.allSatisfy { $0.hasPrefix("alamofire.boundary.") && $0.utf8.count == 35 })
        #expect(boundaries.allSatisfy { $0.dropFirst(19).allSatisfy { "0123456789abcdef".contains($0) } })
        let form = MultipartFormData()
        #expect(form.contentType == "multipart/form-data; boundary=\(form.boundary)")
        #expect(MultipartFormData(boundary: "B").contentType == "multipart/form-data; boundary=B")
        #expect(MultipartFormData.encodingMemoryThreshold == 10_000_000)
    }

    @Test func contentLengthIsTheContents() throws {
        let form = MultipartFormData()
        #expect(form.contentLength == 0)
        form.append(Data("é".utf8), withName: "a")
        form.append(try scratch.file("12345", named: "a.txt"), withName: "b")
        form.append(stream("abc"), withLength: 3, headers: [:])
        #expect(form.contentLength == 10)
    }

    @Test func contentTypeMayBeAnother() {
        final class MixedForm: MultipartFormData {
            override var contentType: String {
                get { "multipart/mixed; boundary=\(boundary)" }
                set {}
            }
        }
        #expect(MixedForm(boundary: "B").contentType == "multipart/mixed; boundary=B")
        let form = MultipartFormData()
        form.contentType = "multipart/related"
        #expect(form.contentType == "multipart/related")
    }

    @Test func formWithoutPartsIsEmpty() throws {
        #expect(try bodies { _ in } == ["", ""])
    }

    // MARK: - Parts

    @Test func partsStandBetweenBoundaries() throws {
        let bodies = try bodies { form in
            form.append(Data("één".utf8), withName: "a")
            form.append(Data(), withName: "b")
        }
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\néén"
            + "\r\n--B\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n\r\n--B--\r\n"
        #expect(bodies == [expected, expected])
    }

    @Test(arguments: [
        (String?.none, String?.none, "name=\"n\"\r\n"), ("f.é", nil, "name=\"n\"; filename=\"f.é\"\r\n"),
        (nil, "text/plain", "name=\"n\"\r\nContent-Type: text/plain\r\n"),
        ("f", "text/plain; charset=utf-8", "name=\"n\"; filename=\"f\"\r\nContent-Type: text/plain; charset=utf-8\r\n"),
    ])
    func dataHasTheHeadersThatItIsGiven(fileName: String?, mimeType: String?, head: String) throws {
        let bodies = try bodies { form in
            form.append(Data("x".utf8), withName: "n", fileName: fileName, mimeType: mimeType)
        }
        let expected = "--B\r\nContent-Disposition: form-data; \(head)\r\nx\r\n--B--\r\n"
        #expect(bodies == [expected, expected])
    }

    @Test func filesHaveTheirNameAndMediaType() throws {
        let file = try scratch.file("pixels", named: "é.PNG")
        let bodies = try bodies { form in
            form.append(file, withName: "a")
            form.append(file, withName: "b", fileName: "c.jpg", mimeType: "image/jpeg")
        }
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a\"; filename=\"é.PNG\"\r\n"
            + "Content-Type: image/png\r\n\r\npixels"
            + "\r\n--B\r\nContent-Disposition: form-data; name=\"b\"; filename=\"c.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\npixels\r\n--B--\r\n"
        #expect(bodies == [expected, expected])
    }

    @Test func streamsHaveTheHeadersThatTheyAreGiven() throws {
        let headers: HTTPHeaders = ["X-B": "2", "Content-Type": "a/b", "Content-Disposition": "attachment", "X-A": "1"]
        let bodies = try bodies { form in
            form.append(stream("abc"), withLength: 3, name: "n", fileName: "f", mimeType: "text/plain")
            form.append(stream("de"), withLength: 2, headers: headers)
            form.append(stream(""), withLength: 0, headers: [:])
        }
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"n\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\nabc"
            + "\r\n--B\r\nX-B: 2\r\nContent-Type: a/b\r\nContent-Disposition: attachment\r\nX-A: 1\r\n\r\nde"
            + "\r\n--B\r\n\r\n\r\n--B--\r\n"
        #expect(bodies == [expected, expected])
    }

    @Test func partsOfEveryKindKeepTheirOrder() throws {
        let file = try scratch.file("2", named: "2.txt")
        for body in try bodies({ form in
            form.append(Data("1".utf8), withName: "1")
            form.append(file, withName: "2")
            form.append(stream("3"), withLength: 1, name: "3", fileName: "3", mimeType: "a/b")
            form.append(Data(repeating: 0x34, count: 100_000), withName: "4")
        }) {
            let heads = body.components(separatedBy: "--B").dropFirst().dropLast()
            #expect(
                heads.compactMap { $0.components(separatedBy: "name=\"").dropFirst().first?.first } == [
                    "1", "2", "3", "4",
                ])
            #expect(body.contains("\r\n\r\n" + String(repeating: "4", count: 100_000) + "\r\n--B--\r\n"))
        }
    }

    @Test func namesAreEscapedAsBrowsersDo() throws {
        let bodies = try bodies { form in
            form.append(Data(), withName: "a\"\r\nX: 1", fileName: "b\"\\é\n", mimeType: nil)
        }
        let head = "Content-Disposition: form-data; name=\"a%22%0D%0AX: 1\"; filename=\"b%22\\é%0A\"\r\n\r\n"
        #expect(bodies == Array(repeating: "--B\r\n\(head)\r\n--B--\r\n", count: 2))
    }

    @Test func dataAndFilesAreEncodedAsOftenAsAsked() throws {
        let form = MultipartFormData()
        form.append(Data("1".utf8), withName: "1")
        form.append(try scratch.file("2", named: "2.txt"), withName: "2")
        let first = try form.encode()
        form.append(Data("3".utf8), withName: "3")
        let second = try form.encode()
        #expect(second.count > first.count)
        #expect(try form.encode() == second)
        let file = scratch("body")
        try form.writeEncodedData(to: file)
        #expect(try Data(contentsOf: file) == second)
    }
}
