import TestSupport
import Testing
import URLSerialization

@Suite(.timeLimit(.minutes(60))) struct OpenFileTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func text(of file: OpenFile, at offset: Int64, size: Int = 100) throws -> String {
        var buffer = [UInt8](repeating: 0, count: size)
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: offset) }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    private func write(_ text: String, to file: OpenFile, at offset: Int64) throws {
        try Array(text.utf8).withUnsafeBytes { try file.write($0, at: offset) }
    }

    @Test func fileIsReadAtAnyPlace() throws {
        let file = try OpenFile.reading(scratch.file("0123456789"))
        #expect(try file.length() == 10)
        for (offset, size, expected) in [(0, 4, "0123"), (4, 100, "456789"), (9, 1, "9"), (10, 5, ""), (99, 5, "")] {
            #expect(try text(of: file, at: Int64(offset), size: size) == expected)
        }
    }

    @Test func fileThatWasMadeIsWrittenAndReadAtAnyPlace() throws {
        let file = try OpenFile.creating(scratch("new"), isPrivate: true)
        try write("56789", to: file, at: 5)
        try write("01234", to: file, at: 0)
        try write("", to: file, at: 100)
        #expect(try text(of: file, at: 0) == "0123456789")
        try file.truncate(to: 3)
        #expect(try file.length() == 3)
        #expect(try String(contentsOf: scratch("new"), encoding: .utf8) == "012")
    }

    @Test func roomAskedForIsNotLength() throws {
        let file = try OpenFile.creating(scratch("new"), isPrivate: true)
        try write("012", to: file, at: 0)
        for (length, offset) in [(1 << 20, 0), (10, 1), (0, 0), (.max, 5)] as [(Int64, Int64)] {
            file.reserve(length, at: offset)
        }
        #expect(try file.length() == 3)
        #expect(try text(of: file, at: 0) == "012")
    }

    @Test func onlyANewFileCanBeMade() throws {
        for url in [try scratch.file("there"), try scratch.folder(), try scratch.link(to: scratch("missing"))] {
            let error = #expect(throws: FileError.self) { try OpenFile.creating(url, isPrivate: false) }
            #expect(error?.underlyingError.code == Int(EEXIST))
        }
        #expect(try String(contentsOf: scratch("file"), encoding: .utf8) == "there")
    }

    @Test func fileThatIsOnlyReadCannotBeWritten() throws {
        let file = try OpenFile.reading(scratch.file("there"))
        let error = #expect(throws: FileError.self) { try write("x", to: file, at: 0) }
        #expect(error?.underlyingError.code == Int(EBADF))
        let other = #expect(throws: FileError.self) { try file.truncate(to: 0) }
        #expect(other?.underlyingError.code == Int(EINVAL) && other?.reason.contains("cannot be truncated") == true)
    }

    @Test func onlyARegularFileIsOpenedAndNothingIsWaitedFor() throws {
        let made: [(URL, Int32)] = [
            (try scratch.pipe(), EINVAL), (try scratch.folder(), EISDIR), (URL(fileURLWithPath: "/dev/null"), EINVAL),
            (scratch("missing"), ENOENT), (try "https://example.com/f".asURL(), EINVAL),
        ]
        for (url, code) in made {
            let error = #expect(throws: FileError.self) { try OpenFile.reading(url) }
            #expect(error?.underlyingError.code == Int(code), "\(url)")
        }
    }

    @Test func movedFileTakesTheOthersPlace() throws {
        let (new, old) = (try scratch.file("new", named: "new"), try scratch.file("old", named: "old"))
        let open = try OpenFile.reading(old)
        try OpenFile.move(new, over: old)
        #expect(try String(contentsOf: old, encoding: .utf8) == "new")
        #expect(try text(of: open, at: 0) == "old")
        #expect(try scratch.names == ["old"])
        let error = #expect(throws: FileError.self) { try OpenFile.move(old, over: scratch.folder()) }
        #expect(error?.underlyingError.code == Int(EISDIR))
        #expect(try scratch.names == ["folder", "old"])
    }
}
