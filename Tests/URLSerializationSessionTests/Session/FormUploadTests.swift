import Foundation
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

    @Test func aFormWithoutPartsOrForAMethodWithoutABodyFails() async throws {
        var form = MultipartForm()
        let empty = await session.upload(form, to: "https://example.com/").response().error
        #expect((empty as? RequestSerializationError)?.code == .unsupportedValue)
        try form.append("a", name: "a")
        for method in [HTTPMethod.get, .head] {
            let error = await session.upload(form, to: "https://example.com/", method: method).response().error
            #expect((error as? RequestSerializationError)?.code == .methodWithoutBody)
        }
    }
}
