/// What a manager holds behind its lock.
///
/// `@unchecked Sendable`: the serializer is an object of the caller's, which AFNetworking too uses on queues of its own; the
/// blocks are called on one queue.
struct ManagerState: @unchecked Sendable {
    var responseSerializer: any AFURLResponseSerialization = AFJSONResponseSerializer()
    var reachabilityManager = AFNetworkReachabilityManager.shared()
    var completionQueue: DispatchQueue?
    var completionGroup: DispatchGroup?
    var blocks = ManagerBlocks()
    var lastIdentifier = 0
    /// The session's present life; nil until it is needed.
    var session: ManagedSession?
}

/// The blocks that are asked or told about all tasks of a manager.
struct ManagerBlocks {
    var sessionDidBecomeInvalid: ((URLSession, any Error) -> Void)?
    var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    var downloadTaskDidFinishDownloading: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
}

/// What a copy of a manager takes over.
struct ManagerCopy: Sendable {
    let configuration: URLSessionConfiguration
    let responseSerializer: HandedOver<any AFURLResponseSerialization>
    let securityPolicy: AFSecurityPolicy
    var baseURL: URL?
    var requestSerializer: AFHTTPRequestSerializer?
}
