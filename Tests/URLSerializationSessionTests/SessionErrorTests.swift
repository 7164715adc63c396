import Foundation
import Testing

@testable import URLSerializationSession

@Suite struct SessionErrorTests {
    @Test func noDescriptionHasControls() throws {
        let location = "file:///\u{1B}[2J\u{9B}\u{202E}"
        let url = try #require(URL(string: "http://a/b"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": location]))
        let error = #expect(throws: SessionError.self) { try Redirection.following(response, to: URLRequest(url: url)) }
        for text in [error?.description, error?.errorDescription, error?.failureReason, error?.localizedDescription] {
            let text = try #require(text)
            #expect(text.unicodeScalars.allSatisfy { $0.isPrintable })
        }
        let file = SessionError(.unusableDestination, url: URL(fileURLWithPath: "/a\u{9B}\u{202E}"), reason: "x\u{1B}")
        #expect(file.description == "\"/a\\u{9B}\\u{202E}\": x\\u{1B}")
    }

    @Test func aMessageShowsNoSecretsOfTheURL() {
        let url = URL(string: "https://me:secret@example.com/a?token=hidden#f")
        let error = SessionError(.noResponse, url: url, reason: "Nothing came.")
        #expect(error.description == "https://example.com/a: Nothing came.")
    }

    @Test func anErrorOfURLSessionKeepsNoSecretsOfItsURL() throws {
        let url = try #require(URL(string: "https://me:secret@example.com/a?token=hidden#f"))
        for isText in [true, false] {
            var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
            if isText { userInfo["NSErrorFailingURLStringKey"] = url.absoluteString }
            let shown = try #require(URLError(.timedOut, userInfo: userInfo).withoutSecrets as? URLError)
            #expect(shown.code == .timedOut && shown.failingURL?.absoluteString == "https://example.com/a")
            let text = shown.errorUserInfo["NSErrorFailingURLStringKey"] as? String
            #expect(text == (isText ? "https://example.com/a" : nil))
        }
    }

    @Test func codesTellKindsApartAsNSErrorsToo() {
        let codes: [SessionError.Code] = [
            .sessionInvalidated, .adaptationFailed, .unsafeRedirect, .bodyNotRepeatable, .unusableDestination,
            .unwritableFile, .unusableResumeData, .bodyConsumed, .noResponse, .invalidPartialContent, .tooManyParts,
            .bodyTooLarge, .unsupportedChallenge, .destinationExists, .missingDirectory, .permissionDenied,
            .insufficientSpace, .invalidFraming, .lineTooLong,
        ]
        let errors = codes.map { SessionError($0, reason: "") as NSError }
        #expect(errors.map(\.code) == Array(1...8) + Array(10...20))
        #expect(errors.allSatisfy { $0.domain == SessionError.errorDomain })
        #expect(codes.first?.description == "sessionInvalidated")
    }
}
