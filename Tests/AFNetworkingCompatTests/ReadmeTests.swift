import AFNetworkingCompat
import Testing

/// The README's sample of AFNetworking's names, compiled and run.
@Suite struct ReadmeTests {
    @Test func subclassSampleSendsWhatItSays() throws {
        var error: NSError?
        let order = OrderSerializer().request(
            withMethod: "POST", urlString: "https://api.example.com/orders", parameters: ["paid": true], error: &error)
        // X-Version: 2016-05, X-Signature: 13, and {"paid":true}
        #expect(error == nil)
        #expect(order.value(forHTTPHeaderField: "X-Version") == "2016-05")
        #expect(order.value(forHTTPHeaderField: "X-Signature") == "13")
        #expect(order.httpBody == Data(#"{"paid":true}"#.utf8))
    }
}

class OrderSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    override init() {
        super.init()
        setValue("2016-05", forHTTPHeaderField: "X-Version")
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        guard var signed = super.request(bySerializingRequest: request, withParameters: parameters, error: error)
        else { return nil }
        let length = signed.httpBody?.count ?? 0
        signed.setValue("\(length)", forHTTPHeaderField: "X-Signature")
        return signed
    }
}
