import TestSupport
import AFNetworkingCompat
import Testing

/// The bytes written by the methods of `AFMultipartFormData`.
@Suite struct AFMultipartFormDataTests {
    private let serializer = AFHTTPRequestSerializer()
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func checkLength(_ form: SentForm) {
        #expect(form.lastRead == 0)
        #expect(form.contentLength == "\(form.bytes.count)")
    }

    // MARK: - The seven methods

    @Test func fieldIsItsNameAndItsBytes() throws {
        let form = try SentForm(try serializer.form { $0.appendPart(withForm: Data([0, 255, 13, 10]), name: "f") })
        var expected = Data("--\(form.boundary)\r\n\(SentForm.field("f", ""))".utf8)
        expected.append(contentsOf: [0, 255, 13, 10])
        expected.append(contentsOf: "\r\n--\(form.boundary)--\r\n".utf8)
        #expect(form.bytes == expected)
        checkLength(form)
    }

    @Test func dataIsAFile() throws {
        let form = try SentForm(
            try serializer.form {
                $0.appendPart(withFileData: Data("content".utf8), name: "f", fileName: "n.txt", mimeType: "text/x-own")
            })
        #expect(form.text == form.expected(SentForm.file("f", "n.txt", "text/x-own", "content")))
        checkLength(form)
    }

    @Test(arguments: [
        ("a.txt", "text/plain"), ("a.png", "image/png"), ("a.json", "application/json"),
        ("a.cer", "application/x-x509-ca-cert"), ("a.unknown-extension", "application/octet-stream"),
        ("a", "application/octet-stream"),
    ])
    func fileHasItsOwnNameAndTheTypeOfItsExtension(name: String, type: String) throws {
        let file = try folder.file("content", named: name)
        var failure: (any Error)?
        let form = try SentForm(
            try serializer.form { data in
                do { try data.appendPart(withFileURL: file, name: "f") } catch { failure = error }
            })
        #expect(failure == nil)
        #expect(form.text == form.expected(SentForm.file("f", name, type, "content")))
        checkLength(form)
    }

    @Test func fileMayHaveAnotherNameAndType() throws {
        let file = try folder.file("content", named: "a.txt")
        let form = try SentForm(
            try serializer.form {
                try? $0.appendPart(withFileURL: file, name: "f", fileName: "other", mimeType: "x/y")
            })
        #expect(form.text == form.expected(SentForm.file("f", "other", "x/y", "content")))
        checkLength(form)
    }

    @Test func streamIsAFile() throws {
        let stream = InputStream(data: Data("content".utf8))
        let form = try SentForm(
            try serializer.form {
                $0.appendPart(with: stream, name: "f", fileName: "n", length: 7, mimeType: "x/y")
            })
        #expect(form.text == form.expected(SentForm.file("f", "n", "x/y", "content")))
        checkLength(form)
    }

    @Test func nilStreamIsAnEmptyOne() throws {
        let form = try SentForm(
            try serializer.form { $0.appendPart(with: nil, name: "f", fileName: "n", length: 0, mimeType: "x/y") })
        #expect(form.text == form.expected(SentForm.file("f", "n", "x/y", "")))
        checkLength(form)
    }

