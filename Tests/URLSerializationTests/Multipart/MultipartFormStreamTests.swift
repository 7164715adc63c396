import TestSupport
import Testing
import URLSerialization

/// Parts that are streams: those that may block, copied while they are appended, and others, read while the body is.
@Suite(.tags(.interrupted), .takingTurns, .timeLimit(.minutes(60))) struct MultipartFormStreamTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static func body(
        _ stream: InputStream, length: Int64?, mayBlock: Bool, before: String? = nil
    ) throws -> MultipartBody {
        try MultipartBody.making { form in
            if let before { try form.append(before, name: "before") }
            try form.append(stream, length: length, name: "f", fileName: "n", mediaType: "m/t", mayBlock: mayBlock)
        }
    }

    /// The error of a stream, thrown while it is appended or while the body is read.
    private static func failure(_ stream: InputStream, length: Int64?, mayBlock: Bool) -> RequestSerializationError? {
        do {
            let body = try body(stream, length: length, mayBlock: mayBlock)
            #expect(!mayBlock, "A stream that may block fails while it is appended")
            let reader = MultipartBodyStream(body)
            reader.open()
            let (bytes, last) = reader.readToEnd(sizes: [5])
            #expect(last == -1)
            #expect(bytes.count < body.contentLength)
            return reader.streamError as? RequestSerializationError
        } catch {
            return error as? RequestSerializationError
        }
    }

    private static func data(_ text: String) -> InputStream { InputStream(data: Data(text.utf8)) }

    static let readable: [(name: String, text: String, make: @Sendable (ScratchFolder) throws -> InputStream)] = [
        ("data", "content", { _ in data("content") }),
        ("no data", "", { _ in data("") }),
        (
            "long data", String(repeating: "0123456789", count: 30_000),
            { _ in data(.init(repeating: "0123456789", count: 30_000)) }
        ),
        ("a file", "content", { try #require(InputStream(url: $0.file("content"))) }),
        ("an empty file", "", { try #require(InputStream(url: $0.file(""))) }),
        (
            "open already", "content",
            { _ in
                let stream = data("content")
                stream.open()
                return stream
            }
        ),
        (
            "an open file", "content",
            {
                let stream = try #require(InputStream(url: $0.file("content")))
                stream.open()
                return stream
            }
        ),
        (
            "read in part", "tent",
            { _ in
                let stream = data("content")
                stream.open()
                #expect(stream.readOnce(3).text == "con")
                return stream
            }
        ),
        ("a subclass that overrides little", "content", { _ in ScriptedStream(.text("con"), .text("tent")) }),
        ("a byte at a time", "abc", { _ in ScriptedStream(.text("a"), .text("b"), .text("c")) }),
        (
            "another form", "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n",
            { _ in try MultipartBody.making { try $0.append("1", name: "a") }.makeStream() }
        ),
    ]

    @Test(arguments: readable.map(\.name), [true, false])
    func streamIsReadToItsEnd(name: String, mayBlock: Bool) throws {
        let (_, text, make) = try #require(Self.readable.first { $0.name == name })
        let body = try Self.body(make(scratch), length: Int64(text.utf8.count), mayBlock: mayBlock)
        #expect(body.contentLength == Int64(MultipartBody.text(ofFile: text).utf8.count))
        #expect(body.isRepeatable == mayBlock)
        #expect(try body.text == MultipartBody.text(ofFile: text))
    }

    @Test(arguments: readable.map(\.name))
    func lengthOfAStreamThatMayBlockIsCountedIfItIsNotGiven(name: String) throws {
        let (_, text, make) = try #require(Self.readable.first { $0.name == name })
        let body = try Self.body(make(scratch), length: nil, mayBlock: true)
        #expect(body.contentLength == Int64(MultipartBody.text(ofFile: text).utf8.count))
        for _ in 0..<3 { #expect(try body.text == MultipartBody.text(ofFile: text)) }
    }

    // MARK: - Lengths

    @Test(arguments: [Int64(-1), -2, .min], [true, false])
    func negativeLengthIsRefused(length: Int64, mayBlock: Bool) {
        let error = Self.failure(Self.data("x"), length: length, mayBlock: mayBlock)
        #expect(error?.code == .invalidPartLength)
        #expect(error?.part == "f")
        #expect(error?.reason.contains("\(length)") == true)
    }

    @Test func lengthIsNeededOfAStreamThatIsNotCopied() {
        let stream = Self.data("x")
        #expect(Self.failure(stream, length: nil, mayBlock: false)?.code == .invalidPartLength)
        #expect(stream.streamStatus == .notOpen)
    }

    @Test(arguments: [0, 1, 6, 8, 13, 14, 15, 100_007, 7 + 1 << 40] as [Int64], [true, false])
    func streamOfAnotherLengthIsAnError(length: Int64, mayBlock: Bool) {
        for stream in [Self.data("content"), ScriptedStream(.text("cont"), .text("ent"))] {
            let error = Self.failure(stream, length: length, mayBlock: mayBlock)
            #expect(error?.code == (length > 7 ? .sourceTooShort : .sourceTooLong))
            #expect(error?.part == "f")
            #expect(error?.reason.contains("\(length > 7 ? "7 of " : "")\(length) bytes") == true)
        }
    }

    @Test func endlessStreamWithALengthIsNotReadForEver() throws {
        for mayBlock in [true, false] {
            let stream = try #require(InputStream(fileAtPath: "/dev/zero"))
            #expect(Self.failure(stream, length: 1 << 20, mayBlock: mayBlock)?.code == .sourceTooLong)
        }
    }

    // MARK: - Failures

    /// The error's code. On Linux a subclass cannot safely be asked for its error.
    #if canImport(Darwin)
        static let ownCode: Int? = 4711
    #else
        static let ownCode: Int? = nil
    #endif

    static let unreadable: [(name: String, cause: Int?, make: @Sendable (ScratchFolder) throws -> InputStream)] = [
        ("a missing file", Int(ENOENT), { try #require(InputStream(url: $0("missing"))) }),
        ("a folder", Int(EISDIR), { try #require(InputStream(url: $0.folder())) }),
        (
            "closed", nil,
            { _ in
                let stream = data("0123456789")
                stream.open()
                stream.close()
                return stream
            }
        ),
        ("failing midway", nil, { _ in ScriptedStream(.text("01234"), .count(-1)) }),
        ("failing at once", nil, { _ in ScriptedStream(.count(-1)) }),
        ("failing at its end", nil, { _ in ScriptedStream(.text("0123456789"), .count(-1)) }),
        ("returning nonsense", nil, { _ in ScriptedStream(.text("01234"), .count(1 << 40)) }),
        ("returning one more than it may", nil, { _ in ScriptedStream(.text("01234"), .excess) }),
        ("returning the largest number", nil, { _ in ScriptedStream(.count(.max)) }),
        ("returning the smallest number", nil, { _ in ScriptedStream(.count(.min)) }),
        ("saying it failed without an error", nil, { _ in LyingStream() }),
        ("failing to open", ownCode, { _ in FailingStream(NSError(domain: "own", code: 4711)) }),
        (
            "another form's", -1021,
            { _ in
                let consumed = try body(data("x"), length: 1, mayBlock: false)
                _ = try consumed.data()
                return MultipartBodyStream(consumed)
            }
        ),
    ]

    @Test(arguments: unreadable.map(\.name), [true, false])
    func streamThatFailsIsAnErrorWithItsOwn(name: String, mayBlock: Bool) throws {
        let (_, cause, make) = try #require(Self.unreadable.first { $0.name == name })
        let error = Self.failure(try make(scratch), length: 10, mayBlock: mayBlock)
        #expect(error?.code == .unreadableSource)
        #expect(error?.part == "f")
        #expect(error?.underlyingError.map { ($0 as NSError).code } == cause)
        #expect((error as NSError?)?.code == -1016)
    }

    @Test(arguments: [true, false]) func streamThatLiesAtAnyByteIsAnError(mayBlock: Bool) {
        let text = "0123456789"
        for count in 0...text.count {
            let lies: [(ScriptedStream.Step, RequestSerializationError.Code)] = [
                (.count(-1), .unreadableSource), (.excess, .unreadableSource), (.count(.min), .unreadableSource),
                (.text("and too many bytes"), .sourceTooLong), (.count(0), .sourceTooShort),
            ]
            for (lie, code) in count < text.count ? lies : lies.dropLast() {
                let stream = ScriptedStream(.text(String(text.prefix(count))), lie)
                let error = Self.failure(stream, length: Int64(text.count), mayBlock: mayBlock)
                #expect(error?.code == code && error?.part == "f", "\(lie) after \(count) bytes")
            }
        }
    }

    @Test func streamAlreadyAtItsEndIsShort() {
        for mayBlock in [true, false] {
            let stream = Self.data("content")
            stream.open()
            _ = stream.readToEnd()
            #expect(Self.failure(stream, length: 7, mayBlock: mayBlock)?.code == .sourceTooShort)
        }
    }

    // MARK: - Blocking

    @Test func streamThatMayBlockIsWaitedForOnlyWhileItIsAppended() throws {
        let stream = ScriptedStream(.text("slow "), .pause(0.2), .text("and steady"), .pause(0.2))
        let clock = ContinuousClock()
        var made: MultipartBody?
        let appending = try clock.measure { made = try Self.body(stream, length: nil, mayBlock: true) }
        let body = try #require(made)
        #expect(appending >= .seconds(0.4))
        let reads = stream.readCount
        for _ in 0..<2 { #expect(try body.text == MultipartBody.text(ofFile: "slow and steady")) }
        #expect(stream.readCount == reads)
        #expect(stream.streamStatus == .closed)
    }

    @Test func streamThatDoesNotBlockIsReadOnlyWithTheBody() throws {
        let stream = ScriptedStream(.text("content"))
        let body = try Self.body(stream, length: 7, mayBlock: false)
        #expect(stream.readCount == 0)
        #expect(stream.streamStatus == .notOpen)
        #expect(try body.text == MultipartBody.text(ofFile: "content"))
        #expect(stream.streamStatus == .closed)
    }

    // MARK: - Once

    @Test func streamThatIsNotCopiedIsReadOnce() async throws {
        let body = try Self.body(Self.data("content"), length: 7, mayBlock: false, before: "1")
        #expect(!body.isRepeatable)
        let first = try body.openStream()
        #expect(first.readToEnd().bytes.count == Int(body.contentLength))

        first.open()
        #expect(first.streamStatus == .error)
        #expect(first.hasBytesAvailable)
        #expect(first.readOnce(10).count == -1)
        let copy = try #require(first.copy() as? MultipartBodyStream)
        copy.open()
        let errors = [
            first.streamError as? RequestSerializationError, copy.streamError as? RequestSerializationError,
            #expect(throws: RequestSerializationError.self) { try body.makeStream() },
            #expect(throws: RequestSerializationError.self) { try body.data() },
            await #expect(throws: RequestSerializationError.self) { try await body.write(to: scratch("out")) },
        ]
        for error in errors {
            #expect(error?.code == .sourceConsumed)
            #expect(error?.part == "f")
            #expect((error as NSError?)?.code == -1021)
        }
        #expect(try scratch.names.isEmpty)
    }

    @Test func streamThatWasNotReachedCanStillBeRead() throws {
        let file = try scratch.file("first")
        let body = try MultipartBody.making { form in
            try form.append(file: file, name: "a", fileName: "n", mediaType: "m/t")
            try form.append(
                Self.data("content"), length: 7, name: "b", fileName: "n", mediaType: "m/t", mayBlock: false)
        }
        try FileManager.default.removeItem(at: file)
        #expect(body.failure?.part == "a")
        let dropped = try body.openStream()
        #expect(dropped.readOnce(10).count == 10)
        dropped.close()
        _ = try scratch.file("first")
        let text = try body.text
        #expect(text.contains("first\r\n") && text.hasSuffix("content\r\n--B--\r\n"))
        #expect(body.failure?.code == .sourceConsumed)
    }

    @Test func ofTwoThatReadABodyOnlyOneGetsTheStream() throws {
        let body = try Self.body(Self.data("content"), length: 7, mayBlock: false)
        let streams = [try body.makeStream(), try body.makeStream()]
        for stream in streams { stream.open() }
        let ends = streams.map { $0.readToEnd(sizes: [3]).last }
        #expect(ends == [0, -1])
        #expect((streams[1].streamError as? RequestSerializationError)?.code == .sourceConsumed)
    }
}
