/// The blocks called with the events of all tasks, on ``AFURLSessionManager/operationQueue`` unless noted.
///
/// A block is looked up when its event occurs, so setting, replacing or clearing one also affects existing tasks.
///
/// Three names lack `Block`: Swift's importer drops it after a verb, and “Complete” and “Challenge” count as verbs.
extension AFURLSessionManager {
    /// Sets the block called when the session has been invalidated and its tasks have ended.
    ///
    /// URLSession passes no error after an ordinary invalidation, although AFNetworking's header declares one. In that
    /// case the block receives the error of requests that are sent too late.
    public func setSessionDidBecomeInvalidBlock(_ block: ((URLSession, any Error) -> Void)?) {
        set(\.blocks.sessionDidBecomeInvalid, block)
    }

    /// Sets the block called when a task has ended, before its completion handler.
    public func setTaskDidComplete(_ block: ((URLSession, URLSessionTask, (any Error)?) -> Void)?) {
        set(\.blocks.taskDidComplete, block)
    }

    /// The same as ``setTaskDidComplete(_:)``, under the name of the other blocks.
    public func setTaskDidCompleteBlock(_ block: ((URLSession, URLSessionTask, (any Error)?) -> Void)?) {
        setTaskDidComplete(block)
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

    /// Sets the block called on any thread before a redirection is followed. It returns the request to send, usually
    /// the one it receives, or `nil` to make the redirection itself the response.
    ///
    /// The proposed request lacks the secrets that were meant for another origin.
    public func setTaskWillPerformHTTPRedirectionBlock(
        _ block: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    ) {
        set(\.blocks.taskWillPerformHTTPRedirection, block)
    }

    /// Sets the block that decides whether a data or upload task continues after its response. The task does not end
    /// before the decision.
    ///
    /// - Parameter block: Returns `.allow` to go on, or `.cancel` to end the task with `NSURLErrorCancelled`. A task
    ///   cannot become another: `.becomeDownload` and `.becomeStream` end it with an error of
    ///   ``AFURLRequestSerializationErrorDomain``, −1016.
    public func setDataTaskDidReceiveResponseBlock(
        _ block: ((URLSession, URLSessionDataTask, URLResponse) -> URLSession.ResponseDisposition)?
    ) {
        set(\.blocks.dataTaskDidReceiveResponse, block)
    }

    /// Sets the block called with each part of the response's body of a data or upload task. The response serializer
    /// still receives the whole body.
    public func setDataTaskDidReceiveDataBlock(_ block: ((URLSession, URLSessionDataTask, Data) -> Void)?) {
        set(\.blocks.dataTaskDidReceiveData, block)
    }

    // MARK: - Authentication

    /// Sets the block that answers authentication challenges (AFNetworking 4).
    ///
    /// On Linux the block receives challenges of the Digest and Basic schemes. On Apple's systems it receives every
    /// challenge that URLSession reports, and server trust if there is no block for the session.
    ///
    /// - Parameter authenticationChallengeHandler: Returns a `URLCredential` to use, an `Error` to end the task with,
    ///   an `NSNumber` of a disposition other than `.useCredential`, or `nil` to call the completion handler later.
    ///   Anything else ends the task with an error. For server trust, default handling consults the ``securityPolicy``.
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

    /// Sets the block that answers authentication challenges (AFNetworking 3). It is called only if
    /// ``setAuthenticationChallengeHandler(_:)`` has not set one.
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
    /// As in AFNetworking, a block that trusts a server overrides the ``securityPolicy``.
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
