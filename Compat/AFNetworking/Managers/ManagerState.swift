import URLSerialization

/// The state of a manager.
///
/// `@unchecked Sendable`: the serializer is the user's object, which AFNetworking also uses on its own queues. The
/// blocks are called on one queue.
struct ManagerState: @unchecked Sendable {
    var responseSerializer: any AFURLResponseSerialization = AFJSONResponseSerializer()
    var reachabilityManager = AFNetworkReachabilityManager.shared()
    var replacesFilesOfDownloads = false
    var completionQueue: DispatchQueue?
    var completionGroup: DispatchGroup?
    var maximumReceivedBytes: Int64?
    var blocks = ManagerBlocks()
    var lastIdentifier = 0
    /// The current session, or `nil` until it is needed.
    var session: ManagedSession?
}

/// The blocks of a manager, called with the events of all its tasks.
struct ManagerBlocks {
    var sessionDidBecomeInvalid: ((URLSession, any Error) -> Void)?
    var sessionDidReceiveChallenge:
        ((URLSession, URLAuthenticationChallenge, AFCredentialPointer?) -> URLSession.AuthChallengeDisposition)?
    var taskDidReceiveChallenge:
        (
            (URLSession, URLSessionTask, URLAuthenticationChallenge, AFCredentialPointer?)
                -> URLSession.AuthChallengeDisposition
        )?
    var authenticationChallengeHandler:
        (
            (
                URLSession, URLSessionTask, URLAuthenticationChallenge,
                @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) -> Any?
        )?
    var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> URLSession.ResponseDisposition)?
    var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?
    var downloadTaskDidFinishDownloading: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?

    /// Whether a block answers authentication challenges.
    var answersChallenges: Bool {
        authenticationChallengeHandler != nil || taskDidReceiveChallenge != nil || sessionDidReceiveChallenge != nil
    }
}

/// The properties that a copy of a manager takes over.
struct ManagerCopy: Sendable {
    let configuration: URLSessionConfiguration
    let responseSerializer: UncheckedSendable<any AFURLResponseSerialization>
    let securityPolicy: AFSecurityPolicy
    let replacesFilesOfDownloads: Bool
    let maximumReceivedBytes: Int64?
    var baseURL: URL?
    var requestSerializer: AFHTTPRequestSerializer?
}
