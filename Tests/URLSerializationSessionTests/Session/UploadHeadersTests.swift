import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct UploadHeadersTests {
    private let session = Session(configuration: .patient)

    /// URLSession would declare a body without a type to be a form.
    @Test func aBodyHasAType() async throws {
        let server = try LoopbackServer { try $0.respond() }
        let note = FileManager.default.temporaryDirectory.appendingPathComponent("note-\(UUID().uuidString).txt")
        try Data("x".utf8).write(to: note)
        defer { try? FileManager.default.removeItem(at: note) }
        let sources: [Uploadable] = [
            .data(Data("x".utf8)), .stream(length: 1) { InputStream(data: Data("x".utf8)) }, .file(note),
        ]
        for source in sources {
            _ = await session.upload(source, to: server.url("/")).response()
            _ = await session.upload(source, to: server.url("/"), headers: ["Content-Type": "image/gif"]).response()
        }
        let octets = "application/octet-stream"
        #expect(
            server.requests.map { $0.values(named: "Content-Type") }
                == [octets, "image/gif", octets, "image/gif", "text/plain", "image/gif"].map { [$0] })
        let agent = HTTPRequestSerializer().configuration.headers["User-Agent"]
        #expect(server.requests.allSatisfy { $0.value(named: "User-Agent") == agent })
    }
}
