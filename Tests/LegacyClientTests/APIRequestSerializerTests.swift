import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct APIRequestSerializerTests {
    private func request(_ serializer: APIRequestSerializer) throws -> NSMutableURLRequest {
        try serializer.request(
            withMethod: "POST", urlString: "http://example.com/orders", parameters: ["b": [1, 2], "a": "ü"])
    }

    @Test func headersAndBodyAreSent() throws {
        let request = try request(APIRequestSerializer())
        #expect(request.httpBody == Data(#"{"a":"ü","b":[1,2]}"#.utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
        #expect(request.value(forHTTPHeaderField: "Accept-Language") == "en-US")
        #expect(request.value(forHTTPHeaderField: "User-Agent") == "LegacyClient/3.2")
        #expect(request.timeoutInterval == 20)
        #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test func tokenIsSetAndRemovedAtRunTime() throws {
        let serializer = APIRequestSerializer()
        serializer.token = "t1"
        #expect(try request(serializer).value(forHTTPHeaderField: "Authorization") == "Bearer t1")
        serializer.token = "t2"
        #expect(serializer.token == "t2")
        #expect(try request(serializer).value(forHTTPHeaderField: "Authorization") == "Bearer t2")
        serializer.token = nil
        #expect(serializer.token == nil)
        #expect(try request(serializer).value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test func copiesKeepTheTokenAndAreApart() throws {
        let serializer = APIRequestSerializer()
        serializer.token = "mine"
        let copy = try #require(serializer.copy() as? APIRequestSerializer)
        serializer.token = nil
        #expect(copy.token == "mine")
        #expect(copy.writingOptions == .sortedKeys)
    }
}
