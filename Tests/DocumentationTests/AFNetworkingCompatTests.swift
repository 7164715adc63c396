import AFNetworkingCompat
import Foundation
import Testing

class SigningSerializer: AFJSONRequestSerializer,
    @unchecked Sendable
{
    override func request(
        bySerializingRequest request: URLRequest,
        withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        let made = super.request(
            bySerializingRequest: request,
            withParameters: parameters, error: error)
        guard var signed = made else { return nil }
        let length = signed.httpBody?.count ?? 0
        signed.setValue(
            "\(length)", forHTTPHeaderField: "X-Signature")
        return signed
    }
}

/// The samples of the first page of AFNetworking's names.
@Suite struct AFNetworkingRootTests {
    @Test func serializerSamplePrintsTheBody() async throws {
        try await Sample.run {
            let serializer = AFJSONRequestSerializer()
            serializer.writingOptions = .sortedKeys
            serializer.setValue("t0k3n", forHTTPHeaderField: "X-Token")
            serializer.timeoutInterval = 30

            var error: NSError?
            let request = serializer.request(
                withMethod: "POST", urlString: "https://api.example.com/orders",
                parameters: ["paid": true], error: &error)
            print(String(decoding: request.httpBody!, as: UTF8.self))
            // {"paid":true}
        }
    }

    @Test func subclassSampleSigns() throws {
        let request = try SigningSerializer().request(
            withMethod: "POST", urlString: "https://api.example.com/orders", parameters: ["paid": true])
        #expect(request.value(forHTTPHeaderField: "X-Signature") == "13")
    }

    @Test(arguments: [true, false]) func serializerIsChosenByACondition(isJSON: Bool) {
        let manager = AFHTTPSessionManager()
        manager.requestSerializer =
            isJSON ? AFJSONRequestSerializer() : AFHTTPRequestSerializer()
        manager.responseSerializer =
            isJSON ? AFJSONResponseSerializer() : AFHTTPResponseSerializer()
        #expect((manager.requestSerializer is AFJSONRequestSerializer) == isJSON)
        #expect((manager.responseSerializer is AFJSONResponseSerializer) == isJSON)
    }
}
