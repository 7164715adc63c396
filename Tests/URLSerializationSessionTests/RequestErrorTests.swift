import Testing

@testable import URLSerializationSession

@Suite struct RequestErrorTests {
    @Test func noDescriptionHasControls() throws {
        let location = "file:///\u{1B}[2J\u{9B}\u{202E}"
        let url = try #require(URL(string: "http://a/b"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": location]))
        let error = #expect(throws: RequestError.self) {
            try Redirection.following(ResponseHead(response), to: URLRequest(url: url))
        }
        for text in [error?.description, error?.errorDescription, error?.failureReason, error?.localizedDescription] {
            let text = try #require(text)
            #expect(text.unicodeScalars.allSatisfy { $0.isPrintable })
        }
        let file = RequestError(.file, url: URL(fileURLWithPath: "/a\u{9B}\u{202E}"), reason: "x\u{1B}")
        #expect(file.description == "\"/a\\u{9B}\\u{202E}\": x\\u{1B}")
    }

    @Test func aMessageShowsNoSecretsOfTheURL() {
        let url = URL(string: "https://me:secret@example.com/a?token=hidden#f")
        let error = RequestError(.noResponse, url: url, reason: "Nothing came.")
        #expect(error.description == "https://example.com/a: Nothing came.")
    }

    @Test func anErrorOfURLSessionKeepsNoSecretsOfItsURL() throws {
        let url = try #require(URL(string: "https://me:secret@example.com/a?token=hidden#f"))
        for isText in [true, false] {
            var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
            if isText { userInfo["NSErrorFailingURLStringKey"] = url.absoluteString }
            let safe = try #require(URLError(.timedOut, userInfo: userInfo).withoutSecrets as? URLError)
            #expect(safe.code == .timedOut && safe.failingURL?.absoluteString == "https://example.com/a")
            let text = safe.errorUserInfo["NSErrorFailingURLStringKey"] as? String
            #expect(text == (isText ? "https://example.com/a" : nil))
        }
    }

    @Test func codesTellKindsApartAsNSErrorsToo() {
        let kinds: [RequestError.Kind] = [
            .cancelled, .timedOut, .unreachable, .untrusted, .status, .contentType, .decoding, .noBody, .tooLarge,
            .invalidRequest, .bodyNotRepeatable, .adapter, .file, .invalidResponse, .partialContent, .noResponse,
            .invalidated, .redirection, .authentication, .bodyConsumed, .resumeData, .transfer, .other, .offline,
        ]
        let errors = kinds.map { RequestError($0, reason: "") as NSError }
        #expect(errors.map(\.code) == Array(1...24))
        #expect(errors.allSatisfy { $0.domain == RequestError.errorDomain })
        #expect(kinds.first?.description == "cancelled")
    }

    private static let url = URL(string: "https://me:secret@example.com/a?token=hidden")

    @Test(
        arguments: [
            (URLError(.cancelled), .cancelled), (CancellationError(), .cancelled), (URLError(.timedOut), .timedOut),
            (URLError(.cannotFindHost), .unreachable), (URLError(.notConnectedToInternet), .offline),
            (URLError(.serverCertificateUntrusted), .untrusted), (URLError(.badServerResponse), .invalidResponse),
            (URLError(.httpTooManyRedirects), .redirection), (URLError(.resourceUnavailable), .transfer),
            (NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut), .timedOut), (POSIXError(.EPERM), .other),
            (RequestSerializationError(.invalidHeader, reason: ""), .invalidRequest),
            (RequestSerializationError(.unusableFile, reason: ""), .file),
            (RequestSerializationError(.unreadableSource, reason: ""), .invalidRequest),
        ] as [(any Error, RequestError.Kind)]
    ) func everyErrorHasAKindAndItsCause(error: any Error, kind: RequestError.Kind) {
        let wrapped = RequestError(wrapping: error, url: Self.url)
        #expect(wrapped.kind == kind && wrapped.url == Self.url)
        #expect(wrapped.cause as NSError == error as NSError)
        #expect(wrapped.isCancelled == (kind == .cancelled) && wrapped.isTimeout == (kind == .timedOut))
        #expect(wrapped.mayBeRetried == [.timedOut, .unreachable, .offline, .invalidResponse].contains(kind))
        #expect(wrapped.isOffline == (kind == .offline))
        #expect(!"\(wrapped)".contains("secret") && !"\(wrapped)".contains("hidden"))
        // The error keeps what it has.
        let again = RequestError(wrapping: wrapped, url: nil, data: Data("a".utf8))
        #expect(again.kind == kind && again.url == Self.url && again.data == Data("a".utf8))
    }

    @Test func anErrorCrossesActors() async throws {
        actor Log {
            var error: RequestError?
            func keep(_ error: RequestError) { self.error = error }
            func message() throws -> String? { try error?.decode([String: String].self)["message"] }
        }
        let log = Log()
        await log.keep(RequestError(.status, Self.url).wrapped(Data(#"{"message": "Down."}"#.utf8)))
        #expect(try await log.message() == "Down.")
        let error = await log.error
        #expect(error?.kind == .status && error?.url == Self.url)
    }

    @Test func aBodyIsDecodedOnceAndNonsenseIsRefused() throws {
        struct Problem: Decodable, Equatable { var message: String }
        let body = Data(#"{"message": "Sold out."}"#.utf8)
        let error = RequestError(.status, url: Self.url, reason: "").wrapped(body)
        #expect(try error.decode(Problem.self) == Problem(message: "Sold out."))
        let described = error.adding(body: Problem(message: "Closed."))
        #expect(try described.decode() == Problem(message: "Closed.") && described.data == body)
        #expect(throws: RequestError.self) { try error.decode([Int].self) }
        let nonsense = RequestError(.status, Self.url).wrapped(Data(repeating: 0xFF, count: 1 << 16))
        #expect(#expect(throws: RequestError.self) { try nonsense.decode(Problem.self) }?.kind == .decoding)
        #expect(
            #expect(throws: RequestError.self) { try RequestError(.timedOut, nil).decode(Problem.self) }?.kind
                == .noBody)
        var dumped = ""
        dump(described, to: &dumped)
        #expect(!dumped.contains("secret") && !dumped.contains("Sold out") && !dumped.contains("Closed"))
        #expect(!"\(described)".contains("Closed") && "\(error.adding(body: "Closed."))".contains("Closed"))
        #expect(try error.decode(Problem?.self) == Problem(message: "Sold out."))
    }
}

extension RequestError {
    fileprivate func wrapped(_ data: Data) -> RequestError { RequestError(wrapping: self, data: data) }
}
