import AFNetworkingCompat
import Foundation
import Testing

/// The sample of "Session managers".
@Suite struct SessionManagersTests {
    /// Compiled only: it would ask a server of the Internet.
    func sample(_ show: @escaping (String, Any?) -> Void) {
        let manager = AFHTTPSessionManager(
            baseURL: URL(string: "https://api.example.com/v2"))
        manager.requestSerializer = AFJSONRequestSerializer()
        manager.get(
            "orders/7", parameters: nil, headers: nil, progress: nil
        ) { task, order in
            show("order", order)
        } failure: { task, error in
            show("failure", error)
        }
    }
}
