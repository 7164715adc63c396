import Testing

@testable import URLSerialization

@Suite struct SystemMediaTypesTests {
    @Test func regularFileIsRead() throws {
        let folder = try Folder()
        let file = try folder.file(Data("# c\na/a x y\nnonsense\nb/b z".utf8))
        #expect(MediaTypeTable.lines(inFile: file)?.map(\.mediaType) == ["a/a", "b/b"])
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(MediaTypeTable.lines(inFile: link)?.count == 2)
    }

    @Test func emptyFileHasNoLines() throws {
        let folder = try Folder()
        #expect(MediaTypeTable.lines(inFile: try folder.file(Data())) == [])
    }

    @Test func fileAboveTheLimitIsNotRead() throws {
        let folder = try Folder()
        let file = try folder.file(Data("a/a x".utf8))
        #expect(MediaTypeTable.lines(inFile: file, limit: 5)?.count == 1)
        #expect(MediaTypeTable.lines(inFile: file, limit: 4) == nil)
        let sparse = try folder.file(Data("a/a x\n".utf8))
        try #require(truncate(sparse, 1 << 40) == 0)
        #expect(MediaTypeTable.lines(inFile: sparse) == nil)
    }

    @Test func whatIsNoFileIsNotRead() throws {
        let folder = try Folder()
        #expect(MediaTypeTable.lines(inFile: folder.path("missing")) == nil)
        #expect(MediaTypeTable.lines(inFile: folder.path("")) == nil)
        #expect(MediaTypeTable.lines(inFile: "/dev/zero") == nil)
        #expect(MediaTypeTable.lines(inFile: "/dev/null") == nil)
        #expect(MediaTypeTable.lines(inFile: "") == nil)
        let loop = folder.path("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        #expect(MediaTypeTable.lines(inFile: loop) == nil)
    }

    @Test func pipeWithoutAWriterIsNotWaitedFor() throws {
        let folder = try Folder()
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            if MediaTypeTable.lines(inFile: pipe) == nil { ended.signal() }
        }
        #expect(ended.wait(timeout: .now() + 600) == .success)
    }

    @Test(.enabled("The system does not list descriptors.") { Folder.openPaths != nil })
    func fileIsClosedWhetherReadOrNot() throws {
        let folder = try Folder()
        let file = try folder.file(Data("a/a x".utf8))
        for path in [file, folder.path("")] {
            _ = MediaTypeTable.lines(inFile: path)
            _ = MediaTypeTable.lines(inFile: path, limit: 1)
        }
        let name = folder.url.lastPathComponent
        let descriptor = open(file, O_RDONLY)
        #expect(Folder.openPaths?.filter { $0.contains(name) }.count == 1)
        close(descriptor)
        #expect(Folder.openPaths?.filter { $0.contains(name) }.isEmpty == true)
    }
}

/// A folder that is removed with the test.
private final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("media-types-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.path + "/" + name }

    func file(_ contents: Data) throws -> String {
        let path = path(UUID().uuidString)
        try contents.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The paths of the process's open files; `nil` if the system does not list them.
    static var openPaths: [String]? {
        let folder = "/proc/self/fd"
        guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        return descriptors.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }
}
