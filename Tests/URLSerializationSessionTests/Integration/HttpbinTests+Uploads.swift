import Testing
import URLSerializationSession

extension HttpbinTests {
    private static let text = String(repeating: "0123456789abcdef", count: 8192)

    @Test func dataIsUploaded() async throws {
        let echo = try await session.upload(
            .data(Data(Self.text.utf8)), to: Httpbin.at("/put"), method: .put, headers: ["Content-Type": "text/plain"]
        ).echo()
        #expect(echo.data == Self.text)
        #expect(echo.headers["Content-Length"] == "\(Self.text.utf8.count)")
    }

    @Test func aFileIsUploadedByItsLength() async throws {
        try await withFile(Self.text) { file in
            let request = session.upload(
                .file(file), to: Httpbin.at("/post"), headers: ["Content-Type": "application/octet-stream"])
            let echo = try await request.echo()
            #expect(echo.data == Self.text)
            #expect(echo.headers["Content-Length"] == "\(Self.text.utf8.count)")
            #expect(echo.headers["Transfer-Encoding"] == nil && echo.headers["Expect"] == nil)
            #expect(request.uploadProgress.completedUnitCount == Int64(Self.text.utf8.count))
        }
    }

    @Test(arguments: [nil, Int64(text.utf8.count)])
    func aStreamIsUploadedByItsLengthOrInChunks(length: Int64?) async throws {
        let echo = try await session.upload(
            .stream(length: length) { InputStream(data: Data(Self.text.utf8)) }, to: Httpbin.at("/post"),
            headers: ["Content-Type": "application/octet-stream"]
        ).echo()
        #expect(echo.data == Self.text)
        #expect(echo.headers["Content-Length"] == length.map { "\($0)" })
        #expect(echo.headers["Transfer-Encoding"] == (length == nil ? "chunked" : nil))
    }

    @Test func aFormWithFilesIsUploaded() async throws {
        try await withFile(Self.text) { file in
            let echo = try await session.upload(
                to: Httpbin.at("/post"), parameters: ["a": ["1", "2"], "ü": "日本 \"q\""] as [String: Any]
            ) { form in
                try form.append(file: file, name: "file")
                try form.append(Data("in memory".utf8), name: "data", fileName: "d.txt", mediaType: "text/plain")
            }.echo()
            #expect(echo.form == ["a[]": ["1", "2"], "ü": "日本 \"q\""])
            #expect(echo.files == ["file": .one(Self.text), "data": "in memory"])
            #expect(echo.headers["Transfer-Encoding"] == nil)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func afterARedirectionTheMethodAndTheBodyAreWhatTheStatusSays(status: Int) async throws {
        let keepsBody = status > 303
        let echo = try await session.request(
            Httpbin.redirection(status, to: "/anything"), method: .post, parameters: ["a": "1"]
        ).echo()
        #expect(echo.method == (keepsBody ? "POST" : "GET"))
        #expect(echo.form == (keepsBody ? ["a": "1"] : [:]))
        #expect((echo.headers["Content-Type"] != nil) == keepsBody)
    }

    @Test(arguments: [307, 308])
    func aRedirectionSendsFilesStreamsAndFormsAgain(status: Int) async throws {
        let url = Httpbin.redirection(status, to: "/anything")
        let type: HTTPHeaders = ["Content-Type": "application/octet-stream"]
        try await withFile(Self.text) { file in
            let echo = try await session.upload(.file(file), to: url, method: .put, headers: type).echo()
            #expect(echo.method == "PUT" && echo.data == Self.text)
            let streamed = try await session.upload(
                .stream(length: nil) { InputStream(data: Data(Self.text.utf8)) }, to: url, headers: type
            ).echo()
            #expect(streamed.data == Self.text)
            let form = try await session.upload(to: url) { try $0.append(file: file, name: "file") }.echo()
            #expect(form.files == ["file": .one(Self.text)])
        }
    }

    private func withFile(_ text: String, _ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("HttpbinTests-\(UUID()).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }
}
