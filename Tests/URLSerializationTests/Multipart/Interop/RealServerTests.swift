import TestSupport
import Testing
import URLSerialization

/// Forms posted to third-party servers through URLSession: their parsers must read the sent values.
///
/// ```sh
/// .ci/servers/start FOLDER forms && FORM_SERVERS=FOLDER/servers swift test --filter RealServerTests
/// ```
@Suite(
    .tags(.real, .forms),
    .enabled(
        if: FormServer.listPath != nil,
        "Needs servers: .ci/servers/start says how to start them"),
    .serialized, .timeLimit(.minutes(60)))
struct RealServerTests {
    private static let names = [
        "plain", "naïve café", "日本語", "😀👩‍👩‍👧", "e\u{301}", "\u{E9}", "\u{2028}",
        "say \"hi\"", "\"", "\"\"", "carriage\rreturn", "line\nfeed", "both\r\n", "%22", "%0D%0A", "100%", "%C3%A9",
        "x\"\r\nContent-Type: text/html\r\n\r\n<b>injected</b>\r\n--",
        "back\\slash", "two\\\\slashes", "a;b=c", "a=b&c", "colon: x", "'single'", "<>", "&amp;", "tab\there",
        "with space", "dotted.name", " leading", "trailing ", "0",
        "list[]", "list[]", "list[7]", "list[]", "user[name]", "user[first name][given.name]", "deep[a][b][c][]",
        "deep[a][b][c][]", "rows[][x]", "rows[][x]", "repeated", "between", "repeated",
        String(repeating: "long ", count: 100),
        // Last, because of PHP's treatment of files with such names.
        "open[", "]close", "open[dot.ted", "after[key]text",
    ]

    private static let fileNames = [
        "photo.png", "naïve 日本 😀.txt", "e\u{301}\u{E9}.txt", "say \"cheese\".jpg", "carriage\r\nreturn.txt",
        "a;b=c.txt", "a&amp;b.txt", "dir/inner.txt", "back\\slash.txt", "two\\\\slashes.txt", "%22.txt", "per%41cent",
        ".hidden", " spaces .txt", "it's",
    ]

    private static let values = [
        Data(), Data("\r\n".utf8), Data("café 日本 😀".utf8), Data("a=1&b=2".utf8), Data("\u{FEFF}mark".utf8),
        Data("\r\n--Boundary+\r\n--Boundary+0123456789ABCDEF--\r\n".utf8), Data([0]),
        Data([0xFF, 0xFE, 0x00, 0x80, 0x61, 0xE2, 0x82]), Data(0...255), Data(repeating: 0x2D, count: 70_000),
    ]

