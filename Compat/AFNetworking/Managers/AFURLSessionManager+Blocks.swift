/// The blocks called with the events of all tasks, on ``AFURLSessionManager/operationQueue`` unless noted.
///
/// A block is looked up when its event occurs: setting, replacing or clearing one counts from then on, for the tasks
/// that exist as well.
///
/// Three names are without `Block`: Swift's importer drops it after a verb, which “Complete” and “Challenge” are.
extension AFURLSessionManager {
    /// Sets the block called when the session has been invalidated and its tasks have ended.
    ///
    /// URLSession passes no error after an ordinary invalidation, although AFNetworking's header declares one. The
    /// block then receives the error of requests that come too late.
    public func setSessionDidBecomeInvalidBlock(_ block: ((URLSession, any Error) -> Void)?) {
        set(\.blocks.sessionDidBecomeInvalid, block)
    }

    /// Sets the block called when a task has ended, before its completion handler.
    public func setTaskDidComplete(_ block: ((URLSession, URLSessionTask, (any Error)?) -> Void)?) {
        set(\.blocks.taskDidComplete, block)
    }

    // MARK: - Uploads and downloads

    /// Sets the block called while a body is sent, with the bytes since its last call, the bytes sent so far, and the
    /// total, or −1 if it is unknown.
    public func setTaskDidSendBodyDataBlock(_ block: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?) {
        set(\.blocks.taskDidSendBodyData, block)
    }

    /// Sets the block called while the file of a download task is written, with the bytes since its last call, the
    /// bytes written so far, and the total, or −1 if it is unknown.
    public func setDownloadTaskDidWriteDataBlock(
        _ block: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
    ) {
        set(\.blocks.downloadTaskDidWriteData, block)
    }

    /// Sets the block that returns the destination of a downloaded file, or `nil` for the task's own destination. The
    /// block is called on any thread.
    public func setDownloadTaskDidFinishDownloadingBlock(
        _ block: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    ) {
        set(\.blocks.downloadTaskDidFinishDownloading, block)
    }

    // MARK: - Responses

    /// Sets the block asked before a redirection is followed, on any thread. It returns the request to send, usually
    /// the one it receives, or `nil` to make the redirection itself the response.
    ///
    /// The request is without the secrets meant for another origin.
    public func setTaskWillPerformHTTPRedirectionBlock(
        _ block: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    ) {
        set(\.blocks.taskWillPerformHTTPRedirection, block)
    }

    /// Sets the block that decides about the response of a data or upload task. The task does not end before.
    ///
    /// - Parameter block: Returns `.allow` to go on, or `.cancel` to end the task with `NSURLErrorCancelled`. A task
    ///   cannot become another: `.becomeDownload` and `.becomeStream` end it with an error of
    ///   ``AFURLRequestSerializationErrorDomain``, −1016.
    public func setDataTaskDidReceiveResponseBlock(
        _ block: ((URLSession, URLSessionDataTask, URLResponse) -> URLSession.ResponseDisposition)?
    ) {
        set(\.blocks.dataTaskDidReceiveResponse, block)
    }

    /// Sets the block called with each piece of the response's body of a data or upload task. The response serializer
    /// still receives the whole body.
    public func setDataTaskDidReceiveDataBlock(_ block: ((URLSession, URLSessionDataTask, Data) -> Void)?) {
        set(\.blocks.dataTaskDidReceiveData, block)
    }

    // MARK: - Authentication

    /// Sets the block that answers authentication challenges (AFNetworking 4).
    ///
    /// On Linux the challenges are those of the Digest and Basic schemes. On Apple's systems they are all that
    /// URLSession asks about, server trust included.
    ///
    /// - Parameter authenticationChallengeHandler: Returns a `URLCredential` to use, an `Error` to end the task with,
    ///   an `NSNumber` of a disposition other than `.useCredential`, or `nil` to call the completion handler later.
    ///   Anything else ends the task with an error. For server trust, default handling is the ``securityPolicy``.
    public func setAuthenticationChallengeHandler(
        _ authenticationChallengeHandler: (
            (
                URLSession, URLSessionTask, URLAuthenticationChallenge,
                @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) -> Any?
        )?
    ) {
        set(\.blocks.authenticationChallengeHandler, authenticationChallengeHandler)
    }

    /// Sets the block that answers authentication challenges (AFNetworking 3). It is asked if there is no
    /// ``setAuthenticationChallengeHandler(_:)``.
    ///
    /// - Parameter block: Returns the disposition, and for `.useCredential` sets the pointer's `pointee`.
    public func setTaskDidReceiveAuthenticationChallengeBlock(
        _ block: (
            (URLSession, URLSessionTask, URLAuthenticationChallenge, AFCredentialPointer?)
                -> URLSession.AuthChallengeDisposition
        )?
    ) {
        set(\.blocks.taskDidReceiveChallenge, block)
    }

    /// Sets the block that answers authentication challenges (AFNetworking 3), by the name that Swift imports.
    public func setTaskDidReceiveAuthenticationChallenge(
        _ block: (
            (URLSession, URLSessionTask, URLAuthenticationChallenge, AFCredentialPointer?)
                -> URLSession.AuthChallengeDisposition
        )?
    ) {
        setTaskDidReceiveAuthenticationChallengeBlock(block)
    }

    /// Sets the block that answers authentication challenges of the session: server trust before any other block, and
    /// the rest if there is no block for tasks.
    ///
    /// As in AFNetworking, a block that trusts a server does so in place of the ``securityPolicy``.
    ///
    /// - Parameter block: Returns the disposition, and for `.useCredential` sets the pointer's `pointee`.
    public func setSessionDidReceiveAuthenticationChallenge(
        _ block: (
            (URLSession, URLAuthenticationChallenge, AFCredentialPointer?) -> URLSession.AuthChallengeDisposition
        )?
    ) {
        set(\.blocks.sessionDidReceiveChallenge, block)
    }
}
