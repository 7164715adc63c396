import TestSupport
import Testing
import URLSerialization

/// Each of these tests has a separate process, since the temporary directory belongs to the whole process.
#if os(Linux)
    @Suite(.tags(.interrupted), .timeLimit(.minutes(60))) struct SpoolTests {
        private static func append(_ text: String, to form: inout MultipartForm) throws {
            try form.append(
                InputStream(data: Data(text.utf8)), length: nil, name: "f", fileName: "n", mediaType: "m/t")
        }

        @Test func noFileOfOursIsEverInTheTemporaryDirectory() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                var form = try MultipartForm.fixed
                try Self.append("copied", to: &form)
                #expect(Descriptors.count(linkingTo: scratch.url) == 1)
                #expect(try scratch.names.isEmpty)
                try await form.append(
                    AsyncStream { $0.finish() } as AsyncStream<Data>, name: "s", fileName: "n", mediaType: "m/t")
                #expect(throws: RequestSerializationError.self) {
                    try form.append(
                        ScriptedStream(.text("x"), .count(-1)), length: nil, name: "e", fileName: "n", mediaType: "m/t")
                }
                let text = try form.body.text
                #expect(text.contains("\r\ncopied\r\n"))
                #expect(Descriptors.count(linkingTo: scratch.url) == 1)
                #expect(try scratch.names.isEmpty)
                form = try .fixed
                #expect(Descriptors.count(linkingTo: scratch.url) == 0)
            }
        }

        @Test func noOtherUserMayReadTheCopy() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                umask(0)
                var form = try MultipartForm.fixed
                try Self.append("copied", to: &form)
                var status = stat()
                let descriptor = try #require(Descriptors.all(linkingTo: scratch.url).first)
                try #require(fstat(descriptor, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o600)
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            }
        }

        @Test func failedContentFreesItsSpace() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                var form = try MultipartForm.fixed
                try Self.append("copied", to: &form)
                let long = String(repeating: "x", count: 1_000_000)
                for length in [1_000_001, 999_999] as [Int64] {
                    #expect(throws: RequestSerializationError.self) {
                        try form.append(
                            InputStream(data: Data(long.utf8)), length: length, name: "e", fileName: "n",
                            mediaType: "m/t")
                    }
                }
                var status = stat()
                let descriptor = try #require(Descriptors.all(linkingTo: scratch.url).first)
                try #require(fstat(descriptor, &status) == 0)
                #expect(status.st_size == 6)
            }
        }

        @Test func temporaryDirectoryThatCannotBeUsedIsAnError() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                var form = try MultipartForm.fixed
                try form.append("1", name: "a")
                for directory in [scratch("missing"), try scratch.file("no folder")] {
                    try #require(setenv("TMPDIR", directory.path, 1) == 0)
                    let error = expectRefusal(.unwritableFile, part: "f") { try Self.append("x", to: &form) }
                    #expect(error?.reason.contains("TMPDIR") == true)
                    #expect((error?.underlyingError as? NSError)?.domain == NSPOSIXErrorDomain)
                    let asyncError = await #expect(throws: RequestSerializationError.self) {
                        try await form.append(
                            AsyncStream { $0.finish() } as AsyncStream<Data>, name: "s", fileName: "n", mediaType: "m/t"
                        )
                    }
                    #expect(asyncError?.code == .unwritableFile)
                }
                #expect(try form.body.text == MultipartBody.text(ofFields: [("a", "1")]))
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                try Self.append("x", to: &form)
                #expect(form.partCount == 2)
            }
        }

        /// A limit on the length of files simulates a full disk.
        @Test func fullDiskIsAnErrorWhileCopyingAndWhileWriting() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                let source = try scratch.file(String(repeating: "x", count: 3_000_000), named: "source")
                let body = try MultipartBody.making(file: source)
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 1_500_000, rlim_max: 1_500_000)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)

                var form = try MultipartForm.fixed
                try Self.append("small", to: &form)
                let before = try form.snapshot
                let error = expectRefusal(.unwritableFile, part: "f") {
                    try Self.append(String(repeating: "y", count: 2_000_000), to: &form)
                }
                #expect((error?.underlyingError as? NSError)?.code == Int(EFBIG))
                #expect(try form.snapshot == before)
                try Self.append("small again", to: &form)
                #expect(try form.body.text.contains("small again"))

                let out = try scratch.file("what was there", named: "out")
                let writing = await #expect(throws: RequestSerializationError.self) { try await body.write(to: out) }
                #expect(writing?.code == .unwritableFile)
                #expect((writing?.underlyingError as? NSError)?.code == Int(EFBIG))
                #expect(try String(contentsOf: out, encoding: .utf8) == "what was there")
                #expect(try scratch.names == ["out", "source"])
            }
        }
    }
#endif
