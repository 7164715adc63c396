import TestSupport
import Testing
import URLSerialization

/// Failures of the system. Each of these tests has a separate process, which has the failure.
#if os(Linux)
    @Suite(.tags(.interrupted), .timeLimit(.minutes(60))) struct SystemFailureTests {
        @Test func aFileThatCannotBeOpenedForWantOfDescriptorsIsNamed() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                let source = try scratch.file("content", named: "source")
                let body = try MultipartBody.making(file: source)
                let (reading, writing, copying) = try await SystemFailures.withoutDescriptors {
                    let writing = await #expect(throws: RequestSerializationError.self) {
                        try await body.write(to: scratch("out"))
                    }
                    let copying = #expect(throws: RequestSerializationError.self) {
                        try MultipartBody.making { form in
                            try form.append(
                                InputStream(data: Data("x".utf8)), length: nil, name: "f", fileName: "n",
                                mediaType: "m/t")
                        }
                    }
                    return (body.failure, writing, copying)
                }
                #expect(reading?.code == .unusableFile && reading?.part == "f")
                #expect(reading?.reason.contains(source.path) == true)
                #expect(writing?.code == .unwritableFile && writing?.reason.contains("out") == true)
                #expect(copying?.code == .unwritableFile && copying?.part == "f")
                for error in [reading, writing, copying] {
                    #expect((error?.underlyingError as? NSError)?.code == Int(EMFILE))
                }
                #expect(try scratch.names == ["source"])
                try await body.write(to: scratch("out"))
                #expect(try String(contentsOf: scratch("out"), encoding: .utf8) == body.text)
            }
        }

        @Test func interruptedCallsAreRepeated() async {
            await #expect(processExitsWith: .success) {
                let scratch = try ScratchFolder()
                try #require(setenv("TMPDIR", scratch.url.path, 1) == 0)
                SystemFailures.interruptCalls()
                let content = String(repeating: "content ", count: 1 << 20)
                let body = try MultipartBody.making(file: scratch.file(content, named: "source"))
                for number in 0..<Effort.size(10, quick: 3) {
                    try await body.write(to: scratch("\(number)"))
                    #expect(try Data(contentsOf: scratch("\(number)")).count == Int(body.contentLength))
                }
                let copied = try MultipartBody.making { form in
                    try form.append(
                        #require(InputStream(url: scratch("source"))), length: nil, name: "f", fileName: "n",
                        mediaType: "m/t")
                }
                #expect(try copied.text == MultipartBody.text(ofFile: content))
            }
        }
    }
#endif
