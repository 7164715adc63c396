// The blocks and settings of managers that this module does not have. They are in an extension of a protocol, so that
// an application's own are preferred.
extension AFURLSessionManaging {
    /// The block that makes body streams.
    @available(
        *, unavailable,
        message:
            "Files and forms are read again automatically. For another body send Data or a file, which can be repeated."
    )
    public func setTaskNeedNewBodyStreamBlock(_ block: ((URLSession, URLSessionTask) -> InputStream)?) {}

    /// The block called when a data task becomes a download task.
    @available(*, unavailable, message: "Make the task by downloadTask(with:progress:destination:completionHandler:).")
    public func setDataTaskDidBecomeDownloadTaskBlock(
        _ block: ((URLSession, URLSessionDataTask, URLSessionDownloadTask) -> Void)?
    ) {}

    /// The block asked before a response is cached.
    @available(
        *, unavailable,
        message: "Responses are not cached on Linux. Elsewhere set the configuration's requestCachePolicy."
    )
    public func setDataTaskWillCacheResponseBlock(
        _ block: ((URLSession, URLSessionDataTask, CachedURLResponse) -> CachedURLResponse)?
    ) {}

    /// The block called with a task's metrics.
    @available(
        *, unavailable, message: "Tasks have no metrics. Take the time in setTaskDidComplete(_:), or log in the server."
    )
    public func setTaskDidFinishCollectingMetricsBlock(_ block: ((URLSession, URLSessionTask, Any?) -> Void)?) {}

    /// The block called when a download continues.
    @available(
        *, unavailable,
        message: "The first call of setDownloadTaskDidWriteDataBlock(_:) counts what was there before."
    )
    public func setDownloadTaskDidResumeBlock(_ block: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?) {}

    /// The block called when the events of a background session have been handled.
    @available(*, unavailable, message: "There are no background sessions: a transfer ends with the program.")
    public func setDidFinishEventsForBackgroundURLSessionBlock(_ block: ((URLSession) -> Void)?) {}

    /// Whether upload tasks of background sessions are created again.
    @available(*, unavailable, message: "There are no background sessions: a transfer ends with the program.")
    public var attemptsToRecreateUploadTasksForBackgroundSessions: Bool {
        get { false }
        set {}
    }
}
