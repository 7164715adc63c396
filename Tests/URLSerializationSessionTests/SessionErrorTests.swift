import Testing
import URLSerializationSession

@Suite struct SessionErrorTests {
    @Test func aMessageShowsNoSecretsOfTheURL() {
        let url = URL(string: "https://me:secret@example.com/a?token=hidden#f")
        let error = SessionError(.noResponse, url: url, reason: "Nothing came.")
        #expect(error.description == "https://example.com/a: Nothing came.")
    }
}
