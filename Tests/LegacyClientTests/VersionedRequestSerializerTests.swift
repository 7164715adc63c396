import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct VersionedRequestSerializerTests {
    private static let url = "http://example.com/{version}/orders"

    /// Both forms call the overridden one.
    @Test func versionIsInThePathAndAHeader() throws {
        let serializer = VersionedRequestSerializer(version: 2)
        var error: NSError?
        let old = serializer.request(withMethod: "GET", urlString: Self.url, parameters: ["a": 1], error: &error)
        #expect(error == nil)
        let new = try serializer.request(withMethod: "GET", urlString: Self.url, parameters: ["a": 1])
        for request in [old, new] {
            #expect(request.url?.absoluteString == "http://example.com/v2/orders?a=1")
            #expect(request.value(forHTTPHeaderField: "X-API-Version") == "2")
        }
    }

    /// Its `init(coder:)` traps, so it has to be copied in another way.
    @Test func copyCarriesTheFields() throws {
        let serializer = VersionedRequestSerializer(version: 3)
        serializer.setValue("y", forHTTPHeaderField: "X")
        serializer.httpMethodsEncodingParametersInURI = ["POST"]
        let copy = try #require(serializer.copy() as? VersionedRequestSerializer)
        serializer.setValue("z", forHTTPHeaderField: "X")
        let request = try copy.request(withMethod: "POST", urlString: Self.url, parameters: ["a": 1])
        #expect(request.url?.absoluteString == "http://example.com/v3/orders?a=1")
        #expect(request.value(forHTTPHeaderField: "X") == "y")
    }
}
