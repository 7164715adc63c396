import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

@testable import LegacyClient

/// The session with the server, and its errors.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct APIClientTests {
    /// Answers a password with a token, and the token with an order.
    private static let server: @Sendable (Exchange) throws -> Void = { exchange in
        let request = exchange.request
        let json: KeyValuePairs = ["Content-Type": "application/vnd.example.orders+json"]
        switch (request.method, request.path) {
        case ("POST", "/v1/session") where request.text.contains("right"):
            try exchange.respond(headers: json, body: #"{"token":"t0k/en=="}"#)
        case ("DELETE", "/v1/session"):
            try exchange.respond(status: 204)
        case ("GET", "/v1/orders/7") where request.value(named: "Authorization") == "Bearer t0k/en==":
            try exchange.respond(headers: json, body: #"{"id":7}"#)
        default:
            try exchange.respond(status: 401, headers: json, body: #"{"message":"Who are you?"}"#)
        }
    }

    private func logIn(_ fixture: ClientFixture, password: String) async -> Outcome {
        await fixture.outcome { client, report in
            client.logIn(
                "jö", password: password, success: { report(Outcome("in")) }, failure: { report(Outcome($0)) })
        }
    }

    private func fetchOrder(_ fixture: ClientFixture) async -> Outcome {
        await fixture.outcome { client, report in
            client.fetchOrder(
                7, fields: nil, success: { report(Outcome("\($0?["id"] as? Int ?? 0)")) },
                failure: { report(Outcome($0)) })
        }
    }

    @Test func sharedClientHasItsBaseAndSerializers() {
        let client = APIClient.shared
        #expect(client === APIClient.shared)
        #expect(client.baseURL?.absoluteString == "https://api.example.com/v1/")
        #expect(client.requestSerializer is SigningRequestSerializer)
        #expect(client.responseSerializer is OrderResponseSerializer)
        #expect(
            client.responseSerializer.acceptableContentTypes?.isSuperset(of: ["application/json", "text/html"]) == true)
        #expect(!client.isLoggedIn)
    }

    @Test func tokenIsSentBetweenLogInAndLogOut() async throws {
        try await ClientFixture.with(Self.server) { fixture in
            #expect(await fetchOrder(fixture).unauthorizedMessage == "Who are you?")
            #expect(await logIn(fixture, password: "right").object == "in")
            #expect(fixture.client.isLoggedIn)
            #expect(await fetchOrder(fixture).object == "7")
            fixture.client.logOut()
            #expect(!fixture.client.isLoggedIn)
            try await fixture.server.waitForRequests(4)
            #expect(await fetchOrder(fixture).unauthorizedMessage == "Who are you?")

            let requests = fixture.server.requests
            #expect(
                requests.map { "\($0.method) \($0.target) \($0.version)" } == [
                    "GET /v1/orders/7 HTTP/1.1", "POST /v1/session HTTP/1.1", "GET /v1/orders/7 HTTP/1.1",
                    "DELETE /v1/session HTTP/1.1", "GET /v1/orders/7 HTTP/1.1",
                ])
            let token = "Bearer t0k/en=="
            #expect(requests.map { $0.value(named: "Authorization") } == [nil, nil, token, token, nil])
            #expect(requests[1].text == #"{"password":"right","user":"jö"}"#)
            #expect(requests[1].value(named: "Content-Type") == "application/json")
            #expect(requests[1].contentLength == 33)
            for request in requests {
                #expect(request.value(named: "Accept") == "application/json")
                #expect(request.value(named: "Accept-Language") == "en-US")
                #expect(request.value(named: "User-Agent") == "LegacyClient/3.2")
                #expect(request.value(named: "Host") == "127.0.0.1:\(fixture.server.port)")
            }
        }
    }

    @Test func refusedLogInIsTheErrorOfTheClient() async throws {
        try await ClientFixture.with(Self.server) { fixture in
            let outcome = await logIn(fixture, password: "wrong")
            #expect(outcome.unauthorizedMessage == "Who are you?")
            #expect(outcome.message == "Who are you?")
            #expect(!fixture.client.isLoggedIn)
        }
    }

    @Test func logInWithoutATokenFails() async throws {
        try await ClientFixture.with(200, #"{"status":"ok"}"#) { fixture in
            let outcome = await logIn(fixture, password: "right")
            #expect(outcome.message == "The server sent no token.")
            #expect(!fixture.client.isLoggedIn)
        }
    }

    /// The server's messages are in the bodies of its errors, if they are JSON.
    @Test(
        arguments: [
            (401, #"{"message":"Expired."}"#, "Expired."), (401, "", "Please log in."),
            (401, #"{"status":"error","message":"Expired."}"#, "Expired."), (401, #"{"message":7}"#, "Please log in."),
            (401, "<h1>No</h1>", "Please log in."),
            (503, #"{"message":"Back at nine."}"#, "Back at nine."),
            (500, "[]", "The server failed with status 500."),
        ])
    func statusBecomesAnErrorWithTheServersMessage(_ status: Int, _ body: String, _ message: String) async throws {
        try await ClientFixture.with(status, body) { fixture in
            let outcome = await fetchOrder(fixture)
            #expect((outcome.unauthorizedMessage != nil) == (status == 401))
            #expect(outcome.apiError != nil)
            #expect(outcome.message == message)
        }
    }

    @Test func otherStatusIsTheErrorOfAFNetworking() async throws {
        let body = #"{"message":"Gone."}"#
        try await ClientFixture.with(404, body) { fixture in
            let outcome = await fetchOrder(fixture)
            #expect(outcome.apiError == nil)
            #expect(outcome.domain == AFURLResponseSerializationErrorDomain)
            #expect(outcome.code == NSURLErrorBadServerResponse)
            #expect(outcome.status == 404)
            #expect(outcome.data == Data(body.utf8))
        }
    }

    @Test func lostConnectionIsTheErrorOfFoundation() async throws {
        try await ClientFixture.with({ $0.reset() }) { fixture in
            let outcome = await fetchOrder(fixture)
            #expect(outcome.apiError == nil)
            #expect(outcome.domain == NSURLErrorDomain)
            #expect(outcome.code == NSURLErrorNetworkConnectionLost)
        }
    }

    // MARK: - Cancelling

    @Test func cancelAllCancelsEveryKindOfTask() async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with({ try $0.hold() }) { fixture in
                async let data = fetchOrder(fixture)
                async let upload = fixture.outcome { client, report in
                    client.upload(
                        PhotoUploadTests.photo(at: file), success: { _ in report(Outcome("answered")) },
                        failure: { report(Outcome($0)) })
                }
                async let download = fixture.outcome { client, report in
                    client.downloadInvoice(ofOrder: 7, to: FileManager.default.temporaryDirectory) { _, error in
                        report(error.map { Outcome($0) } ?? Outcome("answered"))
                    }
                }
                try await fixture.server.waitForRequests(3)
                let client = fixture.client
                #expect(client.dataTasks.count == 1)
                #expect(client.uploadTasks.count == 1)
                #expect(client.downloadTasks.count == 1)
                client.cancelAll()
                for outcome in await [data, upload, download] {
                    #expect(outcome.domain == NSURLErrorDomain)
                    #expect(outcome.code == NSURLErrorCancelled)
                }
                #expect(client.tasks.isEmpty)
            }
        }
    }
}
