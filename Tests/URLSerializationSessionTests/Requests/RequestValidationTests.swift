import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestValidationTests {
    private let session = Session(configuration: .patient)

    private struct Refusal: Error, Equatable { var text = "" }

    private func kind(_ error: (any Error)?) -> ResponseSerializationError.Kind? {
        ((error as? RequestError)?.cause as? ResponseSerializationError)?.kind
    }

    /// Answers with the status that the path names.
    private func server(type: String? = nil, body: String = "{}") throws -> LoopbackServer {
        try LoopbackServer { exchange in
            let status = Int(exchange.request.path.dropFirst()) ?? 200
            if let type {
                try exchange.respond(status: status, headers: ["Content-Type": type], body: body)
            } else {
                try exchange.respond(status: status, body: body)
            }
        }
    }

    @Test(arguments: [(200, true), (204, true), (299, true), (300, false), (304, false), (404, false), (599, false)])
    func theStatusesOfSuccessAreValid(status: Int, isValid: Bool) async throws {
        let server = try server()
        let answer = await session.request(server.url("/\(status)")).validate().response()
        #expect((answer.error == nil) == isValid)
        if !isValid { #expect(kind(answer.error) == .unacceptableStatusCode) }
        #expect(await session.request(server.url("/\(status)")).response().error == nil)
        let chosen = await session.request(server.url("/\(status)")).validate(statusCode: [status, -1]).response()
        #expect(chosen.error == nil)
        let other = await session.request(server.url("/\(status)")).validate(statusCode: [status + 1]).response()
        #expect(kind(other.error) == .unacceptableStatusCode)
    }

    @Test(arguments: [
        ("application/json", "application/json", true), ("application/json; charset=utf-8", "application/json", true),
        ("application/json", "text/html, application/*;q=0.5", true), ("application/json", "*/*", true),
        ("application/json", "text/*", false), ("text/plain", "application/json", false),
        ("Text/HTML", "text/html", true), ("text/html", "TEXT/*", true), ("text/html", "text/plain", false),
    ])
    func theMediaTypeIsOneThatAcceptHas(type: String, accept: String, isValid: Bool) async throws {
        let server = try server(type: type)
        let answer = await session.request(server.url("/"), headers: ["Accept": accept]).validate().response()
        #expect(answer.error == nil ? isValid : !isValid && kind(answer.error) == .unacceptableContentType)
        let ranges = accept.split(separator: ",").map(String.init)
        let named = await session.request(server.url("/")).validate(contentType: ranges).response()
        #expect((named.error == nil) == isValid)
    }

    @Test func anEmptyBodyHasNoWrongType() async throws {
        let server = try server(type: "text/html", body: "")
        let answer = await session.request(server.url("/")).validate(contentType: ["a/b"]).response()
        #expect(answer.error == nil)
    }

    @Test func aBodyWithoutATypeIsOfAnyTypeOnly() async throws {
        let server = try server()
        #expect(await session.request(server.url("/")).validate(contentType: ["*/*"]).response().error == nil)
        let answer = await session.request(server.url("/")).validate(contentType: ["a/*"]).response()
        #expect(kind(answer.error) == .unacceptableContentType)
    }

    @Test func closuresSeeTheBodyInOrderUpToTheFirstThatThrows() async throws {
        let server = try server(body: "body")
        let log = Log<String>()
        let answer = await session.request(server.url("/"), headers: ["X": "y"])
            .validate { request, response, data in
                log.add("\(request?.value(forHTTPHeaderField: "X") ?? "") \(response.statusCode)")
                log.add(String(decoding: data ?? Data(), as: UTF8.self))
            }
            .validate { _, _, _ in throw Refusal(text: "first") }
            .validate { _, _, _ in log.add("never") }
            .response()
        #expect(answer.error?.underlyingError as? Refusal == Refusal(text: "first"))
        #expect(answer.data == Data("body".utf8))
        #expect(log.all == ["y 200", "body"])
    }

    @Test func whatWasRefusedIsDecodedBesideTheError() async throws {
        let server = try server(type: "application/json", body: #"{"a":1}"#)
        let answer = await session.request(server.url("/422")).validate().response(serializer: .json)
        #expect(kind(answer.error) == .unacceptableStatusCode)
        #expect((answer.value as? [String: Any])?["a"] as? Int == 1)
        await #expect(throws: RequestError.self) {
            _ = try await session.request(server.url("/422")).validate().data()
        }
    }

    @Test func aValidationThatIsAddedAfterTheEndCountsFromThenOn() async throws {
        let server = try server()
        let log = Log<Bool>()
        let request = session.request(server.url("/404"))
        #expect(await request.response().error == nil)
        request.response(queue: .global()) { log.add($0.error == nil) }.validate()
        #expect(kind(await request.response().error) == .unacceptableStatusCode)
        try await eventually("It is called.") { log.count == 1 }
        request.validate { _, _, _ in throw Refusal() }
        #expect(kind(await request.response().error) == .unacceptableStatusCode)
        #expect(request.state == .finished)
    }

    @Test func aValidationIsNeverTooLateForTheHandlersAfterIt() async throws {
        let server = try server()
        for _ in 0..<100 {
            let request = session.request(server.url("/404"))
            for _ in 0..<Int.random(in: 0..<5) { await Task.yield() }
            #expect(await request.validate().response().error != nil)
        }
    }

    @Test func errorsOfTheWayComeBeforeValidations() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 500 E\r\nContent-Length: 10\r\n\r\nabc")
            exchange.close()
        }
        let log = Log<Int>()
        let answer = await session.request(server.url("/")).validate { _, _, _ in log.add(1) }
            .response(serializer: .json)
        #expect(answer.error?.cause is URLError)
        #expect(answer.value == nil)
        #expect(log.all.isEmpty)
    }
}
