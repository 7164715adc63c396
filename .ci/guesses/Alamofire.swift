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
    AF.request(url).cURLDescription { print($0) }
    AF.session.getAllTasks { $0.forEach { $0.cancel() } }
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
    Alamofire.upload(multipartFormData: { _ in }, to: url, encodingCompletion: { result in
    // expected-error@-1 {{Write AF.request(…), AF.upload(…) or AF.download(…)}}
        if case .success(let upload, _, _) = result { upload.responseString { print($0.result.value ?? "") } }
        // expected-error@-1 {{use value and error of the response}}
    })
    AF.upload(multipartFormData: { _ in }, to: url, method: .put) { result in
    // expected-error@-1 {{Leave encodingCompletion out}}
        if case .failure(let error) = result { print(error) }
    }
    Alamofire.upload(url, to: url)
    // expected-error@-1 {{AF.upload(…)}}
    Alamofire.upload(InputStream(data: Data()), to: url, method: .put)
    // expected-error@-1 {{AF.upload(…)}}
    Alamofire.upload(Data(), to: url).responseString { _ in }
    // expected-error@-1 {{AF.upload(…)}}
    Alamofire.download(url, to: DownloadRequest.suggestedDownloadDestination())
    // expected-error@-1 {{AF.download(…)}}
    Alamofire.download(url, parameters: ["a": 1]) { url, _ in (url, [.removePreviousFile]) }
    // expected-error@-1 {{AF.download(…)}}
    _ = SessionManager.defaultHTTPHeaders
    // expected-error@-1 {{renamed to 'Session'}} expected-error@-1 {{Use HTTPHeaders.default}}
    Session.default.retrier = nil
    // expected-error@-1 {{Pass an interceptor}}
    _ = ServerTrustPolicyManager(policies: ["a": .disableEvaluation])
    // expected-error@-1 {{renamed to 'ServerTrustManager'}} expected-error@-1 {{init(evaluators:)}}
    let _: ServerTrustPolicy
    // expected-error@-1 {{PinnedCertificatesTrustEvaluator}}
    AF.request(url).response { (response: DefaultDataResponse) in print(response.data ?? Data()) }
    // expected-error@-1 {{renamed to 'AFDataResponse'}}
    AF.request(url).responsePropertyList { _ in }
    // expected-error@-1 {{Use responseDecodable}}
    AF.request(url).response { print($0.timeline) }
    // expected-error@-1 {{Use an EventMonitor}}
}

// MARK: - Apple's systems
func apple(_ url: URL) {
    _ = NetworkReachabilityManager.default
    // expected-error@-1 {{AFNetworkReachabilityManager}}
    _ = NetworkReachabilityManager(host: "a.b")?.startListening { print($0) }
    // expected-error@-1 {{AFNetworkReachabilityManager}}
    NetworkReachabilityManager.default?.startListening(onQueue: .main) { status in
    // expected-error@-1 {{AFNetworkReachabilityManager}}
        if case .reachable(.cellular) = status { print("reachable") }
    }
    AF.request(url, interceptor: OfflineRetrier())
    // expected-error@-1 {{Use ConnectionLostRetryPolicy}}
    _ = OfflineRetrier(maximumWait: .seconds(3))
    // expected-error@-1 {{Use ConnectionLostRetryPolicy}}
    _ = DeflateRequestCompressor()
    // expected-error@-1 {{Compress the body before it is sent}}
    _ = DeflateRequestCompressor { !$0.isEmpty }
    // expected-error@-1 {{Compress the body before it is sent}}
    AF.request(url, interceptor: .deflateCompressor)
    // expected-error@-1 {{Compress the body before it is sent}}
    AF.request(url, interceptor: .deflateCompressor(duplicateHeaderBehavior: .skip))
    // expected-error@-1 {{Compress the body before it is sent}}
    AF.webSocketRequest(to: url)
    // expected-error@-1 {{Use a library for them}}
    let _: WebSocketRequest
    // expected-error@-1 {{Use a library for them}}
    _ = AF.streamRequest(url).asInputStream()
    // expected-error@-1 {{Use streamTask()}}
}

// MARK: - Combine
func combine(_ url: URL) {
    AF.request(url).publishDecodable(type: Order.self, queue: .global()).sink { print($0.value?.id ?? 0) }
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.request(url).publishResponse(using: .data, on: .main)
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.request(url).publishData(queue: .main)
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.request(url).publishString()
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.request(url).publishUnserialized()
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.download(url).publishURL()
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.download(url).publishDecodable(type: Order.self)
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.streamRequest(url).publishStream(using: .string)
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    _ = AF.streamRequest(url).publishData()
    // expected-error@-1 {{Use serializingDecodable(_:)}}
    let _: DataResponsePublisher<Order>
    // expected-error@-1 {{Combine is Apple's alone}}
    let _: DownloadResponsePublisher<Order>
    // expected-error@-1 {{Combine is Apple's alone}}
    let _: DataStreamPublisher<Order>
    // expected-error@-1 {{Combine is Apple's alone}}
}

// MARK: - The trust in servers
func trust(_ error: AFError) {
    _ = ServerTrustManager(evaluators: ["a": .pinnedCertificates, "b": .publicKeys])
    _ = ServerTrustManager(evaluators: ["a": RevocationTrustEvaluator()])
    // expected-error@-1 {{Use DefaultTrustEvaluator}}
    _ = ServerTrustManager(evaluators: ["a": CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator()])])
    // expected-error@-1 {{A host has one evaluator}}
    _ = ServerTrustManager(evaluators: ["a": DisabledEvaluator()])
    // expected-error@-1 {{renamed to 'DisabledTrustEvaluator'}}
    if error.isServerTrustEvaluationError { print("untrusted") }
    // expected-error@-1 {{underlyingError}}
}
