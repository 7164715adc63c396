import AFNetworkingCompat
import TestSupport
import Testing
import URLSerialization

/// `request(withMultipartForm:writingStreamContentsToFile:completionHandler:)`.
@Suite(.timeLimit(.minutes(60))) struct BodyStreamFileTests {
    private let serializer = AFHTTPRequestSerializer()
    private let folder: ScratchFolder
    private static let mainQueue = DispatchSpecificKey<Bool>()

    init() throws {
        folder = try ScratchFolder()
        DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true)
    }

    /// The handler's argument, and the returned request.
    private struct Outcome {
        let error: NSError?
        /// The request, not as a value: Foundation on Linux ends the process when it makes one of a request without a
        /// URL.
        let request: NSMutableURLRequest
        let isOnMainQueue: Bool
    }

    /// Writes the body. A second call of the handler would end the process.
    private func write(_ request: URLRequest, to file: URL) async throws -> Outcome {
        var returned: NSMutableURLRequest?
        let (error, isOnMainQueue) = await withCheckedContinuation {
            (continuation: CheckedContinuation<(NSError?, Bool), Never>) in
            let result = serializer.request(withMultipartForm: request, writingStreamContentsToFile: file) { error in
                let isOnMainQueue = DispatchQueue.getSpecific(key: Self.mainQueue) == true
                continuation.resume(returning: (error as NSError?, isOnMainQueue))
            }
            returned = result
        }
        // A second call would have been put on the queue by now.
        await MainActor.run {}
        return Outcome(error: error, request: try #require(returned), isOnMainQueue: isOnMainQueue)
    }

    private func foreign(_ text: String) throws -> URLRequest {
        var request = try URLRequest("POST", headers: ["X-A": "1", "Content-Length": "\(text.utf8.count)"])
        request.httpBodyStream = InputStream(data: Data(text.utf8))
        return request
    }

    private func form() throws -> URLRequest {
        let part = try folder.file(String(repeating: "0123456789", count: 20_000), named: "part.txt")
        return try serializer.form(["k": 1]) { try? $0.appendPart(withFileURL: part, name: "f") }.value
    }

    private func request(isForm: Bool) throws -> (request: URLRequest, body: Data) {
        if isForm {
            let request = try form()
            return (request, try SentForm(request).bytes)
        }
        let text = String(repeating: "foreign", count: 30_000)
        return (try foreign(text), Data(text.utf8))
    }

    // MARK: - Success

    @Test(arguments: [true, false])
    func fileIsTheBody(isForm: Bool) async throws {
        let (request, body) = try request(isForm: isForm)
        let before = try folder.names
        let outcome = try await write(request, to: folder("out"))
        #expect(outcome.error == nil)
        #expect(outcome.isOnMainQueue)
        #expect(try Data(contentsOf: folder("out")) == body)
        #expect(try folder.names == (before + ["out"]).sorted())
    }

    @Test(arguments: [true, false])
    func requestThatIsReturnedHasNeitherStreamNorLength(isForm: Bool) async throws {
        let (request, _) = try request(isForm: isForm)
        let outcome = try await write(request, to: folder("out"))
        #expect(outcome.request.httpBodyStream == nil)
        #expect(outcome.request.httpBody == nil)
        #expect(outcome.request.httpMethod == "POST")
        #expect(outcome.request.url == request.url)
        #expect(outcome.request.value(forHTTPHeaderField: "Content-Type") == request.contentType)
        #expect(outcome.request.value(forHTTPHeaderField: "X-A") == request.value(forHTTPHeaderField: "X-A"))
        for name in ["Content-Length", "Transfer-Encoding", "Expect"] {
            #expect(outcome.request.value(forHTTPHeaderField: name) == nil)
        }
        #expect(request.httpBodyStream != nil)
    }

    @Test(arguments: [true, false])
    func existingFileIsReplaced(isForm: Bool) async throws {
        let (request, body) = try request(isForm: isForm)
        let file = try folder.file(String(repeating: "what was there", count: 100_000), named: "out")
        let before = try folder.names
        #expect(try await write(request, to: file).error == nil)
        #expect(try Data(contentsOf: file) == body)
        #expect(try folder.names == before)
    }

    @Test(arguments: [true, false])
    func requestNeedsNoURL(isForm: Bool) async throws {
        let (whole, body) = try request(isForm: isForm)
        var request = whole
        request.url = nil
        let outcome = try await write(request, to: folder("out"))
        #expect(outcome.error == nil)
        #expect(outcome.request.url == nil)
        #expect(outcome.request.httpBodyStream == nil)
        #expect(try Data(contentsOf: folder("out")) == body)
    }

    @Test(arguments: [true, false])
    func linkIsFollowedAndPermissionsStay(isForm: Bool) async throws {
        let (request, body) = try request(isForm: isForm)
        let target = try folder.file("what was there", named: "target")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
        try FileManager.default.createSymbolicLink(at: folder("link"), withDestinationURL: target)
        #expect(try await write(request, to: folder("link")).error == nil)
        #expect(try Data(contentsOf: target) == body)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link").path) == target.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func handlerMayBeNil() throws {
        // The end is not awaited, so there is no file to write to; the call must only not trap.
        let request = try foreign("x")
        #expect(
            serializer.request(
                withMultipartForm: request, writingStreamContentsToFile: folder("missing/out"), completionHandler: nil
            ).httpBodyStream == nil)
        #expect(
            serializer.request(withMultipartForm: try form(), writingStreamContentsToFile: folder("missing/out"))
                .httpBodyStream == nil)
    }

    @Test func handlerMayChangeWhatIsAroundIt() async throws {
        final class Count { var value = 0 }
        let count = Count()
        let request = try foreign("x")
        let value = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            _ = serializer.request(withMultipartForm: request, writingStreamContentsToFile: folder("out")) { _ in
                count.value += 1
                // Read where it was written, since no other code uses it there.
                continuation.resume(returning: count.value)
            }
        }
        #expect(value == 1)
    }

    // MARK: - Failure

    @Test(arguments: [true, false])
    func requestWithoutAStreamIsAnError(hasBody: Bool) async throws {
        let request = try serializer.serialized(URLRequest(hasBody ? "POST" : "GET"), ["k": 1])
        let file = try folder.file("what was there", named: "out")
        let outcome = try await write(request, to: file)
        #expect(outcome.isOnMainQueue)
        #expect(outcome.error?.domain == AFURLRequestSerializationErrorDomain)
        #expect((outcome.error?.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)?.code == .noMultipartBody)
        #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
    }

    private static let unwritable: [(name: String, make: @Sendable (ScratchFolder) throws -> URL)] = [
        (
            "folder",
            {
                try FileManager.default.createDirectory(at: $0("folder"), withIntermediateDirectories: false)
                return $0("folder")
            }
        ),
        (
            "folder that is not empty",
            {
                try FileManager.default.createDirectory(at: $0("full/inner"), withIntermediateDirectories: true)
                return $0("full")
            }
        ),
        ("in a missing folder", { $0("missing/out") }),
        ("in a file", { try $0.file("x", named: "file").appendingPathComponent("out") }),
        // Nothing outside the folder, since a file here would be lost if it could be replaced.
        (
            "pipe",
            {
                try #require(mkfifo($0("pipe").path, 0o600) == 0)
                return $0("pipe")
            }
        ),
        ("web page", { _ in try #require(URL(string: "https://example.com/out")) }),
        ("path without a scheme", { try #require(URL(string: $0("out").path)) }),
        ("name too long", { $0(String(repeating: "n", count: 256)) }),
    ]

    @Test(arguments: unwritable.map(\.name), [true, false])
    func placeThatCannotBeWrittenIsAnErrorAndStays(name: String, isForm: Bool) async throws {
        let file = try #require(Self.unwritable.first { $0.name == name }).make(folder)
        let (request, _) = try request(isForm: isForm)
        let before = try folder.names
        let outcome = try await write(request, to: file)
        #expect(outcome.isOnMainQueue)
        #expect(outcome.error?.domain == AFURLRequestSerializationErrorDomain)
        let error = try #require(outcome.error?.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)
        #expect(error.code == .unwritableFile)
        #expect(try folder.names == before)
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
        if name == "folder that is not empty" {
            #expect(FileManager.default.fileExists(atPath: folder("full/inner").path))
        }
    }

    @Test func bodyThatCannotBeReadLeavesWhatWasThere() async throws {
        let form = try serializer.form {
            $0.appendPart(with: nil, name: "f", fileName: "n", length: 9, mimeType: "x/y")
        }.value
        var missing = try URLRequest("POST")
        missing.httpBodyStream = InputStream(fileAtPath: folder("missing").path)
        for request in [form, missing] {
            let file = try folder.file("what was there", named: "out")
            let outcome = try await write(request, to: file)
            #expect(outcome.error?.domain == AFURLRequestSerializationErrorDomain)
            #expect(outcome.error?.userInfo[NSUnderlyingErrorKey] is RequestSerializationError)
            #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
            #expect(try folder.names == ["out"])
        }
    }
}