    @Test func customHeadersAreDispositionTypeAndThenByName() throws {
        let form = try SentForm(
            try serializer.form {
                $0.appendPart(
                    withHeaders: [
                        "X-B": "2", "Content-Type": "x/y", "A": "1", "Content-Disposition": "form-data; name=\"é\"",
                    ], body: Data("body".utf8))
                $0.appendPart(withHeaders: nil, body: Data("bare".utf8))
                $0.appendPart(withHeaders: [:], body: Data())
            })
        #expect(
            form.text
                == form.expected(
                    "Content-Disposition: form-data; name=\"é\"\r\nContent-Type: x/y\r\nA: 1\r\nX-B: 2\r\n\r\nbody",
                    "\r\nbare", "\r\n"))
        checkLength(form)
    }

    @Test func throttledFormIsTheSame() throws {
        let request = try serializer.form(["k": "value"]) { $0.throttleBandwidth(withPacketSize: 100, delay: 0.001) }
        let form = try SentForm(request)
        #expect(form.text == form.expected(SentForm.field("k", "value")))
        checkLength(form)
    }

    @Test(arguments: [UInt(1), 5, .max])
    func throttledReadReturnsAPacketAtATime(size: UInt) throws {
        let request = try serializer.form(["k": "value"]) { $0.throttleBandwidth(withPacketSize: size, delay: 0) }
        let stream = try #require(request.httpBodyStream)
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: 20)
        #expect(stream.read(&buffer, maxLength: 20) == min(20, Int(clamping: size)))
    }

    // MARK: - Forms

    @Test func boundaryIsAFNetworkings() throws {
        let boundaries = try (0..<20).map { _ in try SentForm(try serializer.form(["k": 1])).boundary }
        for boundary in boundaries {
            #expect(boundary.utf8.count == 25)
            #expect(boundary.hasPrefix("Boundary+"))
            #expect(boundary.dropFirst(9).allSatisfy { "0123456789ABCDEF".contains($0) })
        }
        #expect(Set(boundaries).count == 20)
    }

    @Test func parametersComeFirstInTheOrderOfTheWalk() throws {
        let parameters: [String: Any] = [
            "z": NSNull(), "b": ["y": 1, "x": [true, 2.5]] as [String: Any], "a": Data([0x41, 0x42]),
            "s": Set(["2", "1"]),
        ]
        let request = try serializer.form(parameters) {
            $0.appendPart(withForm: Data("last".utf8), name: "a")
        }
        let form = try SentForm(request)
        #expect(
            form.text
                == form.expected(
                    SentForm.field("a", "AB"), SentForm.field("b[x][]", "1"), SentForm.field("b[x][]", "2.5"),
                    SentForm.field("b[y]", "1"), SentForm.field("s", "1"), SentForm.field("s", "2"),
                    SentForm.field("z", ""), SentForm.field("a", "last")))
        checkLength(form)
    }

    @Test func formOfEveryClassIsTheSame() throws {
        for serializer in [serializer, AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            let request = try serializer.form(["k": 1])
            let form = try SentForm(request)
            #expect(form.text == form.expected(SentForm.field("k", "1")))
            #expect(request.httpMethod == "POST")
            #expect(request.url?.absoluteString == "https://example.com/p")
        }
    }

    @Test func formReplacesTheContentTypeThatWasSet() throws {
        serializer.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        #expect(
            try serializer.form(["k": 1]).value(forHTTPHeaderField: "Content-Type")?.hasPrefix("multipart/") == true)
    }

    @Test(arguments: [nil, [:]] as [[String: Int]?], [true, false])
    func formWithoutPartsIsTheRequestWithoutParameters(parameters: [String: Int]?, hasBlock: Bool) throws {
        let block: (any AFMultipartFormData) -> Void = { $0.throttleBandwidth(withPacketSize: 1, delay: 0) }
        let request = try serializer.form(parameters, hasBlock ? block : nil).value
        #expect(request.httpBodyStream == nil)
        #expect(request.httpBody == Data())
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(request.value(forHTTPHeaderField: "Content-Length") == nil)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func otherMethodsHaveForms(method: String) throws {
        let request = try serializer.multipartFormRequest(
            withMethod: method, urlString: "https://example.com", parameters: ["k": 1], constructingBodyWith: nil)
        #expect(request.httpMethod == method)
        checkLength(try SentForm(request))
    }

    @Test func shapesMakeTheSameForm() throws {
        var error: NSError?
        for shape in 0..<2 {
            let request =
                shape == 0
                ? serializer.multipartFormRequest(
                    withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1],
                    constructingBodyWith: { $0.appendPart(withForm: Data(), name: "b") }, error: nil)
                : serializer.multipartFormRequest(
                    withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1],
                    constructingBodyWith: { $0.appendPart(withForm: Data(), name: "b") }, error: &error)
            let form = try SentForm(request)
            #expect(form.text == form.expected(SentForm.field("k", "1"), SentForm.field("b", "")))
        }
        #expect(error == nil)
    }

    // MARK: - Names

    @Test func namesAreUTF8WhateverTheEncodingOfTheValues() throws {
        for encoding in [String.Encoding.isoLatin1, .utf16BigEndian] {
            serializer.stringEncoding = encoding.rawValue
            let request = try serializer.form(["é": "ö"]) {
                $0.appendPart(withFileData: Data(), name: "ü", fileName: "ß", mimeType: "x/y")
            }
            let form = try SentForm(request)
            var expected = Data("--\(form.boundary)\r\n\(SentForm.field("é", ""))".utf8)
            expected.append(try #require("ö".data(using: encoding)))
            expected.append(
                contentsOf: "\r\n--\(form.boundary)\r\n\(SentForm.file("ü", "ß", "x/y", ""))".utf8)
            expected.append(contentsOf: "\r\n--\(form.boundary)--\r\n".utf8)
            #expect(form.bytes == expected)
            checkLength(form)
        }
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nX: 1", "a%0D%0AX: 1"), ("a%22b", "a%22b"), ("a\\b", "a\\b"), ("", ""), ("名", "名"),
    ])
    func namesAreEscapedAsBrowsersDo(name: String, expected: String) throws {
        let file = try folder.file("x", named: "x.bin")
        let form = try SentForm(
            try serializer.form([name: 1]) {
                $0.appendPart(withForm: Data(), name: name)
                $0.appendPart(withFileData: Data(), name: name, fileName: name, mimeType: "x/y")
                $0.appendPart(with: nil, name: name, fileName: name, length: 0, mimeType: "x/y")
                try? $0.appendPart(withFileURL: file, name: name, fileName: name, mimeType: "x/y")
            })
        #expect(
            form.text
                == form.expected(
                    SentForm.field(expected, "1"), SentForm.field(expected, ""),
                    SentForm.file(expected, expected, "x/y", ""), SentForm.file(expected, expected, "x/y", ""),
                    SentForm.file(expected, expected, "x/y", "x")))
        checkLength(form)
    }

    // MARK: - The stream

    @Test func formOfDataAndFilesCanBeReadAgain() throws {
        let file = try folder.file("content", named: "a.txt")
        let request = try serializer.form(["k": 1]) { try? $0.appendPart(withFileURL: file, name: "f") }.value
        let first = try SentForm(request)
        #expect(try SentForm(request).bytes == first.bytes)
        checkLength(first)
    }

    @Test func formsBytesOutliveTheSerializerAndTheBlock() throws {
        var request: NSMutableURLRequest?
        do {
            let serializer = AFHTTPRequestSerializer()
            var kept: (any AFMultipartFormData)?
            request = try serializer.form(["k": 1]) { kept = $0 }
            // Too late, since the body is made already.
            kept?.appendPart(withForm: Data(), name: "late")
        }
        let form = try SentForm(try #require(request))
        #expect(form.text == form.expected(SentForm.field("k", "1")))
    }

    @Test func blockIsCalledOnceBeforeTheMethodReturns() throws {
        var calls = 0
        _ = try serializer.form { _ in calls += 1 }
        #expect(calls == 1)
    }

    @Test func blockMayAppendFromManyThreads() throws {
        let request = try serializer.form { data in
            struct Box: @unchecked Sendable { let data: any AFMultipartFormData }
            let box = Box(data: data)
            DispatchQueue.concurrentPerform(iterations: 100) { number in
                box.data.appendPart(withForm: Data("\(number)".utf8), name: "f")
            }
        }
        let form = try SentForm(request)
        #expect(form.text.components(separatedBy: "name=\"f\"").count == 101)
        checkLength(form)
    }
}
