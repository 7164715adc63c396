import TestSupport
import AlamofireEncoders
import Testing

@Suite struct RefusedFormTests {
    private let form = MultipartFormData()

    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func reason(
        _ form: MultipartFormData, location: SourceLocation = #_sourceLocation
    ) throws -> AFError.MultipartEncodingFailureReason {
        let file = scratch("refused")
        let errors = [
            #expect(throws: AFError.self, sourceLocation: location) { try form.encode() },
            #expect(throws: AFError.self, sourceLocation: location) { try form.writeEncodedData(to: file) },
        ]
        #expect(errors[0]?.url == errors[1]?.url)
        #expect(errors.allSatisfy { $0?.isMultipartEncodingError == true && $0?.errorDescription?.isEmpty == false })
        #expect(!FileManager.default.fileExists(atPath: file.path))
        guard case .multipartEncodingFailed(let reason) = try #require(errors[0]) else { throw CancellationError() }
        return reason
    }

    // MARK: - Files

    @Test func fileWithoutExtensionNeedsAName() throws {
        for url in [try scratch.file("", named: "plain"), URL(fileURLWithPath: "/")] {
            let form = MultipartFormData()
            form.append(url, withName: "a")
            let isExpected = if case .bodyPartFilenameInvalid(in: url) = try reason(form) { true } else { false }
            #expect(isExpected, "Taken: \(url)")
        }
        form.append(try scratch.file("x", named: "bare"), withName: "a", fileName: "f", mimeType: "a/b")
        #expect(try form.encode().isEmpty == false)
    }

    @Test func webURLIsNoFile() throws {
        let url = try #require(URL(string: "https://example.com/image.jpg"))
        form.append(url, withName: "a")
        let isExpected = if case .bodyPartURLInvalid(url) = try reason(form) { true } else { false }
        #expect(isExpected, "Taken for a file")
    }

    @Test func missingFileIsNotReachable() throws {
        let url = scratch("missing.txt")
        form.append(url, withName: "a")
        guard case .bodyPartFileNotReachableWithError(url, let error as RequestSerializationError) = try reason(form)
        else {
            Issue.record("Another reason")
            return
        }
        #expect(error.part == "a")
    }

    @Test func pipeIsNotReachable() throws {
        let url = scratch("pipe.txt")
        try #require(mkfifo(url.path, 0o600) == 0)
        form.append(url, withName: "a")
        let isExpected = if case .bodyPartFileNotReachableWithError(url, _) = try reason(form) { true } else { false }
        #expect(isExpected, "Another reason")
    }

    @Test func directoryIsSaidToBeOne() throws {
        form.append(scratch.url, withName: "a", fileName: "f", mimeType: "a/b")
        let isExpected = if case .bodyPartFileIsDirectory(at: scratch.url) = try reason(form) { true } else { false }
        #expect(isExpected, "Another reason")
    }

    @Test(arguments: ["", "shorter", "longer than it was"])
    func fileThatChangesIsAnError(content: String) throws {
        let url = try scratch.file("as it was", named: "a.txt")
        form.append(url, withName: "a")
        try Data(content.utf8).write(to: url)
        guard case .inputStreamReadFailed(let error as RequestSerializationError) = try reason(form) else {
            Issue.record("Another reason")
            return
        }
        #expect(error.part == "a")
    }

    // MARK: - Heads

    @Test(arguments: [("a\0", nil, nil), ("a", "\0", nil), ("a", "f", "a/b\r\nX: 1")] as [(String, String?, String?)])
    func headThatCannotBeSentIsAnError(name: String, fileName: String?, mimeType: String?) throws {
        form.append(Data(), withName: name, fileName: fileName, mimeType: mimeType)
        guard case .outputStreamWriteFailed(is RequestSerializationError) = try reason(form) else {
            Issue.record("Another reason")
            return
        }
        #expect(form.contentLength == 0)
    }

    @Test(arguments: [["X\r\nY": "1"], ["X": "1\r\nY: 2"], ["": "1"]])
    func headersThatAreNoneAreAnError(headers: [String: String]) throws {
        form.append(InputStream(data: Data()), withLength: 0, headers: HTTPHeaders(headers))
        guard case .outputStreamWriteFailed(is RequestSerializationError) = try reason(form) else {
            Issue.record("Another reason")
            return
        }
    }

    @Test(arguments: ["", "a\r\nb", "é", String(repeating: "b", count: 71)])
    func boundaryThatIsNoneIsAnError(boundary: String) throws {
        let form = MultipartFormData(boundary: boundary)
        form.append(Data("1".utf8), withName: "a")
        #expect(form.boundary == boundary)
        guard case .outputStreamWriteFailed(is RequestSerializationError) = try reason(form) else {
            Issue.record("Another reason")
            return
        }
    }