    @Test func everyServerIsStarted() throws {
        #expect(try FormServer.listedNames().sorted() == FormServer.Framework.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func namesAreRead(framework: FormServer.Framework, route: UploadRoute) async throws {
        // The last is not allowed as the name of a file.
        let fields = (Self.names + ["ends\\\\"]).enumerated().map { SentPart($1, "value \($0)") }
        let files = Self.names.enumerated().map { index, name in
            SentPart(name, fileName: "\(index).txt", mediaType: "text/plain", Data("file \(index)".utf8))
        }
        try await expectToBeRead(SentForm(parts: fields + files), by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func fileNamesAndTypesAreRead(framework: FormServer.Framework, route: UploadRoute) async throws {
        let types = ["text/plain", "Image/PNG", "text/plain; charset=utf-8", "a/b"]
        let parts = Self.fileNames.enumerated().map { index, name in
            SentPart("f\(index)", fileName: name, mediaType: types[index % types.count], Data("file \(index)".utf8))
        }
        try await expectToBeRead(SentForm(parts: parts), by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func valuesAreRead(framework: FormServer.Framework, route: UploadRoute) async throws {
        let fields = Self.values.enumerated().map { SentPart("v\($0)", $1) }
        let files = Self.values.enumerated().map { index, value in
            SentPart("f\(index)", fileName: "f", mediaType: "application/octet-stream", value)
        }
        try await expectToBeRead(SentForm(parts: fields + files), by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func parametersAreReadBeforeTheParts(framework: FormServer.Framework, route: UploadRoute) async throws {
        let form = SentForm(
            parameters: [
                "user": ["name": "Zoë \"Z\"", "tags": ["a", "b"], "age": 42, "admin": true, "note": nil],
                "say \"hi\"": 0.5, "bytes": .data(Data([0xFF, 0x00])), "none": [], "naïve\r\n": "",
            ],
            parameterParts: [
                SentPart("bytes", Data([0xFF, 0x00])), SentPart("naïve\r\n", ""), SentPart("say \"hi\"", "0.5"),
                SentPart("user[admin]", "1"), SentPart("user[age]", "42"), SentPart("user[name]", "Zoë \"Z\""),
                SentPart("user[note]", ""), SentPart("user[tags][]", "a"), SentPart("user[tags][]", "b"),
            ],
            parts: [SentPart("last", "field")])
        try await expectToBeRead(form, by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func everySourceIsRead(framework: FormServer.Framework, route: UploadRoute) async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("naïve \"file\".json")
        try Data("{}".utf8).write(to: file)
        let empty = folder.appendingPathComponent("empty.txt")
        try Data().write(to: empty)
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
        let form = SentForm(parts: [
            SentPart("text", "text"),
            SentPart("file", file: file, mediaType: "application/json", content: .bytes(Data("{}".utf8))),
            SentPart("empty", file: empty, mediaType: "text/plain", content: .bytes(Data())),
            SentPart("stream", fileName: "stream", mediaType: "a/b", bytes, from: .stream),
            SentPart("empty stream", fileName: "stream", mediaType: "a/b", Data(), from: .stream),
            SentPart("sequence", fileName: "sequence", mediaType: "a/b", bytes, from: .chunks),
            SentPart("empty data", fileName: "data", mediaType: "a/b", Data()),
            SentPart(
                "raw",
                headers: [
                    "X-Note": "of the caller's own", "content-type": "application/json",
                    "Content-Disposition": "form-data; name=\"raw\"",
                ], Data("{\"a\":1}".utf8)),
        ])
        try await expectToBeRead(form, by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases, UploadRoute.allCases)
    func aThousandFieldsAreRead(framework: FormServer.Framework, route: UploadRoute) async throws {
        let parts = (0..<1000).flatMap { index in
            [SentPart("field \(index)", "value \(index)"), SentPart("list[]", "\(index)")]
        }
        try await expectToBeRead(SentForm(parts: parts), by: framework, route)
    }

    @Test(arguments: FormServer.Framework.allCases)
    func aLargeFileIsRead(framework: FormServer.Framework) async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("large.bin")
        let content = try writeLargeFile(file, size: 64 << 20)
        let form = SentForm(parts: [
            SentPart("before", "1"),
            SentPart("large", file: file, mediaType: "application/octet-stream", content: content),
            SentPart("after", "2"),
        ])
        for route in UploadRoute.allCases { try await expectToBeRead(form, by: framework, route) }
    }

    private func expectToBeRead(
        _ form: SentForm, by framework: FormServer.Framework, _ route: UploadRoute,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let received = try await FormServer(framework).post(form, by: route)
        let expected = framework.reading(form.allParts)
        #expect(received.fields.count == expected.fields.count, sourceLocation: sourceLocation)
        #expect(received.files.count == expected.files.count, sourceLocation: sourceLocation)
        for (received, expected) in zip(received.fields + received.files, expected.fields + expected.files) {
            #expect(received == expected, sourceLocation: sourceLocation)
        }
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes a file in which no two places are alike.
    private func writeLargeFile(_ url: URL, size: Int) throws -> PartContent {
        var generator = SeededGenerator(seed: 7)
        var block = Data((0..<(1 << 16)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        var checksum = CRC32()
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        for index in 0..<(size / block.count) {
            withUnsafeBytes(of: index) { block.replaceSubrange(..<8, with: $0) }
            checksum.update(block)
            try handle.write(contentsOf: block)
        }
        return .large(size: size, crc32: checksum.text)
    }
}
