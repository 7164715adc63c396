/// Blocks that are told of all tasks. They are called on ``AFURLSessionManager/operationQueue``, unless it says otherwise.
///
/// Those that would have to decide something within URLSession do not exist, so that code which depends on them does not
/// compile instead of being ignored: answers to challenges (on Linux URLSession has none but for the Basic scheme), of
/// caches, and streams that are asked for again, which forms do by themselves.
///
/// Only one name is without its `Block`: Swift drops the word behind a verb, and takes nothing but “Complete” for one.
extension AFURLSessionManager {
    /// Has a block called when the session has been invalidated and its tasks have ended.
    ///
    /// URLSession has no error after the usual invalidation, in spite of AFNetworking's header: the block is then given the
    /// one of requests that come too late.
    public func setSessionDidBecomeInvalidBlock(_ block: ((URLSession, any Error) -> Void)?) {
        set(\.blocks.sessionDidBecomeInvalid, block)
    }

    /// Has a block called when a task has ended, before its completion handler.
    public func setTaskDidComplete(_ block: ((URLSession, URLSessionTask, (any Error)?) -> Void)?) {
        set(\.blocks.taskDidComplete, block)
    }

    /// Has a block called while the bodies of tasks that are made from now on are sent: with the bytes since its last
    /// call, those so far, and those in all, −1 where that is not known.
    public func setTaskDidSendBodyDataBlock(_ block: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?) {
        set(\.blocks.taskDidSendBodyData, block)
    }

    /// Has a block called while the files of download tasks that are made from now on are written.
    public func setDownloadTaskDidWriteDataBlock(
        _ block: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
    ) {
        set(\.blocks.downloadTaskDidWriteData, block)
    }

    /// Has a block, called on any thread, say where a downloaded file goes; nil leaves it to the task's own destination.
    public func setDownloadTaskDidFinishDownloadingBlock(
        _ block: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    ) {
        set(\.blocks.downloadTaskDidFinishDownloading, block)
    }

    /// Has a block, called on any thread, asked before a task that is made from now on follows a redirection: it gives the
    /// request to send, usually the one that it is given, or nil to have the redirection itself as the answer.
    ///
    /// Secrets for another origin are not in the request that it is given.
    public func setTaskWillPerformHTTPRedirectionBlock(
        _ block: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    ) {
        set(\.blocks.taskWillPerformHTTPRedirection, block)
    }
}
