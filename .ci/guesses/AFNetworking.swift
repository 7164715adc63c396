// A program written for AFNetworking 1 to 4, or in Swift 2.

import AFNetworkingCompat


// MARK: - AFNetworking 3 and 4
func four(_ manager: AFHTTPSessionManager) {
    _ = manager.get("a", parameters: nil, headers: nil, progress: nil, success: { _, _ in }, failure: { _, _ in })
    _ = manager.post("a", parameters: ["a": 1], success: { _, _ in }, failure: { _, _ in })
    manager.responseSerializer.acceptableContentTypes = ["text/html"]
    manager.requestSerializer.setValue("b", forHTTPHeaderField: "A")
    manager.setTaskNeedNewBodyStreamBlock(nil)
    // expected-error@-1 {{send Data or a file}}
    AFNetworkActivityIndicatorManager.shared().isEnabled = true
    // expected-error@-1 {{AFNetworkingTaskDidResume}}
}

// MARK: - Others
func others(_ manager: AFHTTPSessionManager, _ url: URL) {
    manager.GET("a")
    // expected-error@-1 {{renamed to 'get(_:parameters:headers:progress:success:failure:)'}}
    manager.POST("a", parameters: ["a": 1])
    // expected-error@-1 {{renamed to 'post(_:parameters:headers:progress:success:failure:)'}}
    _ = AFHTTPRequestOperationManager.self
    // expected-error@-1 {{renamed to 'AFHTTPSessionManager'}}
    _ = AFHTTPClient.self
    // expected-error@-1 {{renamed to 'AFHTTPSessionManager'}}
    _ = AFHTTPRequestOperation(request: URLRequest(url: url))
    // expected-error@-1 {{renamed to 'URLSessionDataTask'}}
}
