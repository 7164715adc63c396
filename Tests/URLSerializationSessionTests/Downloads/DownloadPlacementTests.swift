import Synchronization
import TestSupport
import Testing

@testable import URLSerializationSession

@Suite(.tags(.interrupted, .slow), .takingTurns) struct DownloadPlacementTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private func mode(_ url: URL) throws -> Int {
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
        return try #require(mode).intValue
    }

    private func error(
        _ temporary: URL, _ destination: URL, _ options: DownloadOptions,
        is code: CocoaError.Code = .fileWriteUnknown
    ) throws -> RequestError {
        let error = try #require(throws: RequestError.self) {
            try DownloadPlacement.place(temporary, at: destination, options: options)
        }
        #expect(error.kind == .file && error.placing == code)
        #expect(error.url == destination)
        return error
    }

    @Test func aFileIsMovedToAFreePlace() throws {
        let temporary = try folder.file("t", "new")
        try DownloadPlacement.place(temporary, at: folder("x"), options: [])
        #expect(try text(folder("x")) == "new")
        #expect(try folder.names == ["x"])
        #expect(try mode(folder("x")) & 0o444 != 0o400, "It has stayed private.")
    }

    @Test func aFileInTheWayStaysUnlessItMayGo() throws {
        let temporary = try folder.file("t", "new")
        let old = try folder.file("x", "old", mode: 0o640)
        #expect(
            try error(temporary, old, [.createIntermediateDirectories], is: .fileWriteFileExists).reason.contains(
                "removePreviousFile"))
        #expect(try text(old) == "old")
        #expect(try text(temporary) == "new")
        try DownloadPlacement.place(temporary, at: old, options: [.removePreviousFile])
        #expect(try text(old) == "new")
        #expect(try mode(old) == 0o640)
        #expect(try folder.names == ["x"])
    }

    @Test func directoriesAreCreatedIfTheyMayBe() throws {
        let temporary = try folder.file("t", "new")
        #expect(
            try error(temporary, folder("a/b/x"), [.removePreviousFile], is: .fileNoSuchFile).reason.contains(
                "createIntermediate"))
        #expect(try folder.names == ["t"])
        try DownloadPlacement.place(temporary, at: folder("a/b/x"), options: [.createIntermediateDirectories])
        #expect(try text(folder("a/b/x")) == "new")
        let below = try folder.file("t", "newer")
        #expect(
            try error(below, folder("a/b/x/y"), [.createIntermediateDirectories], is: .fileNoSuchFile).underlyingError
                != nil)
        #expect(try text(folder("a/b/x")) == "new")
    }

    @Test(arguments: [DownloadOptions(), [.removePreviousFile], [.removePreviousFile, .createIntermediateDirectories]])
    func aDirectoryIsNeverRemoved(options: DownloadOptions) throws {
        let temporary = try folder.file("t", "new")
        try FileManager.default.createDirectory(at: folder("d"), withIntermediateDirectories: false)
        #expect(try error(temporary, folder("d"), options).reason.contains("directory"))
        #expect(try folder.names == ["d", "t"])
    }

    @Test func aLinkIsReplacedItself() throws {
        let target = try folder.file("target", "old")
        for (link, target) in [("l", target), ("dangling", folder("none"))] {
            let temporary = try folder.file("t", "new")
            try FileManager.default.createSymbolicLink(at: folder(link), withDestinationURL: target)
            _ = try error(temporary, folder(link), [], is: .fileWriteFileExists)
            try DownloadPlacement.place(temporary, at: folder(link), options: [.removePreviousFile])
            #expect(try text(folder(link)) == "new")
        }
        #expect(try text(target) == "old")
        #expect(try folder.names == ["dangling", "l", "target"])
    }

    @Test func aPipeIsNotReplaced() throws {
        let temporary = try folder.file("t", "new")
        try #require(mkfifo(folder("p").path, 0o600) == 0)
        #expect(try error(temporary, folder("p"), [.removePreviousFile]).reason.contains("regular"))
        #expect(try folder.names == ["p", "t"])
    }

    @Test func onlyAFilesURLIsAPlace() throws {
        let temporary = try folder.file("t", "new")
        let url = try #require(URL(string: "http://a/x"))
        #expect(try error(temporary, url, []).reason.contains("file's URL"))
        #expect(try text(temporary) == "new")
    }

    @Test func aTemporaryFileThatIsGoneLeavesNothing() throws {
        _ = try error(folder("t"), folder("x"), [])
        #expect(try folder.names == [])
        let old = try folder.file("x", "old")
        _ = try error(folder("t"), old, [.removePreviousFile])
        #expect(try text(old) == "old")
    }

    /// Another process may put a file in the place between any two steps of a placement.
    @Test func aFileThatAppearsMeanwhileIsNeverRemoved() throws {
        let isDone = Mutex(false)
        let removed = Mutex(0)
        let thread = Thread {
            for _ in 0..<1000 {
                let draft = try? folder.file("draft", "another's")
                guard draft.map({ rename($0.path, folder("x").path) }) == 0 else { break }
                for _ in 0..<20 where access(folder("x").path, F_OK) != 0 {
                    removed.withLock { $0 += 1 }
                    break
                }
                _ = unlink(folder("x").path)
            }
            isDone.withLock { $0 = true }
        }
        thread.start()
        while !isDone.withLock({ $0 }) {
            #expect(throws: RequestError.self) {
                try DownloadPlacement.place(folder("t"), at: folder("x"), options: [])
            }
        }
        #expect(removed.withLock { $0 } == 0)
    }

    // MARK: - Across file systems

    private static let otherFileSystem = URL(fileURLWithPath: "/dev/shm", isDirectory: true)

    private static var hasOtherFileSystem: Bool {
        let numbers = [otherFileSystem, FileManager.default.temporaryDirectory].map { url in
            (try? FileManager.default.attributesOfItem(atPath: url.path))?[.systemNumber] as? NSNumber
        }
        return numbers[0] != nil && numbers[0] != numbers[1] && access(otherFileSystem.path, W_OK) == 0
    }

    @Test(.enabled(if: hasOtherFileSystem)) func acrossFileSystemsItIsACopy() throws {
        let (folder, other) = (try ScratchFolder(), try ScratchFolder(in: Self.otherFileSystem))
        let content = String(repeating: "0123456789", count: 100_000)
        let temporary = try other.file("t", content)
        try DownloadPlacement.place(temporary, at: folder("x"), options: [])
        #expect(try text(folder("x")) == content)
        #expect(try other.names == [])
        #expect(try mode(folder("x")) & 0o444 != 0o400)

        let second = try other.file("t", "second")
        _ = try error(second, folder("x"), [], is: .fileWriteFileExists)
        #expect(try text(folder("x")) == content)
        try DownloadPlacement.place(second, at: folder("x"), options: [.removePreviousFile])
        #expect(try text(folder("x")) == "second")
        #expect(try folder.names == ["x"])
        #expect(try other.names == [])
    }
}

extension ScratchFolder {
    fileprivate func file(_ name: String, _ content: String, mode: Int = 0o600) throws -> URL {
        let file = try file(content, named: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file
    }
}
