import AFNetworkingCompat
import LoopbackServer
import Testing
import URLSerialization

/// The README's samples of AFNetworking's names, compiled and run.
@Suite(.timeLimit(.minutes(10))) struct ReadmeTests {
    @Test func clientSampleShowsTheOrder() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                headers: ["Content-Type": "application/json"], body: #"{"id": 7}"#)
        }
        defer { server.stop() }
        let client = APIClient(baseURL: server.url("/v2"))
        let token = "t"
        let shown = Locked<Int?>(nil)
        await withCheckedContinuation { continuation in
            let show: (Any?) -> Void = { object in
                shown.withLock { $0 = (object as? [String: Any])?["id"] as? Int }
                continuation.resume()
            }
            client.requestSerializer.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            client.post("orders", parameters: ["sku": "TEE"], headers: nil, progress: nil) { task, order in
                show(order)
            } failure: { task, error in
                let body = (error as NSError).userInfo[AFNetworkingOperationFailingURLResponseDataErrorKey]
                show(body)
            }
        }
        #expect(shown.value == 7)
        let request = try #require(server.requests.first)
        #expect(request.target == "/v2/orders" && request.text == #"{"sku":"TEE"}"#)
        #expect(request.value(named: "Authorization") == "Bearer t")
        #expect(APIClient.shared.baseURL?.absoluteString == "https://api.example.com/v2/")
    }

    @Test(arguments: [true, false]) func aSerializerIsChosenByACondition(isJSON: Bool) {
        let manager = AFHTTPSessionManager()
        manager.requestSerializer =
            (isJSON ? AFJSONRequestSerializer() : AFHTTPRequestSerializer()) as AFHTTPRequestSerializer
        manager.responseSerializer = if isJSON { AFJSONResponseSerializer() } else { AFHTTPResponseSerializer() }
        #expect((manager.requestSerializer is AFJSONRequestSerializer) == isJSON)
        #expect((manager.responseSerializer is AFJSONResponseSerializer) == isJSON)
    }

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

class APIClient: AFHTTPSessionManager, @unchecked Sendable {
    static let shared = APIClient(baseURL: URL(string: "https://api.example.com/v2"))

    override init(baseURL url: URL?, sessionConfiguration configuration: URLSessionConfiguration?) {
        super.init(baseURL: url, sessionConfiguration: configuration)
        requestSerializer = AFJSONRequestSerializer()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
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
