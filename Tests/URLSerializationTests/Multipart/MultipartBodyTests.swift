import TestSupport
import Testing
import URLSerialization

@Suite struct MultipartBodyTests {
    @Test func everyWayOfReadingReturnsTheSameBytes() async throws {
        let scratch = try ScratchFolder()
        let file = try scratch.file(String(repeating: "file ", count: 20_000), named: "source")
        let body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.append(file: file, name: "b")
            try form.append(Data(count: 50_000), name: "c", fileName: "n", mediaType: "m/t")
            try form.append(
                InputStream(data: Data("stream".utf8)), length: nil, name: "d", fileName: "n", mediaType: "m/t")
        }
        let data = try body.data()
        #expect(Int64(data.count) == body.contentLength)
        let stream = try body.openStream()
        #expect(stream.readToEnd().bytes == data)
        try await body.write(to: scratch("out"))
        #expect(try Data(contentsOf: scratch("out")) == data)
        #expect(try body.data() == data)
    }

    /// ThreadSanitizer ends a process that asks for more memory than there is.
    @Test(.disabled(if: ProcessMemory.isSanitized))
    func bodyBeyondMemoryIsAnErrorAndNotACrash() throws {
        for length in [Int64.max / 2, 1 << 62, 1 << 48] {
            let body = try MultipartBody.making {
                try $0.append(
                    InputStream(data: Data("x".utf8)), length: length, name: "f", fileName: "n", mediaType: "m/t",
                    mayBlock: false)
            }
            let failure = try #require(body.failure)
            #expect(failure.code == .invalidPartLength)
            #expect(failure.field == "Content-Length")
            #expect(failure.reason.contains("\(body.contentLength) bytes"))
        }
    }

    @Test func bodyCanBeSentToOtherTasks() async throws {
        let scratch = try ScratchFolder()
        let content = String(repeating: "0123456789", count: 5000)
        let file = try scratch.file(content)
        let body = try MultipartBody.making { form in
            try form.append(file: file, name: "f", fileName: "n", mediaType: "m/t")
            try form.append(
                InputStream(data: Data(content.utf8)), length: nil, name: "s", fileName: "n", mediaType: "m/t")
        }
        let expected = try body.data()
        try await withThrowingTaskGroup(of: Data.self) { group in
            for size in 1...8 {
                group.addTask {
                    let stream = try body.openStream()
                    return stream.readToEnd(sizes: [size * 997]).bytes
                }
                group.addTask { try body.data() }
            }
            for try await data in group { #expect(data == expected) }
        }
    }
}
