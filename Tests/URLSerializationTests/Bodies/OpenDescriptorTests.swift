import TestSupport
import Testing
import URLSerialization

/// Each of these tests has a separate process, since open descriptors belong to the whole process.
#if os(Linux)
    @Suite(.tags(.interrupted), .timeLimit(.minutes(60))) struct OpenDescriptorTests {
        private static func form(_ scratch: ScratchFolder) throws -> MultipartForm {
            let stream = try #require(InputStream(url: scratch("source")))
            let once = try #require(InputStream(url: scratch("source")))
            var form = try MultipartForm.fixed
            try form.append(file: scratch("source"), name: "file")
            try form.append(stream, length: nil, name: "copied", fileName: "n", mediaType: "m/t")
            try form.append(once, length: 100_000, name: "once", fileName: "n", mediaType: "m/t", mayBlock: false)
            return form
        }

        /// Uses forms, some of which end well and some do not.
        private static func useForms(in scratch: ScratchFolder) async throws {
            let body = try form(scratch).body
            try #require(try body.data().count > 300_000)
            try await form(scratch).body.write(to: scratch("out"))

            let dropped = try form(scratch).body.makeStream()
            dropped.open()
            #expect(dropped.readOnce(150_000).count == 150_000)
            let closed = try form(scratch).body.makeStream()
            closed.open()
            #expect(closed.readOnce(250_000).count == 250_000)
            closed.close()
            _ = try form(scratch).body.makeStream()

            let unopened = try #require(InputStream(url: scratch("source")))
            unopened.open()
            _ = try MultipartBody.making {
                try $0.append(unopened, length: 7, name: "f", fileName: "n", mediaType: "m/t", mayBlock: false)
            }
            for length in [1, 1 << 20] as [Int64] {
                for mayBlock in [true, false] {
                    let stream = try #require(InputStream(url: scratch("source")))
                    #expect(throws: RequestSerializationError.self) {
                        try MultipartBody.making {
                            try $0.append(
                                stream, length: length, name: "f", fileName: "n", mediaType: "m/t", mayBlock: mayBlock)
                        }.data()
                    }
                }
            }
            for url in [scratch.url, scratch("pipe"), scratch("missing"), URL(fileURLWithPath: "/dev/null")] {
                #expect(throws: RequestSerializationError.self) { try MultipartBody.making(file: url) }
            }
            let changing = try scratch.file("content", named: "changing")
            let changed = try MultipartBody.making(file: changing)
            for content in ["cont", "content and more"] {
                try Data(content.utf8).write(to: changing)
                #expect(changed.failure != nil)
                await #expect(throws: RequestSerializationError.self) { try await changed.write(to: scratch("out")) }
            }
            await #expect(throws: RequestSerializationError.self) { try await body.write(to: scratch("missing/out")) }
            try await cancel(scratch)
        }

        private static func cancel(_ scratch: ScratchFolder) async throws {
            var form = try form(scratch)
            try form.throttle(packetSize: 120_000, delay: 3600)
            let (body, out) = (try form.body, scratch("out"))
            let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
            let writing = Task { try await body.write(to: out) { _, _ in continuation.finish() } }
            for await _ in reached {}
            writing.cancel()
            await #expect(throws: CancellationError.self) { try await writing.value }

            let appending = Task {
                var form = try MultipartForm.fixed
                let (stream, chunks) = AsyncStream.makeStream(of: Data.self)
                chunks.yield(Data(count: 100_000))
                try await form.append(stream, name: "f", fileName: "n", mediaType: "m/t")
            }
            appending.cancel()
            await #expect(throws: CancellationError.self) { try await appending.value }
        }

        @Test func nothingStaysOpen() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                _ = try scratch.file(Data(count: 100_000), named: "source")
                _ = try scratch.pipe()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                try await Self.useForms(in: scratch)
                #expect(await Descriptors.count(expecting: 0, linkingTo: scratch.url) == 0)
                // Most descriptors that Foundation and Dispatch open once and keep, such as timers, are open by now;
                // each round with a leak leaves 10 or more open.
                let before = Descriptors.count()
                for _ in 0..<10 { try await Self.useForms(in: scratch) }
                #expect(await Descriptors.count(expecting: 0, linkingTo: scratch.url) == 0)
                #expect(await Descriptors.count(expecting: before + 5) <= before + 5)
            }
        }

        @Test func formsWithFilesHoldNothingOpen() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                let file = try scratch.file("content")
                var bodies: [MultipartBody] = []
                for _ in 0..<200 { bodies.append(try MultipartBody.making(file: file)) }
                #expect(Descriptors.all(linkingTo: scratch.url) == [])
                let streams = try bodies.map { try $0.makeStream() }
                for stream in streams {
                    stream.open()
                    #expect(stream.readOnce(20).count == 20)
                }
                #expect(Descriptors.all(linkingTo: scratch.url) == [])
                for stream in streams { #expect(stream.readToEnd().last == 0) }
                #expect(Descriptors.all(linkingTo: scratch.url) == [])
            }
        }

        @Test func formHasAtMostOneFileOpen() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                var form = try MultipartForm.fixed
                for index in 0..<2000 {
                    try form.append(file: scratch.file("content \(index)", named: "\(index)"), name: "f")
                }
                let body = try form.body
                #expect(Descriptors.all(linkingTo: scratch.url) == [])
                let stream = try body.openStream()
                var (length, most) = (0, 0)
                for turn in 0... {
                    let count = stream.readOnce(61).count
                    guard count > 0 else { break }
                    length += count
                    if turn % 50 == 0 { most = max(most, Descriptors.count(linkingTo: scratch.url)) }
                }
                #expect(length == Int(body.contentLength))
                #expect(most == 1)
                #expect(Descriptors.all(linkingTo: scratch.url) == [])
            }
        }
    }
#endif
