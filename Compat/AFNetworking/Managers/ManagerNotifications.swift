extension Notification.Name {
    /// Posted when a task has been resumed. The object is the task, here and in what follows.
    public static let AFNetworkingTaskDidResume = Notification.Name("com.alamofire.networking.task.resume")
    /// Posted when a task has ended, after its completion handler. What came of it is in the user info.
    public static let AFNetworkingTaskDidComplete = Notification.Name("com.alamofire.networking.task.complete")
    /// Posted when a task has been suspended.
    public static let AFNetworkingTaskDidSuspend = Notification.Name("com.alamofire.networking.task.suspend")
    /// Posted when a manager's session has been invalidated and its tasks have ended. The object is the `URLSession`.
    public static let AFURLSessionDidInvalidate = Notification.Name("com.alamofire.networking.session.invalidate")
    /// Posted when a downloaded file has been moved to its destination.
    public static let AFURLSessionDownloadTaskDidMoveFileSuccessfully = Notification.Name(
        "com.alamofire.networking.session.download.file-manager-succeed")
    /// Posted when a downloaded file could not be moved to its destination. The user info is the error's.
    public static let AFURLSessionDownloadTaskDidFailToMoveFile = Notification.Name(
        "com.alamofire.networking.session.download.file-manager-error")
}

/// The key of the body in the user info of a task's end, a `Data`; not of a file that was moved.
public let AFNetworkingTaskDidCompleteResponseDataKey = "com.alamofire.networking.complete.finish.responsedata"

/// The key of what the response serializer made of the body in the user info of a task's end; also beside an error.
public let AFNetworkingTaskDidCompleteSerializedResponseKey =
    "com.alamofire.networking.task.complete.serializedresponse"

/// The key of the response serializer in the user info of a task's end.
public let AFNetworkingTaskDidCompleteResponseSerializerKey =
    "com.alamofire.networking.task.complete.responseserializer"

/// The key of a downloaded file's `URL` in the user info of a task's end.
public let AFNetworkingTaskDidCompleteAssetPathKey = "com.alamofire.networking.task.complete.assetpath"

/// The key of the `NSError` in the user info of a task's end: the transfer's, or the response serializer's.
public let AFNetworkingTaskDidCompleteErrorKey = "com.alamofire.networking.task.complete.error"

/// The key of a task's metrics. Nothing sets it: the tasks of a manager have none.
public let AFNetworkingTaskDidCompleteSessionTaskMetrics = "com.alamofire.networking.complete.sessiontaskmetrics"