    @Test func firstFailureStands() throws {
        form.append(Data("1".utf8), withName: "a")
        form.append(scratch("first.txt"), withName: "b")
        form.append(scratch("second.txt"), withName: "c")
        form.append(Data("2".utf8), withName: "d")
        let error = #expect(throws: AFError.self) { try form.encode() }
        #expect(error?.url == scratch("first.txt"))
        #expect(form.contentLength == 2)
    }

    // MARK: - Streams

    @Test(arguments: [(5, 3), (2, 3), (0, 1)])
    func streamOfAnotherLengthIsAnError(length: UInt64, read: UInt64) throws {
        form.append(Data("1".utf8), withName: "a")
        form.append(InputStream(data: Data("ok".utf8)), withLength: 2, name: "b", fileName: "f", mimeType: "a/b")
        form.append(InputStream(data: Data("abc".utf8)), withLength: length, name: "c", fileName: "f", mimeType: "a/b")
        let error = #expect(throws: AFError.self) { try form.encode() }
        let lengths = try #require(error?.underlyingError as? AFError.UnexpectedInputStreamLength)
        #expect(lengths.bytesExpected == length)
        #expect(lengths.bytesRead == read)
    }

    @Test func longStreamIsCutInAFile() throws {
        let form = MultipartFormData(boundary: "B")
        form.append(InputStream(data: Data("abcdef".utf8)), withLength: 2, headers: ["X": "1"])
        try form.writeEncodedData(to: scratch("body"))
        #expect(try String(contentsOf: scratch("body"), encoding: .utf8) == "--B\r\nX: 1\r\n\r\nab\r\n--B--\r\n")
    }

    @Test func shortStreamLeavesNoFile() throws {
        form.append(InputStream(data: Data("ab".utf8)), withLength: 3, headers: ["X": "1"])
        let error = #expect(throws: AFError.self) { try form.writeEncodedData(to: scratch("body")) }
        #expect((error?.underlyingError as? AFError.UnexpectedInputStreamLength)?.bytesRead == 2)
        #expect(try scratch.names == [])
    }

    @Test func streamIsReadOnce() throws {
        form.append(InputStream(data: Data("ab".utf8)), withLength: 2, headers: ["X": "1"])
        #expect(try form.encode().isEmpty == false)
        guard case .inputStreamReadFailed(let error as RequestSerializationError) = try reason(form) else {
            Issue.record("Another reason")
            return
        }
        #expect(error.code == .sourceConsumed)
    }

    @Test func streamThatFailsIsAnError() throws {
        let stream = try #require(InputStream(url: scratch("missing")))
        form.append(stream, withLength: 2, name: "a", fileName: "f", mimeType: "a/b")
        let error = #expect(throws: AFError.self) { try form.encode() }
        guard case .multipartEncodingFailed(.inputStreamReadFailed(let cause as RequestSerializationError)) = error
        else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(cause.code == .unreadableSource && cause.part == "a")
    }

    private static let longest = UInt64(Int64.max)

    @Test(arguments: [[UInt64.max], [longest + 1], [longest], [longest, longest, longest]] as [[UInt64]])
    func lengthsBeyondMeasureAreAnError(lengths: [UInt64]) throws {
        for length in lengths { form.append(InputStream(data: Data()), withLength: length, headers: ["X": "1"]) }
        _ = try reason(form)
    }

    // MARK: - The file to write

    @Test func existingFileStays() throws {
        let file = try scratch.file("old", named: "body")
        form.append(Data("1".utf8), withName: "a")
        let error = #expect(throws: AFError.self) { try form.writeEncodedData(to: file) }
        guard case .multipartEncodingFailed(.outputStreamFileAlreadyExists(at: file)) = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    }

    @Test func webURLIsNotWrittenTo() throws {
        let url = try #require(URL(string: "https://example.com/body"))
        let error = #expect(throws: AFError.self) { try MultipartFormData().writeEncodedData(to: url) }
        let isExpected = if case .multipartEncodingFailed(.outputStreamURLInvalid(url)) = error { true } else { false }
        #expect(isExpected, "Another error: \(String(describing: error))")
    }

    @Test(arguments: [true, false])
    func directoryThatIsMissingIsAnError(isEmpty: Bool) throws {
        if !isEmpty { form.append(Data("1".utf8), withName: "a") }
        let error = #expect(throws: AFError.self) { try form.writeEncodedData(to: scratch("missing/body")) }
        let isExpected = if case .multipartEncodingFailed(.outputStreamWriteFailed) = error { true } else { false }
        #expect(isExpected, "Another error: \(String(describing: error))")
    }
}
