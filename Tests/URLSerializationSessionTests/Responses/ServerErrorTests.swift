import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ServerErrorTests {
    private struct Order: Codable, Equatable { var id: Int }
    private struct Problem: Decodable, Equatable { var message: String }

    private func session(
        _ body: String, status: Int, type: String = "application/json", retriers: [any RequestRetrier] = []
    ) -> Session {
        .stub(configuration: .patient, retriers: retriers) { _ in .text(body, statusCode: status, contentType: type) }
    }

    @Test(arguments: ["application/json", "application/problem+json", "text/html"])
    func aProblemIsThrownWithTheStatus(type: String) async throws {
        let session = session(#"{"message": "Sold out."}"#, status: 422, type: type)
        let error = await #expect(throws: RequestError.self) {
            try await session.request("https://example.com/").decode(Order.self, orError: Problem.self)
        }
        #expect(error?.statusCode == 422 && error?.body as? Problem == Problem(message: "Sold out."))
        #expect(error?.kind == .status && error?.underlyingError is ResponseSerializationError)
        #expect(error?.localizedDescription.contains("422") == true)
    }

    @Test func aProblemOfAValidatedRequestOrADownloadIsThrownToo() async throws {
        let session = session(#"{"message": "Sold out."}"#, status: 500)
        let thrown = await #expect(throws: RequestError.self) {
            try await session.request("https://example.com/").validate().decode(Order.self, orError: Problem.self)
        }
        #expect(thrown?.body is Problem)
        let ofDownload = await #expect(throws: RequestError.self) {
            try await session.download("https://example.com/").decode(Order.self, orError: Problem.self)
        }
        #expect(ofDownload?.body is Problem)
    }

    @Test func aModelIsDecoded() async throws {
        let order = try await session(#"{"id": 7}"#, status: 201).request("https://example.com/")
            .decode(Order.self, orError: Problem.self)
        #expect(order == Order(id: 7))
    }

    @Test(arguments: [("{}", 422), ("", 500), ("<p>", 503), (#"{"message": "Not an error."}"#, 200)])
    func otherErrorsAreThoseOfDecode(body: String, status: Int) async throws {
        let thrown = await #expect(throws: RequestError.self) {
            try await session(body, status: status).request("https://example.com/")
                .decode(Order.self, orError: Problem.self)
        }
        #expect(thrown != nil && thrown?.body == nil)
    }

    @Test func anErrorOfTheNetworkIsUnchanged() async throws {
        let session = Session.stub(configuration: .patient) { _ in throw URLError(.notConnectedToInternet) }
        let error = await #expect(throws: RequestError.self) {
            try await session.request("https://example.com/").decode(Order.self, orError: Problem.self)
        }
        #expect(error?.kind == .offline && error?.isOffline == true)
    }

    @Test func textDescribesTheError() async throws {
        let error = await #expect(throws: RequestError.self) {
            try await session(#""Closed on Sundays.""#, status: 403).request("https://example.com/")
                .decode(Order.self, orError: String.self)
        }
        #expect(error?.localizedDescription == "The server answered with status 403: Closed on Sundays.")
    }
}
