import AFNetworkingCompat
import TestSupport
import Testing
import URLSerialization

/// Parts that cannot be appended or cannot be read.
@Suite struct StreamingMultipartFormDataTests {
    private static let url = "https://example.com/p"
    private let serializer = AFHTTPRequestSerializer()
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    // MARK: - Errors of the method that appends

    private static let unusable: [(name: String, make: @Sendable (ScratchFolder) throws -> URL)] = [
        ("missing", { $0("missing") }),
        ("folder", { $0.url }),
        ("web page", { _ in try #require(URL(string: "https://example.com/a.txt")) }),
        ("path without a scheme", { try #require(URL(string: try $0.file("x", named: "x").path)) }),
        ("device", { _ in URL(fileURLWithPath: "/dev/null") }),
    ]

    @Test(arguments: unusable.map(\.name))
    func fileThatCannotBeUsedIsThrownAndTheFormGoesOn(name: String) throws {
        let file = try #require(Self.unusable.first { $0.name == name }).make(folder)
        var errors: [any Error] = []
        let request = try serializer.form(["k": 1]) { data in
            do { try data.appendPart(withFileURL: file, name: "f") } catch { errors.append(error) }
            do {
                try data.appendPart(withFileURL: file, name: "f", fileName: "n", mimeType: "x/y")
            } catch { errors.append(error) }
            data.appendPart(withForm: Data("2".utf8), name: "after")
        }
        #expect(errors.count == 2)
        for error in errors.map({ $0 as NSError }) {
            #expect(error.domain == AFURLRequestSerializationErrorDomain)
            #expect(error.code == NSURLErrorBadURL)
            #expect(error.localizedFailureReason?.isEmpty == false)
            #expect((error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)?.part == "f")
        }
        let form = try SentForm(request)
        #expect(form.text == form.expected(SentForm.field("k", "1"), SentForm.field("after", "2")))
    }

    @Test(arguments: [("a\u{0}", "n", "x/y"), ("a", "n\u{0}", "x/y"), ("a", "n", "x/y\r\nX: 1"), ("a", "n", "x\u{0}")])
    func partOfAFileThatCannotBeSentIsThrown(name: String, fileName: String, type: String) throws {
        let file = try folder.file("x", named: "x")
        var failure: NSError?
        let request = try serializer.form(["k": 1]) { data in
            do {
                try data.appendPart(withFileURL: file, name: name, fileName: fileName, mimeType: type)
            } catch { failure = error as NSError }
        }
        #expect(failure?.domain == AFURLRequestSerializationErrorDomain)
        #expect(failure?.code == NSURLErrorCannotDecodeContentData)
        let form = try SentForm(request)
        #expect(form.text == form.expected(SentForm.field("k", "1")))
    }

    // MARK: - Errors of the request

    private typealias Append = @Sendable (any AFMultipartFormData) -> Void
    private static let refused: [(name: String, code: RequestSerializationError.Code, append: Append)] = [
        ("NUL in a field's name", .invalidPartName, { $0.appendPart(withForm: Data(), name: "a\u{0}") }),
        (
            "NUL in a file's name", .invalidPartName,
            { $0.appendPart(withFileData: Data(), name: "a", fileName: "\u{0}", mimeType: "x/y") }
        ),
        (
            "NUL in a stream's name", .invalidPartName,
            { $0.appendPart(with: nil, name: "\u{0}", fileName: "n", length: 0, mimeType: "x/y") }
        ),
        (
            "CR LF in a type", .invalidHeader,
            { $0.appendPart(withFileData: Data(), name: "a", fileName: "n", mimeType: "x/y\r\nX: 1") }
        ),
        (
            "CR LF in a stream's type", .invalidHeader,
            { $0.appendPart(with: nil, name: "a", fileName: "n", length: 0, mimeType: "x/y\r\nX: 1") }
        ),
        ("CR LF in a header", .invalidHeader, { $0.appendPart(withHeaders: ["X": "a\r\nY: b"], body: Data()) }),
        ("LF in a header", .invalidHeader, { $0.appendPart(withHeaders: ["X": "a\nb"], body: Data()) }),
        ("NUL in a header", .invalidHeader, { $0.appendPart(withHeaders: ["X": "\u{0}"], body: Data()) }),
        ("CR LF in a header's name", .invalidHeader, { $0.appendPart(withHeaders: ["X\r\nY": "a"], body: Data()) }),
        ("space in a header's name", .invalidHeader, { $0.appendPart(withHeaders: ["X Y": "a"], body: Data()) }),
        ("empty header's name", .invalidHeader, { $0.appendPart(withHeaders: ["": "a"], body: Data()) }),
        (
            "negative length", .invalidPartLength,
            { $0.appendPart(with: nil, name: "a", fileName: "n", length: -1, mimeType: "x/y") }
        ),
        (
            "least length", .invalidPartLength,
            { $0.appendPart(with: nil, name: "a", fileName: "n", length: .min, mimeType: "x/y") }
        ),
        (
            "lengths beyond any", .invalidPartLength,
            { $0.appendPart(with: nil, name: "a", fileName: "n", length: .max, mimeType: "x/y") }
        ),
        ("packets of nothing", .invalidSetting, { $0.throttleBandwidth(withPacketSize: 0, delay: 0) }),
        ("delay that is no number", .invalidSetting, { $0.throttleBandwidth(withPacketSize: 1, delay: .nan) }),
        ("infinite delay", .invalidSetting, { $0.throttleBandwidth(withPacketSize: 1, delay: .infinity) }),
        ("negative delay", .invalidSetting, { $0.throttleBandwidth(withPacketSize: 1, delay: -1) }),
    ]

    @Test(arguments: refused.map(\.name))
    func partThatCannotBeSentIsTheRequestsError(name: String) throws {
        let (_, code, append) = try #require(Self.refused.first { $0.name == name })
        let block: (any AFMultipartFormData) -> Void = { data in
            data.appendPart(withForm: Data(), name: "before")
            append(data)
            data.appendPart(withForm: Data(), name: "after")
        }
        var error: NSError?
        let request = serializer.multipartFormRequest(
            withMethod: "POST", urlString: Self.url, parameters: ["k": 1], constructingBodyWith: block, error: &error)
        #expect(request.httpBodyStream == nil)
        #expect(request.url?.absoluteString != Self.url)
        let thrown = #expect(throws: NSError.self) { try serializer.form(["k": 1], block) }
        for error in [error, thrown] {
            #expect(error?.domain == AFURLRequestSerializationErrorDomain)
            #expect(error?.code == NSURLErrorCannotDecodeContentData)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)?.code == code)
        }
        _ = serializer.multipartFormRequest(
            withMethod: "POST", urlString: Self.url, parameters: ["k": 1], constructingBodyWith: block, error: nil)
    }

    @Test func firstOfTwoFailuresIsReported() throws {
        let error = #expect(throws: NSError.self) {
            try serializer.form { data in
                data.appendPart(withForm: Data(), name: "first\u{0}")
                data.throttleBandwidth(withPacketSize: 0, delay: 0)
            }
        }
        #expect(error?.localizedDescription.contains("first") == true)
    }

    private static let parameters = [
        ParametersSample("NUL in a name") { ["a": ["b\u{0}": 1]] },
        ParametersSample("Swift's own") { ["a": ["b": Order(id: 1)]] },
    ]

    @Test(arguments: parameters)
    func parameterThatCannotBeSentIsTheRequestsErrorAndTheBlockIsNotCalled(sample: ParametersSample) throws {
        let parameters = try #require(sample.make() as? [String: Any])
        var calls = 0
        let error = #expect(throws: NSError.self) { try serializer.form(parameters) { _ in calls += 1 } }
        #expect(error?.domain == AFURLRequestSerializationErrorDomain)
        #expect(error?.code == NSURLErrorCannotDecodeContentData)
        #expect(error?.localizedDescription.contains("a[b") == true)
        #expect(calls == 0)
    }

    @Test func valueThatTheEncodingHasNotIsAnErrorThatDoesNotQuoteIt() throws {
        serializer.stringEncoding = String.Encoding.ascii.rawValue
        let error = #expect(throws: NSError.self) { try serializer.form(["a": "geheim é"]) }
        #expect(error?.localizedDescription.contains("'a'") == true)
        #expect(error?.localizedDescription.contains("geheim") == false)
    }

    @Test(arguments: ["GET", "HEAD"])
    func methodWithoutABodyIsRefusedByBothForms(method: String) throws {
        var calls = 0
        var error: NSError?
        let request = serializer.multipartFormRequest(
            withMethod: method, urlString: Self.url, parameters: ["k": 1], constructingBodyWith: { _ in calls += 1 },
            error: &error)
        #expect(request.url?.absoluteString != Self.url)
        let thrown = #expect(throws: NSError.self) {
            try serializer.multipartFormRequest(
                withMethod: method, urlString: Self.url, parameters: nil, constructingBodyWith: { _ in calls += 1 })
        }
        for error in [error, thrown] {
            #expect(error?.domain == AFURLRequestSerializationErrorDomain)
            #expect(error?.code == NSURLErrorCannotDecodeContentData)
            #expect(error?.localizedDescription.contains(method) == true)
        }
        #expect(calls == 0)
    }

    // MARK: - Errors of reading the body

    @Test func streamMayBeFilledAfterTheRequestWasMade() throws {
        let stream = LateStream()
        let request = try serializer.form {
            $0.appendPart(with: stream, name: "f", fileName: "n", length: 4, mimeType: "x/y")
        }
        #expect(stream.openCount == 0)
        stream.content = Data("late".utf8)
        let form = try SentForm(request)
        #expect(stream.openCount == 1)
        #expect(form.text == form.expected(SentForm.file("f", "n", "x/y", "late")))
        #expect(form.contentLength == "\(form.bytes.count)")
    }

    @Test(arguments: [
        (Int64(8), RequestSerializationError.Code.sourceTooShort), (6, .sourceTooLong), (0, .sourceTooLong),
    ])
    func streamWithAnotherLengthFailsTheReading(length: Int64, code: RequestSerializationError.Code) throws {
        let request = try serializer.form(["k": 1]) {
            $0.appendPart(
                with: InputStream(data: Data("content".utf8)), name: "f", fileName: "n", length: length, mimeType: "x/y"
            )
        }
        let form = try SentForm(request)
        #expect(form.lastRead == -1)
        let error = try #require(form.streamError as? RequestSerializationError)
        #expect(error.code == code)
        #expect(error.part == "f")
        #expect(try form.bytes.count < #require(form.contentLength.flatMap { Int($0) }))
    }

    @Test func nilStreamWithALengthFailsTheReading() throws {
        let request = try serializer.form {
            $0.appendPart(with: nil, name: "f", fileName: "n", length: 1, mimeType: "x/y")
        }
        let form = try SentForm(request)
        #expect(form.lastRead == -1)
        #expect((form.streamError as? RequestSerializationError)?.code == .sourceTooShort)
    }

    @Test func streamIsReadOnce() throws {
        let request = try serializer.form {
            $0.appendPart(
                with: InputStream(data: Data("a".utf8)), name: "f", fileName: "n", length: 1, mimeType: "x/y")
        }.value
        #expect(try SentForm(request).lastRead == 0)
        let again = try SentForm(request)
        #expect(again.lastRead == -1)
        let error = try #require(again.streamError)
        #expect((error as NSError).domain == AFURLRequestSerializationErrorDomain)
        #expect((error as NSError).code == NSURLErrorRequestBodyStreamExhausted)
    }

    @Test(arguments: ["longer content", "short", nil])
    func fileThatChangesBeforeItIsSentFailsTheReading(content: String?) throws {
        let file = try folder.file("content", named: "x")
        let request = try serializer.form { try? $0.appendPart(withFileURL: file, name: "f") }
        if let content {
            _ = try folder.file(content, named: "x")
        } else {
            try FileManager.default.removeItem(at: file)
        }
        let form = try SentForm(request)
        #expect(form.lastRead == -1)
        #expect((form.streamError as? RequestSerializationError)?.part == "f")
    }
}
