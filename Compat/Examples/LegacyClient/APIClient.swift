import AFNetworkingCompat
import Foundation

/// The client of the API. There is one for the app; tests make their own.
class APIClient: AFHTTPSessionManager {

    static let shared = APIClient(baseURL: URL(string: "https://api.example.com/v1")!)

    override init(baseURL url: URL?, sessionConfiguration configuration: URLSessionConfiguration?) {
        super.init(baseURL: url, sessionConfiguration: configuration)
        requestSerializer = SigningRequestSerializer()
        responseSerializer = OrderResponseSerializer()
        responseSerializer.acceptableContentTypes?.insert("application/vnd.example.orders+json")
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    // MARK: - Session

    var isLoggedIn: Bool {
        return requestSerializer.value(forHTTPHeaderField: "Authorization") != nil
    }

    /// Logs in, and keeps the token for later requests. Written for AFNetworking 3.x.
    @discardableResult
    func logIn(
        _ user: String, password: String, success: @escaping () -> Void, failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        let parameters = ["user": user, "password": password]
        return post(
            "session", parameters: parameters, progress: nil,
            success: { _, responseObject in
                guard let token = (responseObject as? [String: Any])?["token"] as? String else {
                    failure(APIError.noToken)
                    return
                }
                self.requestSerializer.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
                success()
            },
            failure: { _, error in
                failure(error)
            })
    }

    /// Tells the server, and ignores its answer. The request still has the token.
    func logOut() {
        delete("session", parameters: nil, headers: nil, success: nil)
        requestSerializer.setValue(nil, forHTTPHeaderField: "Authorization")
    }

    func cancelAll() {
        tasks.forEach { $0.cancel() }
    }

    // MARK: - Errors

    /// Every get, post and so on comes through here, except forms.
    override func dataTask(
        with request: URLRequest, uploadProgress uploadProgressBlock: ((Progress) -> Void)?,
        downloadProgress downloadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, Error?) -> Void)? = nil
    ) -> URLSessionDataTask {
        return super.dataTask(
            with: request, uploadProgress: uploadProgressBlock, downloadProgress: downloadProgressBlock
        ) { response, responseObject, error in
            completionHandler?(response, responseObject, error.map { APIError.error(for: $0) })
        }
    }

    /// Forms come through here, so that their errors are the API's as well.
    override func uploadTask(
        withStreamedRequest request: URLRequest, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, Error?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        return super.uploadTask(withStreamedRequest: request, progress: uploadProgressBlock) {
            response, responseObject, error in
            completionHandler?(response, responseObject, error.map { APIError.error(for: $0) })
        }
    }
}
