import Foundation
import SerializerComparison
import Testing

@Suite struct RecordedTrafficTests {
    private static func traffic() throws -> RecordedTraffic {
        try RecordedTraffic(Data("GET /b?n=1\nPOST /a\nGET /b?n=2\n".utf8), name: "orders.log")
    }

    @Test func aRequestIsFoundByItsEndpoint() throws {
        let traffic = try Self.traffic()
        #expect(traffic.requests.count == 3 && traffic.notices.isEmpty)
        #expect(try traffic.request("get", "/b").query == "n=1")
        #expect(try traffic.request("GET", "/b", at: 1).place == "line 3")
    }

    @Test(arguments: [
        ("PUT", "/a", 0, "orders.log has no request PUT /a; its endpoints are GET /b, POST /a"),
        ("get", "/b", 2, "orders.log has only 2 requests GET /b; its endpoints are GET /b, POST /a"),
    ])
    func aMissingRequestIsAnErrorWithTheEndpoints(_ method: String, path: String, index: Int, reason: String) throws {
        let traffic = try Self.traffic()
        let error = #expect(throws: PayloadError.self) { try traffic.request(method, path, at: index) }
        #expect(error?.reason == reason)
    }

    @Test func aRecordingWithoutRequestsIsAnError() {
        let error = #expect(throws: PayloadError.self) {
            try RecordedTraffic(Data(#"{"log":{"entries":[{"time":1}]}}"#.utf8), name: "a.har")
        }
        #expect(error?.reason == "a.har: entry 1: no request")
    }
}
