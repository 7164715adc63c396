import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct FormUploadTests {
    private let session = Session(configuration: .patient)

    @Test func aFinishedFormIsSent() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(body: String(decoding: exchange.request.body, as: UTF8.self))
        }
        defer { server.stop() }
        var form = MultipartForm(boundary: try MultipartBoundary("b"))
        try form.append("At the sea", name: "caption")
        let body = try await session.upload(form, to: server.url("/"), headers: ["X-A": "1"]).string()
        #expect(
            body == "--b\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\nAt the sea\r\n--b--\r\n")
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.value(named: "X-A") == "1")
        #expect(request.value(named: "Content-Type") == "multipart/form-data; boundary=b")
        #expect(request.value(named: "Content-Length") == "\(body.utf8.count)")
    }

    @Test(
        arguments: [
            ("multipart/form-data", "multipart/form-data; boundary=b"),
            ("Multipart/Mixed", "Multipart/Mixed; boundary=b"),
            ("multipart/form-data; charset=\"a;b\"", "multipart/form-data; charset=\"a;b\"; boundary=b"),
            ("multipart/form-data; boundary=b", "multipart/form-data; boundary=b"),
            ("multipart/form-data;BOUNDARY = \"b\"; x=y", "multipart/form-data;BOUNDARY = \"b\"; x=y"),
            ("application/json", "application/json"), ("image/gif; boundary=c", "image/gif; boundary=c"),
            // Another boundary than the form's.
            ("multipart/form-data; boundary=c", nil), ("multipart/form-data; boundary=\"b\\\"\"", nil),
            ("multipart/form-data; boundary=B", nil), ("multipart/form-data; boundary=", nil),
            ("multipart/mixed; x=\"boundary=b\"; boundary=\"c ", nil), ("multipart/form-data; boundary=b\"", nil),
        ] as [(String, String?)])
    func aCallersTypeGetsTheBoundary(type: String, sent: String?) async throws {
        let server = try LoopbackServer { try $0.respond() }
        defer { server.stop() }
        var form = MultipartForm(boundary: try MultipartBoundary("b"))
        try form.append("At the sea", name: "caption")
        let (body, headers, finished) = (try #require(try form.makeBody()), HTTPHeaders(["Content-Type": type]), form)
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        let requests = [
            session.upload(finished, to: server.url("/"), headers: headers),
            session.upload(to: server.url("/"), headers: headers) { $0 = finished },
            session.upload(.multipart(body), to: server.url("/"), headers: headers),
            session.upload(.multipart(body), with: request),
        ]
        for request in requests {
            let error = await request.response().error?.cause as? RequestSerializationError
            #expect(error?.field == (sent == nil ? "Content-Type" : nil))
            #expect(error.map { $0.localizedDescription.contains("is not the form's") } ?? (sent != nil))
        }
        #expect(server.requests.map { $0.value(named: "Content-Type") } == (sent.map { [$0, $0, $0, $0] } ?? []))
    }

    /// A boundary that is not a token is quoted.
    @Test func aBoundaryWithASpaceIsQuoted() async throws {
        let server = try LoopbackServer { try $0.respond() }
        defer { server.stop() }
        var form = MultipartForm(boundary: try MultipartBoundary("b c"))
        try form.append("a", name: "a")
        for type in ["multipart/form-data", "multipart/form-data; boundary=\"b c\""] {
            let answer = await session.upload(form, to: server.url("/"), headers: ["Content-Type": type]).response()
            #expect(answer.error == nil)
        }
        let types = server.requests.map { $0.value(named: "Content-Type") }
        #expect(types == Array(repeating: "multipart/form-data; boundary=\"b c\"", count: 2))
    }

    @Test func aFormWithoutPartsOrForAMethodWithoutABodyFails() async throws {
        var form = MultipartForm()
        let empty = await session.upload(form, to: "https://example.com/").response().error
        #expect((empty?.cause as? RequestSerializationError)?.code == .unsupportedValue)
        try form.append("a", name: "a")
        for method in [HTTPMethod.get, .head] {
            let error = await session.upload(form, to: "https://example.com/", method: method).response().error
            #expect((error?.cause as? RequestSerializationError)?.code == .methodWithoutBody)
        }
    }
}
