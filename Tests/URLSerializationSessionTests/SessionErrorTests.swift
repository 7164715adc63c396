import Foundation
import Testing
import URLSerializationSession

@Suite struct SessionErrorTests {
    @Test func aMessageShowsNoSecretsOfTheURL() {
        let url = URL(string: "https://me:secret@example.com/a?token=hidden#f")
        let error = SessionError(.noResponse, url: url, reason: "Nothing came.")
        #expect(error.description == "https://example.com/a: Nothing came.")
    }

    @Test func codesTellKindsApartAsNSErrorsToo() {
        let codes: [SessionError.Code] = [
            .sessionInvalidated, .adaptationFailed, .unsafeRedirect, .bodyNotRepeatable, .unusableDestination,
            .unwritableFile, .unusableResumeData, .bodyTaken, .streamTasksUnavailable, .noResponse,
        ]
        let errors = codes.map { SessionError($0, reason: "") as NSError }
        #expect(errors.map(\.code) == Array(1...10))
        #expect(errors.allSatisfy { $0.domain == SessionError.errorDomain })
        #expect(codes.first?.description == "sessionInvalidated")
    }
}
