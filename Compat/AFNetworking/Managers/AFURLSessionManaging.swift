/// The properties of managers whose types differ between the classes.
///
/// ``AFURLSessionManager`` takes any response serializer, whereas ``AFHTTPSessionManager`` takes an
/// ``AFHTTPResponseSerializer``. In Swift a subclass cannot narrow a property's type, so the wider property is declared
/// here.
public protocol AFURLSessionManaging: AFURLSessionManager {}

extension AFURLSessionManager: AFURLSessionManaging {}

extension AFURLSessionManaging {
    /// The serializer of responses. The default is JSON.
    public var responseSerializer: any AFURLResponseSerialization {
        get { ForeignResponseSerializer.original(of: serializerInUse) }
        set { setResponseSerializer(newValue) }
    }
}

// The properties with AFNetworking's types, for an application's protocols that require those types.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// The serializer of requests, with a type that satisfies an application's protocols.
    public var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization {
        get { (self as AFHTTPSessionManager).requestSerializer }
        set { (self as AFHTTPSessionManager).requestSerializer = newValue }
    }

    /// The serializer of responses, with a type that satisfies an application's protocols.
    public var responseSerializer: any AFHTTPResponseSerializer & AFURLResponseSerialization {
        get { (self as AFHTTPSessionManager).responseSerializer }
        set { (self as AFHTTPSessionManager).responseSerializer = newValue }
    }
}

extension Notification.Name {
    /// Posted when a task has been resumed. The object of this and the following notifications is the task.
    public static let AFNetworkingTaskDidResume = Notification.Name("com.alamofire.networking.task.resume")
    /// Posted when a task has ended, after its completion handler. The user info contains the outcome.
    public static let AFNetworkingTaskDidComplete = Notification.Name("com.alamofire.networking.task.complete")
    /// Posted when a task has been suspended.
    public static let AFNetworkingTaskDidSuspend = Notification.Name("com.alamofire.networking.task.suspend")
    /// Posted when a manager's session has been invalidated and its tasks have ended. The object is the `URLSession`.
    public static let AFURLSessionDidInvalidate = Notification.Name("com.alamofire.networking.session.invalidate")
    /// Posted when a downloaded file has been moved to its destination.
    public static let AFURLSessionDownloadTaskDidMoveFileSuccessfully = Notification.Name(
        "com.alamofire.networking.session.download.file-manager-succeed")
    /// Posted when a downloaded file could not be moved to its destination. The user info is the error's, with
    /// the error itself under `NSUnderlyingErrorKey`.
    public static let AFURLSessionDownloadTaskDidFailToMoveFile = Notification.Name(
        "com.alamofire.networking.session.download.file-manager-error")
}

/// The key of the body, a `Data`, in the user info of `AFNetworkingTaskDidComplete`. It is absent for a file that was
/// moved.
public let AFNetworkingTaskDidCompleteResponseDataKey = "com.alamofire.networking.complete.finish.responsedata"

/// The key of the response serializer's object in the user info, even with an error.
public let AFNetworkingTaskDidCompleteSerializedResponseKey =
    "com.alamofire.networking.task.complete.serializedresponse"

/// The key of the response serializer in the user info.
public let AFNetworkingTaskDidCompleteResponseSerializerKey =
    "com.alamofire.networking.task.complete.responseserializer"

/// The key of a downloaded file's `URL` in the user info.
public let AFNetworkingTaskDidCompleteAssetPathKey = "com.alamofire.networking.task.complete.assetpath"

/// The key of the `NSError` of the transfer or the response serializer in the user info.
public let AFNetworkingTaskDidCompleteErrorKey = "com.alamofire.networking.task.complete.error"

/// The key of a task's metrics. It is never set, because programs cannot create `URLSessionTaskMetrics`.
public let AFNetworkingTaskDidCompleteSessionTaskMetrics = "com.alamofire.networking.complete.sessiontaskmetrics"
