import Testing
import URLSerializationSession

extension HttpbinTests {
    @Test func aDownloadGoesToItsDestination() async throws {
        try await withDirectory { directory in
            let destination = directory.appendingPathComponent("inner/file.bin")
            let url = try await session.download(
                Httpbin.at("/range/102400"),
                to: { _, _ in
                    (destination, [.createIntermediateDirectories])
                }
            ).validate().file()
            #expect(url == destination)
            #expect(try Data(contentsOf: destination) == Self.alphabet(0..<102_400))
        }
    }

    @Test func aPartCanBeAskedFor() async throws {
        let url = Httpbin.at("/range/1000")
        let part = await session.request(url, headers: ["Range": "bytes=100-199"]).response()
        #expect(part.response?.statusCode == 206 && part.data == Self.alphabet(100..<200))
        let beyond = await session.request(url, headers: ["Range": "bytes=2000-"]).response()
        #expect(beyond.error == nil && beyond.response?.statusCode == 416)
        let last = try await session.download(url, headers: ["Range": "bytes=-10"]).validate().file()
        #expect(try Data(contentsOf: last) == Self.alphabet(990..<1000))
        try FileManager.default.removeItem(at: last)
    }

    @Test func anUnchangedResourceIsNotSentAgain() async throws {
        let url = Httpbin.at("/etag/tag")
        let same = await session.request(url, headers: ["If-None-Match": "tag"]).response()
        #expect(same.error == nil && same.response?.statusCode == 304 && same.data?.isEmpty ?? true)
        let other = await session.request(url, headers: ["If-None-Match": "another"]).response()
        #expect(other.response?.statusCode == 200)
        let failed = await session.request(url, headers: ["If-Match": "another"]).response()
        #expect(failed.error == nil && failed.response?.statusCode == 412)
    }

    @Test func aDownloadGoesOnWhereItWasCancelled() async throws {
        let data = try await partOfADownload(named: "resumed-\(UUID())")
        let resumed = session.download(resumingWith: data)
        let file = try await resumed.validate().file()
        #expect(resumed.response?.statusCode == 206)
        #expect(try Data(contentsOf: file) == Self.alphabet(0..<100_000))
        #expect(resumed.downloadProgress.completedUnitCount == 100_000)
        #expect(resumed.downloadProgress.totalUnitCount == 100_000)
        try FileManager.default.removeItem(at: file)
    }

    @Test func aFileThatHasChangedIsDownloadedAnew() async throws {
        let name = "changed-\(UUID())"
        let data = try await partOfADownload(named: name)
        #expect(
            await session.request(Httpbin.at("/file/\(name)"), method: .post).response().response?.statusCode == 204)
        let anew = session.download(resumingWith: data)
        let file = try await anew.validate().file()
        #expect(anew.response?.statusCode == 200)
        #expect(try Data(contentsOf: file) == Self.alphabet(1..<100_001))
        try FileManager.default.removeItem(at: file)
    }

    @Test func aPausedDownloadGoesOn() async throws {
        let request = session.download(Httpbin.at("/file/paused-\(UUID())/100000?after=50000&pause=0.5")).resume()
        try await received(50_000, of: request)
        request.suspend()
        request.resume()
        let file = try await request.validate().file()
        #expect(try Data(contentsOf: file) == Self.alphabet(0..<100_000))
        try FileManager.default.removeItem(at: file)
    }

    @Test(arguments: ["", "?chunked=1"])
    func anAnswerThatBreaksOffIsAnError(query: String) async throws {
        let url = Httpbin.at("/cut/10000\(query)")
        let response = await session.request(url).response()
        #expect(response.error?.cause is URLError && response.response?.statusCode == 200)
        let download = await session.download(url).response()
        #expect(download.error?.cause is URLError && download.fileURL == nil)
        var count = 0
        await #expect(throws: RequestError.self) {
            for try await segment in session.request(url).receivedBody() { count += segment.count }
        }
        #expect(count <= 5000)
    }

    /// Returns the resume data of a download that was cancelled in the middle.
    private func partOfADownload(named name: String) async throws -> Data {
        let request = session.download(Httpbin.at("/file/\(name)/100000?after=50000&pause=600")).resume()
        try await received(50_000, of: request)
        request.cancel()
        let response = await request.response()
        #expect((response.error?.cause as? URLError)?.code == .cancelled)
        return try #require(request.resumeData)
    }

    /// Returns once `count` bytes have been received; the server sends more only after a while.
    private func received(_ count: Int64, of request: DownloadRequest) async throws {
        let (stream, continuation) = AsyncStream<Int64>.makeStream()
        request.downloadProgress(queue: .global()) { continuation.yield($0.completedUnitCount) }
        for await received in stream where received >= count { return }
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("HttpbinTests-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
