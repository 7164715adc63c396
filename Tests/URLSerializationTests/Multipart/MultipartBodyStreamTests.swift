import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.interrupted)) struct MultipartBodyStreamTests {
    private let scratch: ScratchFolder
    /// A field, a file, a copied stream and long data: every kind of segment.
    private let body: MultipartBody
    private let bytes: Data

    init() throws {
        scratch = try ScratchFolder()
        let file = try scratch.file("the file's content")
        body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.append(file: file, name: "b", fileName: "n", mediaType: "m/t")
            try form.append(
                InputStream(data: Data("the stream's".utf8)), length: nil, name: "c", fileName: "n", mediaType: "m/t")
            try form.append(Data(repeating: 0x78, count: 20_000), name: "d")
            try form.append(Data(), name: "e")
        }
        bytes = try body.data()
    }

    // MARK: - Reading

    @Test(arguments: [[1], [2], [3], [7], [13], [64], [127, 1], [1, 2, 3, 5, 8], [4096], [1 << 16], [1 << 22]])
    func bytesAreTheSameWhateverTheReads(sizes: [Int]) throws {
        let (read, last) = try body.openStream().readToEnd(sizes: sizes)
        #expect(read == bytes)
        #expect(last == 0)
    }

    @Test func everyLengthOfTheFirstReadIsFollowedByTheRest() throws {
        let body = try MultipartBody.making(file: scratch("file"))
        let bytes = try body.data()
        for size in 1...bytes.count + 1 {
            let stream = try body.openStream()
            let (read, last) = stream.readToEnd(sizes: [size, bytes.count])
            #expect(read == bytes, "\(size)")
            #expect(last == 0)
        }
    }

    @Test func readFillsTheBufferUnlessTheBodyEnds() throws {
        let stream = try body.openStream()
        for _ in 0..<20 { #expect(stream.readOnce(1000).count == 1000) }
        #expect(stream.readOnce(1 << 20).count == bytes.count - 20_000)
    }

    @Test func readWritesNothingBeyondItsCount() throws {
        let stream = try body.openStream()
        var buffer = [UInt8](repeating: 0xEE, count: 100)
        #expect(stream.read(&buffer, maxLength: 10) == 10)
        #expect(buffer[10...].allSatisfy { $0 == 0xEE })
    }

    @Test(arguments: [0, -1, Int.min])
    func readOfNothingReturnsNothingAndChangesNothing(length: Int) throws {
        let stream = try body.openStream()
        for _ in 0..<3 { #expect(stream.readOnce(length).count == 0) }
        #expect(stream.streamStatus == .open)
        #expect(stream.hasBytesAvailable)
        #expect(stream.readToEnd().bytes == bytes)
        #expect(stream.readOnce(length).count == 0)
    }

    // MARK: - Status

    @Test func streamThatIsNotOpenReturnsNothing() throws {
        let stream = MultipartBodyStream(body)
        #expect(stream.streamStatus == .notOpen)
        #expect(!stream.hasBytesAvailable)
        #expect(stream.readOnce(10).count == -1)
        #expect(stream.streamStatus == .notOpen)
        #expect(stream.streamError == nil)
    }

    @Test func statusFollowsTheReading() throws {
        let stream = try body.openStream()
        #expect(stream.streamStatus == .open)
        #expect(stream.hasBytesAvailable)
        _ = stream.readOnce(bytes.count)
        #expect(stream.hasBytesAvailable)
        #expect(stream.readOnce(1).count == 0)
        #expect(stream.streamStatus == .atEnd)
        #expect(!stream.hasBytesAvailable)
        for _ in 0..<3 { #expect(stream.readOnce(10).count == 0) }
        stream.close()
        #expect(stream.streamStatus == .closed)
        #expect(!stream.hasBytesAvailable)
        #expect(stream.readOnce(10).count == -1)
        #expect(stream.streamError == nil)
    }

    @Test func streamCanBeClosedAtAnyTime() throws {
        let stream = MultipartBodyStream(body)
        stream.close()
        #expect(stream.streamStatus == .closed)
        stream.close()
        stream.open()
        _ = stream.readOnce(100)
        stream.close()
        #expect(stream.readOnce(10).count == -1)
        #expect(stream.streamStatus == .closed)
    }

    @Test func thereIsNoBufferToGiveOut() throws {
        let stream = try body.openStream()
        try withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 1) { buffer in
            var length = 5
            try #expect(!stream.getBuffer(#require(buffer.baseAddress), length: &length))
        }
        #expect(stream.readToEnd().bytes == bytes)
    }

    // MARK: - Again

    @Test(arguments: [0, 1, 100, 150, 300, 10_000, .max])
    func openingAgainBeginsAtTheStart(read: Int) throws {
        let stream = try body.openStream()
        for closes in [false, true] {
            _ = stream.readOnce(min(read, bytes.count))
            if read == .max { #expect(stream.readOnce(1).count == 0) }
            if closes { stream.close() }
            stream.open()
            #expect(stream.streamStatus == .open)
            #expect(stream.readToEnd().bytes == bytes)
            stream.open()
        }
    }

    @Test func openingAgainAfterAnErrorTriesAgain() throws {
        let stream = try body.openStream()
        try FileManager.default.removeItem(at: scratch("file"))
        #expect(stream.readToEnd().last == -1)
        #expect(stream.streamStatus == .error)
        _ = try scratch.file("the file's content")
        stream.open()
        #expect(stream.streamStatus == .open)
        #expect(stream.streamError == nil)
        #expect(stream.readToEnd().bytes == bytes)
    }

    @Test func copyBeginsAtTheStartAndHasASeparatePosition() throws {
        let stream = try body.openStream()
        _ = stream.readOnce(123)
        let copy = try #require(stream.copy() as? MultipartBodyStream)
        #expect(copy !== stream)
        #expect(copy.streamStatus == .notOpen)
        copy.open()
        #expect(copy.readToEnd().bytes == bytes)
        #expect(stream.readToEnd().bytes == bytes[123...])
    }

    @Test func streamsOfOneBodyCanBeReadInTurns() throws {
        let streams = try (0..<5).map { _ in try body.openStream() }
        var read = [Data](repeating: Data(), count: streams.count)
        for turn in 0..<bytes.count * 5 {
            let index = turn % streams.count
            let size = 50 * (index + 1)
            var buffer = [UInt8](repeating: 0, count: size)
            let count = streams[index].read(&buffer, maxLength: size)
            if count == 0, read.allSatisfy({ $0.count == bytes.count }) { break }
            read[index] += buffer.prefix(max(count, 0))
        }
        #expect(read.allSatisfy { $0 == bytes })
    }

    // MARK: - Errors

    @Test func errorStandsUntilTheStreamIsOpenedAgain() throws {
        let stream = try body.openStream()
        try FileManager.default.removeItem(at: scratch("file"))
        #expect(stream.streamError == nil)
        let (read, last) = stream.readToEnd(sizes: [10])
        #expect(last == -1)
        #expect(bytes.starts(with: read) && read.count < bytes.count)
        for _ in 0..<3 {
            #expect(stream.readOnce(10).count == -1)
            #expect(stream.readOnce(0).count <= 0)
            // Foundation on Linux takes false for the end of the body.
            #expect(stream.hasBytesAvailable)
            #expect(stream.streamStatus == .error)
            let error = stream.streamError as? RequestSerializationError
            #expect(error?.code == .unusableFile)
            #expect(error?.part == "b")
        }
        stream.close()
        #expect(stream.streamStatus == .closed)
        #expect(!stream.hasBytesAvailable)
    }

    // MARK: - Two readers

    @Test(.timeLimit(.minutes(60)), arguments: [true, false])
    func streamReadByTwoAtOnceFailsForBoth(secondOpens: Bool) async throws {
        let body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.throttle(packetSize: 10, delay: 3600)
        }
        // The test uses it on two threads; all of its mutable state is behind locks.
        nonisolated(unsafe) let stream = try body.openStream()
        // The first read waits for the delay, unless it learns that the stream has failed.
        async let first = withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: stream.readOnce(10).count) }
        }
        var second = 0
        while stream.streamStatus == .open {
            try await Task.sleep(for: .milliseconds(20))
            if secondOpens { stream.open() } else { second = stream.readOnce(10).count }
        }
        let counts = await [first, second]
        #expect(counts.contains(-1))
        #expect(stream.readOnce(10).count == -1)
        #expect((stream.streamError as? RequestSerializationError)?.code == .streamInUse)
        #expect(body.streamError?.code == .streamInUse)
        #expect(try body.data().count == body.contentLength)
    }

    /// A read that comes during the opening fails, and the opening does not undo that.
    @Test func anOpeningKeepsTheFailureOfARead() async throws {
        let body = try MultipartBody.making { try $0.append("1", name: "a") }
        for _ in 0..<20_000 {
            // As above.
            nonisolated(unsafe) let stream = try body.openStream()
            async let first = withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: stream.readOnce(10).count) }
            }
            stream.open()
            guard await first == -1 else { continue }
            #expect(stream.streamStatus == .error && body.streamError?.code == .streamInUse)
        }
    }

    @Test func bodySaysWhyItsLatestStreamFailed() throws {
        let file = try scratch.file("content", named: "gone")
        let body = try MultipartBody.making(file: file)
        #expect(body.streamError == nil)
        try FileManager.default.removeItem(at: file)
        let copy = body
        let stream = MultipartBodyStream(body)
        stream.open()
        _ = stream.readToEnd()
        #expect(body.streamError?.code == .unusableFile)
        #expect(copy.streamError?.part == "f")
        try Data("content".utf8).write(to: file)
        let next = MultipartBodyStream(copy)
        next.open()
        #expect(body.streamError == nil)
    }
}
