import Synchronization
import TestSupport
import Testing
import URLSerialization

/// Bodies written to a file, with a completion handler and without.
@Suite(.tags(.interrupted), .takingTurns, .timeLimit(.minutes(60))) struct FileReplacementTests {
    private let scratch: ScratchFolder
    private let body: MultipartBody
    private let bytes: Data

    init() throws {
        scratch = try ScratchFolder()
        let source = try scratch.file(String(repeating: "0123456789", count: 300_000), named: "source")
        body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.append(file: source, name: "b", fileName: "n", mediaType: "m/t")
        }
        bytes = try body.data()
    }

    /// The counts of bytes that an observer receives.
    private final class Counts: @unchecked Sendable {
        private let lock = NSLock()
        private var values: [(Int64, Int64)] = []

        var all: [(written: Int64, length: Int64)] { lock.withLock { values } }
        func add(_ written: Int64, of length: Int64) { lock.withLock { values.append((written, length)) } }
    }

    private static func written(
        _ body: MultipartBody, to file: URL, queue: DispatchQueue = .global(),
        progress: (@Sendable (Int64, Int64) -> Void)? = nil
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            body.write(to: file, queue: queue, progress: progress) { continuation.resume(with: $0) }
        }
    }

    // MARK: - Success

    @Test(arguments: [true, false])
    func fileIsTheBodyAndNothingIsLeftBesideIt(isAsync: Bool) async throws {
        for name in ["out", "größe 🙂 \"x\"", String(repeating: "n", count: 255), ".hidden"] {
            let file = scratch(name)
            if isAsync { try await body.write(to: file) } else { try await Self.written(body, to: file) }
            #expect(try Data(contentsOf: file) == bytes)
            #expect(try scratch.names == [name, "source"].sorted())
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test(arguments: [true, false])
    func progressRisesToTheBodysLength(isAsync: Bool) async throws {
        let counts = Counts()
        if isAsync {
            try await body.write(to: scratch("out")) { counts.add($0, of: $1) }
        } else {
            try await Self.written(body, to: scratch("out")) { counts.add($0, of: $1) }
        }
        let all = counts.all
        #expect(all.count > 2)
        #expect(all.allSatisfy { $0.length == body.contentLength })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.written < $1.written })
        #expect(all.last?.written == body.contentLength)
    }

    @Test func progressObjectCountsBytes() async throws {
        let file = scratch("out")
        let body = body
        let progress: Progress = try await withCheckedThrowingContinuation { continuation in
            let box = Box()
            let progress = body.write(to: file, queue: .global()) { result in
                continuation.resume(with: result.map { box.progress })
            }
            box.progress = progress
        }
        #expect(progress.totalUnitCount == body.contentLength)
        #expect(progress.completedUnitCount == body.contentLength)
        #expect(progress.isFinished)
    }

    /// A progress for which a test waits until it is known.
    private final class Box: @unchecked Sendable {
        private let condition = NSCondition()
        private var known: Progress?

        var progress: Progress {
            get {
                condition.withLock {
                    while true {
                        if let known { return known }
                        condition.wait()
                    }
                }
            }
            set {
                condition.withLock {
                    known = newValue
                    condition.broadcast()
                }
            }
        }
    }

    @Test func completionIsCalledOnItsQueue() async throws {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "completion")
        queue.setSpecific(key: key, value: 7)
        for file in [scratch("out"), scratch("missing/out")] {
            let value = await withCheckedContinuation { continuation in
                body.write(to: file, queue: queue) { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key))
                }
            }
            #expect(value == 7)
        }
    }

    @Test func existingFileAndLinkedFileAreReplaced() async throws {
        let file = try scratch.file("what was there", named: "out")
        try await body.write(to: file)
        #expect(try Data(contentsOf: file) == bytes)
        let target = try scratch.file("what was there", named: "target")
        let link = try scratch.link(to: target)
        try await body.write(to: link)
        #expect(try Data(contentsOf: target) == bytes)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
        #expect(try scratch.names == ["link", "out", "source", "target"])
    }

    @Test func linkToAFileThatIsNotThereMakesIt() async throws {
        let link = try scratch.link(to: scratch("target"))
        try await body.write(to: link)
        #expect(try Data(contentsOf: scratch("target")) == bytes)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == scratch("target").path)
    }

    @Test func fileOfThePartsIsNotReplaced() async throws {
        let before = try Data(contentsOf: scratch("source"))
        for file in [scratch("source"), try scratch.link(to: scratch("source"))] {
            let error = await #expect(throws: RequestSerializationError.self) { try await body.write(to: file) }
            #expect(error?.code == .unwritableFile)
            #expect(error?.part == "b")
        }
        #expect(try Data(contentsOf: scratch("source")) == before)
        #expect(try scratch.names == ["link", "source"])
    }

    // MARK: - Failure

    static let unwritable: [(name: String, make: @Sendable (ScratchFolder) throws -> URL)] = [
        ("in a missing folder", { $0("missing/out") }),
        ("in a file", { $0("source/out") }),
        ("a folder", { try $0.folder() }),
        ("a folder's link", { try $0.link(to: $0.folder()) }),
        ("the root", { _ in URL(fileURLWithPath: "/") }),
        ("a pipe", { try $0.pipe() }),
        ("a device", { _ in URL(fileURLWithPath: "/dev/null") }),
        ("a link to itself", { try $0.link(to: $0("link")) }),
        ("a name too long", { $0(String(repeating: "n", count: 256)) }),
        ("a web page", { _ in try "https://example.com/out".asURL() }),
        ("only a path", { try $0("out").path.asURL() }),
    ]

    @Test(arguments: unwritable.map(\.name), [true, false])
    func whatCannotBeWrittenIsAnErrorNamingTheFile(name: String, isAsync: Bool) async throws {
        let file = try #require(Self.unwritable.first { $0.name == name }).make(scratch)
        let before = try scratch.names
        let error = await #expect(throws: RequestSerializationError.self) {
            if isAsync { try await body.write(to: file) } else { try await Self.written(body, to: file) }
        }
        #expect(error?.code == .unwritableFile)
        let text = file.isFileURL ? file.path : file.absoluteString
        #expect(error?.reason.contains(text.debugDescription) == true)
        #expect(error?.underlyingError is NSError)
        #expect(try scratch.names == before)
    }

    @Test(arguments: [true, false])
    func failedWritingLeavesWhatWasThere(isThere: Bool) async throws {
        let file = scratch("out")
        if isThere { _ = try scratch.file("what was there", named: "out") }
        let before = try scratch.names
        let failing = try MultipartBody.making { form in
            try form.append(file: scratch("source"), name: "a")
            try form.append(
                ScriptedStream(.text("x"), .count(-1)), length: 10, name: "b", fileName: "n", mediaType: "m/t",
                mayBlock: false)
        }
        let error = await #expect(throws: RequestSerializationError.self) { try await failing.write(to: file) }
        #expect(error?.code == .unreadableSource)
        #expect(error?.part == "b")
        #expect(try scratch.names == before)
        if isThere { #expect(try String(contentsOf: file, encoding: .utf8) == "what was there") }
    }

    @Test func unwritableFileCostsNoStream() async throws {
        let body = try MultipartBody.making { form in
            try form.append(
                InputStream(data: Data("x".utf8)), length: 1, name: "f", fileName: "n", mediaType: "m/t",
                mayBlock: false)
        }
        await #expect(throws: RequestSerializationError.self) { try await body.write(to: scratch("missing/out")) }
        try await body.write(to: scratch("out"))
        #expect(try String(contentsOf: scratch("out"), encoding: .utf8) == MultipartBody.text(ofFile: "x"))
    }

    // MARK: - Cancellation

    /// A body whose first byte takes an hour.
    private var slow: MultipartBody {
        get throws {
            try MultipartBody.making { form in
                try form.append("1", name: "a")
                try form.throttle(packetSize: 1, delay: 3600)
            }
        }
    }

    @Test func cancelledTaskLeavesWhatWasThere() async throws {
        let (slow, file) = (try slow, try scratch.file("what was there", named: "out"))
        let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task { try await slow.write(to: file) { _, _ in continuation.finish() } }
        for await _ in reached {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try scratch.names == ["out", "source"])
        #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
    }

    @Test func cancelledProgressLeavesWhatWasThere() async throws {
        let (slow, file) = (try slow, try scratch.file("what was there", named: "out"))
        let box = Box()
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { continuation in
                box.progress = slow.write(
                    to: file, queue: .global(),
                    progress: { _, _ in
                        box.progress.cancel()
                    }, completion: { continuation.resume(with: $0) })
            }
        }
        #expect(try scratch.names == ["out", "source"])
        #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
    }

    @Test func replacedFileKeepsItsPermissions() async throws {
        let file = try scratch.file("what was there", named: "out")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try await body.write(to: file)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try Data(contentsOf: file) == body.data())
    }

    /// A file that other users may open while it is written shows them what takes a private file's place.
    @Test(arguments: [Int?.none, 0o600, 0o644])
    func draftIsPrivateUntilItIsComplete(mode: Int?) async throws {
        let (scratch, file) = (scratch, scratch("out"))
        if let mode {
            _ = try scratch.file("what was there", named: "out")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        let modes = Mutex<Set<Int>>([])
        try await body.write(to: file) { _, _ in
            for name in (try? scratch.names) ?? [] where name.hasPrefix(".") {
                if let mode = try? Self.mode(scratch(name)) { _ = modes.withLock { $0.insert(mode) } }
            }
        }
        #expect(modes.withLock { $0 } == [0o600])
        let other = try scratch.file("", named: "other")
        #expect(try Self.mode(file) == mode ?? Self.mode(other))
    }

    private static func mode(_ file: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    @Test func taskThatIsCancelledAlreadyWritesNothing() async throws {
        let (body, file) = (body, scratch("out"))
        let task = Task {
            try? await Task.sleep(for: .seconds(600))
            try await body.write(to: file)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try scratch.names == ["source"])
    }

    @Test func throttledWritingIsStillWhole() async throws {
        let counts = Counts()
        let body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.throttle(packetSize: 10, delay: 0.01)
        }
        let file = scratch("out")
        let duration = try await ContinuousClock().measure {
            try await body.write(to: file) { counts.add($0, of: $1) }
        }
        let packets = (body.contentLength + 9) / 10
        #expect(counts.all.count == packets)
        #expect(duration >= .seconds(0.01 * Double(packets)))
        #expect(try Data(contentsOf: file) == body.data())
    }
}
