import AFNetworkingCompat
import Testing

/// Subclasses and values as code of AFNetworking's time wrote them.
@Suite struct LegacySubclassTests {
    private static let url = "https://example.com/p"

    /// A client that holds a serializer the way AFHTTPSessionManager does.
    private final class Client {
        var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization

        init(_ serializer: any AFHTTPRequestSerializer & AFURLRequestSerialization) {
            requestSerializer = serializer
        }
    }

    @Test func valueOfBothTypesSerializes() throws {
        let client = Client(AFJSONRequestSerializer(writingOptions: .sortedKeys))
        client.requestSerializer.setValue("1", forHTTPHeaderField: "X-A")
        client.requestSerializer.timeoutInterval = 5
        let request = try client.requestSerializer.request(
            withMethod: "POST", urlString: Self.url, parameters: ["b": 1, "a": 2])
        #expect(request.value.bodyText == #"{"a":2,"b":1}"#)
        #expect(request.value(forHTTPHeaderField: "X-A") == "1")
        #expect(request.timeoutInterval == 5)
        client.requestSerializer = AFHTTPRequestSerializer()
        let plain = client.requestSerializer.request(
            bySerializingRequest: try URLRequest("POST"), withParameters: ["a": 1], error: nil)
        #expect(plain?.bodyText == "a=1")
        client.requestSerializer = TokenSerializer()
        #expect(client.requestSerializer is AFJSONRequestSerializer)
    }

    @Test func valueOfTheProtocolSerializes() throws {
        let serializers: [any AFURLRequestSerialization] = [
            AFHTTPRequestSerializer(), AFJSONRequestSerializer(), AFPropertyListRequestSerializer(),
            BodySigningSerializer(),
        ]
        for serializer in serializers {
            var error: NSError?
            let request = serializer.request(
                bySerializingRequest: try URLRequest("GET"), withParameters: ["k": 1], error: &error)
            #expect(error == nil)
            #expect(request?.urlText == Self.url + "?k=1")
            #expect(serializer is AFHTTPRequestSerializer)
        }
    }

    @Test func subclassOf2016HasItsDefaultsAndMayChangeThem() throws {
        let serializer = TokenSerializer()
        serializer.token = "t"
        let request = try serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": 1])
        #expect(request.value.bodyText == #"{"k":1}"#)
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Token t")
        #expect(request.timeoutInterval == 20)
    }

    @Test func subclassWithBothDesignatedInitializersInheritsTheOthers() throws {
        let json = TokenSerializer(writingOptions: [.sortedKeys])
        #expect(json.token == "none")
        #expect(json.writingOptions == .sortedKeys)
        #expect(json.timeoutInterval == 20)
        #expect(BinarySerializer().format == .binary)
        let list = BinarySerializer(format: .xml, writeOptions: 3)
        #expect(list.format == .xml)
        #expect(list.writeOptions == 3)
        #expect(BodySigningSerializer(writingOptions: .prettyPrinted).writingOptions == .prettyPrinted)
    }

    @Test func serializersAreObjects() {
        let serializer = AFHTTPRequestSerializer()
        #expect(serializer.isEqual(serializer))
        #expect(!serializer.isEqual(AFHTTPRequestSerializer()))
        #expect(AFHTTPRequestSerializer.supportsSecureCoding)
    }
}
