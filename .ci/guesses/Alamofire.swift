// A program written for Alamofire 4 or 5.

import AlamofireCompat

struct Order: Codable, Sendable { var id = 1 }

// MARK: - Alamofire 5
func five(_ url: URL, _ order: Order) async throws {
    AF.request(url, method: .post, parameters: ["a": 1], encoding: JSONEncoding.default, headers: ["A": "b"])
    AF.request(url, method: .post, parameters: order, encoder: .json, interceptor: .retryPolicy)
    AF.request(url).validate().responseDecodable(of: Order.self) { print($0.value?.id ?? 0) }
    _ = try await AF.request(url).serializingDecodable(Order.self).value
    AF.upload(multipartFormData: { $0.append(Data(), withName: "a") }, to: url)
    _ = try URLRequest(url: url, method: .post)
    Alamofire.AF.request(url)
    AF.request(url).publishDecodable(type: Order.self)
    // expected-error@-1 {{Use serializingDecodable(_:)}}
}

// MARK: - Alamofire 4
func four(_ url: URL) {
    Alamofire.request(url)
    // expected-error@-1 {{Write AF.request(…)}}
    _ = Alamofire.SessionManager.default
    // expected-error@-1 {{renamed to 'Session'}}
    _ = SessionManager.default
    // expected-error@-1 {{renamed to 'Session'}}
    AF.upload(multipartFormData: { _ in }, to: url, encodingCompletion: nil)
    // expected-error@-1 {{Leave encodingCompletion out}}
    _ = Session.default.adapter
    // expected-error@-1 {{Pass an interceptor}}
    _ = Result<Int, AFError>.success(1).isSuccess
    // expected-error@-1 {{Switch over the result}}
    _ = NetworkReachabilityManager()?.isReachable
    // expected-error@-1 {{AFNetworkReachabilityManager}}
}
