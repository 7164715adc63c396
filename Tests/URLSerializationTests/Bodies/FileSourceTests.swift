import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.interrupted), .timeLimit(.minutes(60))) struct FileSourceTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    // MARK: - Appending

    @Test(arguments: [("", 1), ("x", 1), ("line\r\n--B--\r\n", 1), ("0123456789", 100_000)])
    func contentIsTheFiles(part: String, count: Int) throws {
        let content = String(repeating: part, count: count)
        let body = try MultipartBody.making(file: scratch.file(content))
        #expect(try body.text == MultipartBody.text(ofFile: content))
        #expect(body.contentLength == Int64(MultipartBody.text(ofFile: content).utf8.count))
        #expect(body.isRepeatable)
        #expect(try body.text == MultipartBody.text(ofFile: content))
    }

    @Test(arguments: ["plain.bin", "größe 🙂.bin", "a\"b.bin", "a\r\nb.bin", "%41.bin", "no-extension", ".hidden"])
    func nameIsTheFilesOwn(name: String) throws {
        let file = try scratch.file("content", named: name)
        let body = try MultipartBody.making { try $0.append(file: file, name: "f") }
        let written = try PartHead(name: "f", fileName: name, mediaType: MediaType.forFileExtension(file.pathExtension))
        #expect(try body.text == "--B\r\n\(written.text)content\r\n--B--\r\n")
    }

    @Test func symbolicLinkIsFollowedAndNamesTheFile() throws {
        let link = try scratch.link(
            "link.xyzzy", to: scratch.link("link2", to: scratch.file("content", named: "target")))
        let body = try MultipartBody.making { try $0.append(file: link, name: "f") }
        #expect(try body.text.contains("filename=\"link.xyzzy\""))
        #expect(try body.text.contains("\r\n\r\ncontent\r\n"))
    }

    @Test func relativeURLIsTheWorkingDirectorys() throws {
        let file = URL(fileURLWithPath: "Package.swift", relativeTo: scratch.url)
        try Data("content".utf8).write(to: file)
        #expect(try MultipartBody.making(file: file).text == MultipartBody.text(ofFile: "content"))
    }

    static let unusable: [(name: String, posix: Int32, make: @Sendable (ScratchFolder) throws -> URL)] = [
        ("missing", ENOENT, { $0("missing") }),
        ("in a missing folder", ENOENT, { $0("missing/file") }),
        ("in a file", ENOTDIR, { try $0.file("content").appendingPathComponent("file") }),
        ("a folder", EISDIR, { try $0.folder() }),
        ("a folder's link", EISDIR, { try $0.link(to: $0.folder()) }),
        ("a pipe", EINVAL, { try $0.pipe() }),
        ("a pipe's link", EINVAL, { try $0.link(to: $0.pipe()) }),
        ("a device", EINVAL, { _ in URL(fileURLWithPath: "/dev/null") }),
        ("an endless device", EINVAL, { _ in URL(fileURLWithPath: "/dev/zero") }),
        ("a dangling link", ENOENT, { try $0.link(to: $0("missing")) }),
        ("a link to itself", ELOOP, { try $0.link(to: $0("link")) }),
        ("a name too long", ENAMETOOLONG, { $0(String(repeating: "n", count: 300)) }),
        ("a web page", EINVAL, { _ in try "https://example.com/file".asURL() }),
        ("data", EINVAL, { _ in try "data:text/plain,x".asURL() }),
        ("only a path", EINVAL, { try "\($0.file("content").path)".asURL() }),
    ]

    @Test(arguments: unusable.map(\.name))
    func whatIsNoReadableFileIsRefusedAtOnce(name: String) throws {
        let (_, posix, make) = try #require(Self.unusable.first { $0.name == name })
        let url = try make(scratch)
        var form = try MultipartForm.fixed
        try form.append("1", name: "a")
        for append in [
            { try $0.append(file: url, name: "photo") },
            { try $0.append(file: url, name: "photo", fileName: "n", mediaType: "m/t") },
        ] as [(inout MultipartForm) throws -> Void] {
            let error = try #require(#expect(throws: RequestSerializationError.self) { try append(&form) })
            #expect(error.code == .unusableFile)
            #expect(error.part == "photo")
            let text = url.isFileURL ? url.path : url.absoluteString
            #expect(error.reason.contains(text.debugDescription))
            #expect((error as NSError).domain == RequestSerializationError.errorDomain)
            #expect((error as NSError).code == -1000)
            let cause = try #require((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)
            #expect(cause.domain == NSPOSIXErrorDomain)
            #expect(cause.code == Int(posix))
        }
        #expect(try form.body.text == MultipartBody.text(ofFields: [("a", "1")]))
    }

    @Test func nameWithNULIsNotCutThere() throws {
        let secret = try scratch.file("content", named: "secret")
        expectRefusal(.unusableFile) { try MultipartBody.making(file: URL(fileURLWithPath: secret.path + "\0.png")) }
        expectRefusal(.unusableFile) { try MultipartBody.making(file: (secret.absoluteString + "%00.png").asURL()) }
    }

    @Test func fileThatMayNotBeReadIsRefused() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchFolder()
            let file = try scratch.file("content")
            let later = try scratch.file("content", named: "later")
            let body = try MultipartBody.making(file: later)
            for url in [file, later] { try #require(chmod(url.path, 0) == 0) }
            // Root can read every file.
            if geteuid() == 0 { try #require(seteuid(65534) == 0) }
            let error = expectRefusal(.unusableFile) { try MultipartBody.making(file: file) }
            #expect((error?.underlyingError as? NSError)?.code == Int(EACCES))
            #expect(body.failure?.code == .unusableFile)
            #expect(body.failure?.part == "f")
            if getuid() == 0 { try #require(seteuid(0) == 0) }
        }
    }

    // MARK: - Changes

    /// The changes to a file of 26 bytes between building and sending.
    static let changes: [(name: String, code: RequestSerializationError.Code, make: @Sendable (URL) throws -> Void)] = [
        ("growing", .sourceTooLong, { try Data("abcdefghijklmnopqrstuvwxyz.".utf8).write(to: $0) }),
        ("shrinking", .sourceTooShort, { try Data("abcdefghijklmnopqrstuvwxy".utf8).write(to: $0) }),
        ("emptied", .sourceTooShort, { try Data().write(to: $0) }),
        ("vanishing", .unusableFile, { try FileManager.default.removeItem(at: $0) }),
        (
            "a folder", .unusableFile,
            {
                try FileManager.default.removeItem(at: $0)
                try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: false)
            }
        ),
        (
            "a pipe", .unusableFile,
            {
                try FileManager.default.removeItem(at: $0)
                try #require(mkfifo($0.path, 0o600) == 0)
            }
        ),
        (
            "a link to itself", .unusableFile,
            {
                try FileManager.default.removeItem(at: $0)
                try FileManager.default.createSymbolicLink(at: $0, withDestinationURL: $0)
            }
        ),
    ]
    private static let content = "abcdefghijklmnopqrstuvwxyz"

    @Test(arguments: changes.map(\.name))
    func fileThatChangesBeforeItIsReadFailsTheRead(name: String) throws {
        let (_, code, change) = try #require(Self.changes.first { $0.name == name })
        let file = try scratch.file(Self.content)
        let body = try MultipartBody.making(file: file)
        try change(file)
        let failure = try #require(body.failure)
        #expect(failure.code == code)
        #expect(failure.part == "f")
        #expect(failure.reason.contains(file.path.debugDescription))
        for size in [1, 7, 100, 1 << 16] {
            let stream = try body.openStream()
            let (bytes, last) = stream.readToEnd(sizes: [size])
            #expect(last == -1)
            #expect(bytes.count < body.contentLength)
            #expect(stream.streamStatus == .error)
            #expect((stream.streamError as? RequestSerializationError)?.code == code)
        }
    }

    @Test(arguments: [("growing", 27), ("shrinking", 20), ("emptied", 0)], [1, 5, 1000])
    func fileThatChangesWhileItIsReadFailsTheRead(change: (name: String, length: Int), size: Int) throws {
        let file = try scratch.file(Self.content)
        let body = try MultipartBody.making(file: file)
        let stream = try body.openStream()
        let head = try #require(try body.text.components(separatedBy: Self.content).first).utf8.count
        #expect(stream.readOnce(head + 3).text.hasSuffix("\r\nabc"))
        // In place: replacing the file would leave the open one as it is.
        try #require(truncate(file.path, off_t(change.length)) == 0)
        let (bytes, last) = stream.readToEnd(sizes: [size])
        #expect(last == -1)
        #expect(Int64(head + 3 + bytes.count) < body.contentLength)
        let error = try #require(stream.streamError as? RequestSerializationError)
        #expect(error.code == (change.name == "growing" ? .sourceTooLong : .sourceTooShort))
        #expect(error.part == "f")
        #expect(error.reason.contains(file.path.debugDescription))
    }

    @Test func fileThatVanishesWhileItIsReadIsReadToItsEnd() throws {
        let file = try scratch.file(Self.content)
        let body = try MultipartBody.making(file: file)
        let expected = try body.text
        let stream = try body.openStream()
        let start = stream.readOnce(expected.utf8.count - 20).text
        try FileManager.default.removeItem(at: file)
        #expect(String(decoding: Data(start.utf8) + stream.readToEnd().bytes, as: UTF8.self) == expected)
        stream.open()
        #expect(stream.readToEnd().last == -1)
        #expect((stream.streamError as? RequestSerializationError)?.code == .unusableFile)
    }

    @Test func fileThatIsBackIsReadAgain() throws {
        let file = try scratch.file(Self.content)
        let body = try MultipartBody.making(file: file)
        try FileManager.default.removeItem(at: file)
        #expect(body.failure?.code == .unusableFile)
        _ = try scratch.file(Self.content)
        #expect(try body.text == MultipartBody.text(ofFile: Self.content))
    }

    #if os(Linux)
        /// Such a file is regular, and has a length of 0 bytes until it is read.
        @Test func fileThatDoesNotKnowItsLengthFailsTheRead() throws {
            let body = try MultipartBody.making(file: URL(fileURLWithPath: "/proc/self/status"))
            #expect(body.failure?.code == .sourceTooLong)
            #expect(body.failure?.part == "f")
        }
    #endif
}
