import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct SearchRequestSerializerTests {
    private let parameters: [String: Any] = ["size": 10, "color": "dark red"]

    private func query(_ serializer: SearchRequestSerializer) throws -> String? {
        try serializer.request(
            withMethod: "GET", urlString: "http://example.com/search", parameters: parameters
        ).url?.query
    }

    @Test func blockMakesQueriesAndBodies() throws {
        let serializer = SearchRequestSerializer()
        #expect(try query(serializer) == "color:dark%20red;size:10")
        let request = try serializer.request(
            withMethod: "POST", urlString: "http://example.com/search", parameters: parameters)
        #expect(request.httpBody == Data("color:dark%20red;size:10".utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
    }

    @Test func styleReplacesTheBlock() throws {
        let serializer = SearchRequestSerializer()
        serializer.useStandardQueries()
        #expect(try query(serializer) == "color=dark%20red&size=10")
    }

    @Test func errorOfTheBlockIsTheErrorOfTheRequest() throws {
        let serializer = SearchRequestSerializer()
        var error: NSError?
        _ = serializer.request(
            withMethod: "GET", urlString: "http://example.com/search", parameters: ["a", "b"], error: &error)
        #expect(error?.domain == SearchErrorDomain)
        #expect(error?.code == 1)
        #expect(error?.localizedDescription == "A search needs a dictionary for /search.")
        let thrown = #expect(throws: NSError.self) {
            try serializer.request(withMethod: "GET", urlString: "http://example.com/", parameters: ["a"])
        }
        #expect(thrown?.domain == SearchErrorDomain)
    }

    @Test func copiesAndArchivesUseTheBlock() throws {
        let serializer = SearchRequestSerializer()
        #expect(try query(#require(serializer.copy() as? SearchRequestSerializer)) == "color:dark%20red;size:10")
        let data = try NSKeyedArchiver.archivedData(withRootObject: serializer, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: SearchRequestSerializer.self, from: data)
        #expect(try query(#require(read)) == "color:dark%20red;size:10")
    }
}
