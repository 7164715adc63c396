import AFNetworkingCompat

/// The methods of ``AFHTTPSessionManager`` that send parameters, in both of their shapes.
enum Verb: String, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether parameters go into the URL (`HTTPMethodsEncodingParametersInURI`).
    var hasQuery: Bool { [.get, .head, .delete].contains(self) }

    /// Sends a request with AFNetworking 4.0.1's method.
    @discardableResult
    func send(
        _ manager: AFHTTPSessionManager, _ url: String, _ parameters: Any? = nil, headers: [String: String]? = nil,
        to answers: TaskAnswers?
    ) -> URLSessionDataTask? {
        let (success, failure) = (answers?.success, answers?.failure)
        switch self {
        case .get:
            return manager.get(
                url, parameters: parameters, headers: headers, progress: nil, success: success, failure: failure)
        case .head:
            return manager.head(
                url, parameters: parameters, headers: headers, success: answers?.headSuccess, failure: failure)
        case .post:
            return manager.post(
                url, parameters: parameters, headers: headers, progress: nil, success: success, failure: failure)
        case .put:
            return manager.put(url, parameters: parameters, headers: headers, success: success, failure: failure)
        case .patch:
            return manager.patch(url, parameters: parameters, headers: headers, success: success, failure: failure)
        case .delete:
            return manager.delete(url, parameters: parameters, headers: headers, success: success, failure: failure)
        }
    }

    /// Sends a request with AFNetworking 3's method.
    @discardableResult
    func sendOld(
        _ manager: AFHTTPSessionManager, _ url: String, _ parameters: Any? = nil, to answers: TaskAnswers
    ) -> URLSessionDataTask? {
        let (success, failure) = (answers.success, answers.failure)
        switch self {
        case .get: return manager.get(url, parameters: parameters, success: success, failure: failure)
        case .head: return manager.head(url, parameters: parameters, success: answers.headSuccess, failure: failure)
        case .post: return manager.post(url, parameters: parameters, success: success, failure: failure)
        case .put: return manager.put(url, parameters: parameters, success: success, failure: failure)
        case .patch: return manager.patch(url, parameters: parameters, success: success, failure: failure)
        case .delete: return manager.delete(url, parameters: parameters, success: success, failure: failure)
        }
    }
}
