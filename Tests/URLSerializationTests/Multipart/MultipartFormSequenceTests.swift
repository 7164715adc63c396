import TestSupport
import Testing
import URLSerialization

/// Parts that are asynchronous sequences.
@Suite(.takingTurns, .timeLimit(.minutes(60))) struct MultipartFormSequenceTests {
    private static func sequence<Element: Sendable>(
        _ elements: [Element], failing error: (any Error)? = nil
    ) -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        for element in elements { continuation.yield(element) }
        continuation.finish(throwing: error)
        return stream
    }

    private static func text(_ append: (inout MultipartForm) async throws -> Void) async throws -> String {
        var form = try MultipartForm.fixed
        try await append(&form)
        let body = try form.body
        #expect(body.isRepeatable)
        #expect(try body.contentLength == Int64(body.data().count))
        return try body.text
    }

    @Test(arguments: [0, 1, 3, 65_535, 65_536, 65_537, 200_000])
    func bytesAreThePart(length: Int) async throws {
        let content = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 23) }
        let text = try await Self.text {
            try await $0.append(Self.sequence(content), name: "f", fileName: "n", mediaType: "m/t")
        }
        #expect(text == MultipartBody.text(ofFile: String(decoding: content, as: UTF8.self)))
    }

    @Test func chunksAreThePart() async throws {
        let chunks = [
            "one ", "", "two ", String(repeating: "3", count: 100_000), "", String(repeating: "4", count: 65_536),
        ]
        let expected = MultipartBody.text(ofFile: chunks.joined())
        #expect(
            try await Self.text {
                let sequence = Self.sequence(chunks.map { Data($0.utf8) })
                try await $0.append(sequence, name: "f", fileName: "n", mediaType: "m/t")
            } == expected)
        #expect(
            try await Self.text {
                let sequence = Self.sequence(chunks.map { Array($0.utf8) })
                try await $0.append(sequence, name: "f", fileName: "n", mediaType: "m/t")
            } == expected)
        #expect(
            try await Self.text {
                let sequence = Self.sequence(chunks.map { Data(("xx" + $0).utf8)[2...] })
                try await $0.append(sequence, name: "f", fileName: "n", mediaType: "m/t")
            } == expected)
    }

    /// Chunks that may not cross to another task, as `DispatchData` may not.
    private struct Chunks<Element>: AsyncSequence, AsyncIteratorProtocol {
        var elements: [Element]

        func makeAsyncIterator() -> Chunks { self }
        mutating func next() async -> Element? { elements.isEmpty ? nil : elements.removeFirst() }
    }

    @Test func chunkInSeveralRegionsIsWhole() async throws {
        var chunk = DispatchData.empty
        for text in ["one ", "two ", "three"] { Array(text.utf8).withUnsafeBytes { chunk.append($0) } }
        let chunks = Chunks(elements: [chunk, .empty, chunk])
        var form = try MultipartForm.fixed
        try await form.append(chunks, name: "f", fileName: "n", mediaType: "m/t")
        let text = try form.body.text
        #expect(text == MultipartBody.text(ofFile: "one two threeone two three"))
    }

    @Test func onlyEmptyChunksAreAnEmptyPart() async throws {
        let text = try await Self.text {
            try await $0.append(Self.sequence([Data(), Data()]), name: "f", fileName: "n", mediaType: "m/t")
        }
        #expect(text == MultipartBody.text(ofFile: ""))
    }

    @Test func sequencesAndStreamsShareAForm() async throws {
        let text = try await Self.text { form in
            try form.append("1", name: "a")
            try await form.append(Self.sequence(Array("bytes".utf8)), name: "b", fileName: "n", mediaType: "m/t")
            try form.append(
                InputStream(data: Data("stream".utf8)), length: nil, name: "c", fileName: "n", mediaType: "m/t")
            try await form.append(Self.sequence([Data("chunk".utf8)]), name: "d", fileName: "n", mediaType: "m/t")
        }
        let contents = text.components(separatedBy: "\r\n\r\n").dropFirst().map {
            $0.components(separatedBy: "\r\n--B")[0]
        }
        #expect(contents == ["1", "bytes", "stream", "chunk"])
    }

    // MARK: - Failures

    private struct Broken: Error {}

    @Test func sequenceThatThrowsIsAnErrorAndLeavesTheForm() async throws {
        var form = try MultipartForm.fixed
        for round in 0..<2 {
            let before = try form.snapshot
            let errors = [
                await #expect(throws: RequestSerializationError.self) {
                    let sequence = Self.sequence(Array("midway".utf8), failing: Broken())
                    try await form.append(sequence, name: "f", fileName: "n", mediaType: "m/t")
                },
                await #expect(throws: RequestSerializationError.self) {
                    let sequence = Self.sequence([Data(count: 100_000)], failing: Broken())
                    try await form.append(sequence, name: "f", fileName: "n", mediaType: "m/t")
                },
            ]
            for error in errors {
                #expect(error?.code == .unreadableSource)
                #expect(error?.part == "f")
                #expect(error?.underlyingError is Broken)
            }
            #expect(try form.snapshot == before)
            let content = "whole \(round)"
            try await form.append(Self.sequence([Data(content.utf8)]), name: "f", fileName: "n", mediaType: "m/t")
            #expect(try form.body.text.contains("\r\n\r\n\(content)\r\n--B--"))
        }
    }

    @Test func refusedNameIsAnErrorBeforeTheSequenceIsRead() async throws {
        var form = try MultipartForm.fixed
        let (stream, _) = AsyncStream.makeStream(of: Data.self)
        let error = await #expect(throws: RequestSerializationError.self) {
            try await form.append(stream, name: "\0", fileName: "n", mediaType: "m/t")
        }
        #expect(error?.code == .invalidPartName)
    }

    // MARK: - Cancellation

    /// A sequence that returns some elements and then waits until its task is cancelled.
    private struct Waiting<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
        var elements: [Element]
        /// The error that it throws when cancelled; `nil` to end instead, as an `AsyncStream` does.
        var failure: (any Error)?
        let reached: AsyncStream<Void>.Continuation

        func makeAsyncIterator() -> Waiting { self }

        mutating func next() async throws -> Element? {
            if !elements.isEmpty { return elements.removeFirst() }
            reached.finish()
            try? await Task.sleep(for: .seconds(600))
            if let failure { throw failure }
            return nil
        }
    }

    static let cancelledErrors: [(String, (any Error)?)] = [
        ("ends", nil), ("says that it is cancelled", CancellationError()),
        ("says so in words of its own", URLError(.cancelled)),
    ]

    @Test(arguments: cancelledErrors.map(\.0), [true, false])
    func cancelledTaskIsACancellationErrorAndLeavesTheForm(name: String, isInChunks: Bool) async throws {
        let failure = try #require(Self.cancelledErrors.first { $0.0 == name }).1
        let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var form = try MultipartForm.fixed
            try form.append("1", name: "a")
            do {
                if isInChunks {
                    let elements = Waiting(
                        elements: [Data(count: 70_000), Data(count: 5)], failure: failure, reached: continuation)
                    try await form.append(elements, name: "f", fileName: "n", mediaType: "m/t")
                } else {
                    let elements = Waiting(elements: [1, 2, 3] as [UInt8], failure: failure, reached: continuation)
                    try await form.append(elements, name: "f", fileName: "n", mediaType: "m/t")
                }
                return "appended"
            } catch is CancellationError {
                return try form.snapshot
            }
        }
        for await _ in reached {}
        task.cancel()
        #expect(try await task.value == "1 \(MultipartBody.text(ofFields: [("a", "1")]))")
    }

    private struct Endless<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
        let element: Element
        let reached: AsyncStream<Void>.Continuation

        func makeAsyncIterator() -> Endless { self }

        mutating func next() async -> Element? {
            reached.finish()
            // A sequence that never lets go of its thread would starve the other tests.
            await Task.yield()
            return element
        }
    }

    @Test func endlessSequenceCanBeCancelled() async throws {
        for isInChunks in [true, false] {
            let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                var form = try MultipartForm.fixed
                if isInChunks {
                    let elements = Endless(element: Data([1]), reached: continuation)
                    try await form.append(elements, name: "f", fileName: "n", mediaType: "m/t")
                } else {
                    let elements = Endless(element: 1 as UInt8, reached: continuation)
                    try await form.append(elements, name: "f", fileName: "n", mediaType: "m/t")
                }
            }
            for await _ in reached {}
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
