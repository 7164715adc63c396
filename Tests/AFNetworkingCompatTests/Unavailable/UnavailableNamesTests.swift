import AFNetworkingCompat
import Testing

/// An application with names that AFNetworking has as well. The test is that this file compiles.
@Suite struct UnavailableNamesTests {
    @Test func namesOfAnApplicationsOwnArePreferred() throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        #expect(AFHTTPClient(baseURL: url).name == "own client")
        #expect(AFHTTPRequestOperation().name == "own operation")
        #expect(AFImageDownloader.default.name == "own downloader")

        let manager = AFHTTPSessionManager(baseURL: url)
        #expect(manager.GET("a", parameters: nil, success: nil, failure: nil) == "own GET")
        #expect(manager.POST("a", parameters: ["a": 1]) == "own POST")
        #expect(Client(baseURL: url).PUT("a", parameters: nil) == "own PUT")
        #expect(manager.setDownloadTaskDidResumeBlock(nil) == "own block")
        #expect(ImageView().setImageWith(url) == "own image")
        #expect(AFNetworkingTaskDidCompleteNotification == "own notification")
        #expect(AFSecurityPolicy.defaultPolicy() == "own policy")
        #expect(AFJSONRequestSerializer.serializer() == "own serializer")
    }

    /// AFNetworking's names are found, and refused with a message rather than as unknown names.
    @available(*, unavailable, message: "Never called: a context in which unavailable names may be used.")
    func namesOfAFNetworkingAreKnown(_ manager: AFHTTPSessionManager) {
        manager.HEAD("a", parameters: nil, success: { (task: URLSessionDataTask) in }, failure: nil)
        manager.PATCH("a", parameters: ["a": 1], success: { task, object in }, failure: { task, error in })
        manager.DELETE("a", parameters: nil, success: nil, failure: nil)
        manager.POST(
            "a", parameters: nil,
            constructingBodyWithBlock: { (form: any AFMultipartFormData) in form.appendPart(withForm: Data(), name: "n")
            },
            success: { (task: URLSessionDataTask?, object: Any?) in }, failure: nil)
        manager.GET(
            "a", parameters: nil, success: { (operation: URLSessionDataTask!, object: AnyObject!) in },
            failure: { (operation: URLSessionDataTask!, error: NSError!) in })
        AFNetworkActivityIndicatorManager.shared().isEnabled = true
        AFNetworkActivityIndicatorManager.sharedManager().enabled = true
        let operations: (AFHTTPRequestOperationManager?, AFJSONRequestOperation?, AFXMLRequestOperation?) = (
            nil, nil, nil
        )
        let others: (AFPropertyListRequestOperation?, AFImageRequestOperation?) = (nil, nil)
        let images: (AFAutoPurgingImageCache?, AFImageCache?, AFImageRequestCache?, AFImageDownloadReceipt?) =
            (nil, nil, nil, nil)
        _ = (operations, others, images)
        manager.setTaskNeedNewBodyStreamBlock { _, _ in InputStream(data: Data()) }
        manager.setDataTaskDidBecomeDownloadTaskBlock { _, _, _ in }
        manager.setDataTaskWillCacheResponseBlock { _, _, response in response }
        manager.setTaskDidFinishCollectingMetricsBlock { _, _, _ in }
        manager.setDidFinishEventsForBackgroundURLSessionBlock { _ in }
        manager.attemptsToRecreateUploadTasksForBackgroundSessions = true
        AFNetworkReachabilityManager.sharedManager().setReachabilityStatusChangeBlock { _ in }
        let policy: AFSecurityPolicy = .defaultPolicy()
        AFHTTPSessionManager.manager().requestSerializer = AFPropertyListRequestSerializer.serializer()
        manager.responseSerializer = AFJSONResponseSerializer.serializer()
        _ = manager.requestSerializer.HTTPRequestHeaders["Accept"]
        let request = URLRequest(url: URL(fileURLWithPath: "/"))
        manager.dataTaskWithRequest(request) { _, _, _ in }.resume()
        manager.dataTaskWithRequest(request, uploadProgress: nil, downloadProgress: nil) { _, _, _ in }.resume()
        let mode = AFSSLPinningMode.None
        _ = (mode, policy)
    }
}

// MARK: - The application

private final class AFHTTPClient {
    let name = "own client"
    init(baseURL: URL) {}
}

private struct AFHTTPRequestOperation { let name = "own operation" }

private enum AFImageDownloader {
    static let `default` = Named(name: "own downloader")

    struct Named { let name: String }
}

extension AFHTTPSessionManager {
    fileprivate func GET(
        _ URLString: String, parameters: Any?, success: ((URLSessionDataTask, Any?) -> Void)?,
        failure: ((URLSessionDataTask?, any Error) -> Void)?
    ) -> String { "own GET" }

    fileprivate func POST(_ URLString: String, parameters: Any? = nil) -> String { "own POST" }
}

extension AFURLSessionManager {
    fileprivate func setDownloadTaskDidResumeBlock(
        _ block: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?
    ) -> String { "own block" }
}

private let AFNetworkingTaskDidCompleteNotification = "own notification"

extension AFSecurityPolicy {
    fileprivate static func defaultPolicy() -> String { "own policy" }
}

extension AFJSONRequestSerializer {
    fileprivate class func serializer() -> String { "own serializer" }
}

private final class Client: AFHTTPSessionManager, @unchecked Sendable {
    func PUT(_ URLString: String, parameters: Any?) -> String { "own PUT" }
}

private final class ImageView {
    func setImageWith(_ url: URL) -> String { "own image" }
}
