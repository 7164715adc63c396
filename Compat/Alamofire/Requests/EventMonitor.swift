/// Observes the requests of a session, or one request.
///
/// Every method has a default that does nothing. Monitors are called on their ``queue``, in the order of events.
/// Alamofire's other methods, for challenges, caches, metrics, connectivity, new body streams and early failures, are
/// not requirements: the session answers challenges and renews bodies itself, and reports none of these events.
public protocol EventMonitor: Sendable {
    /// The queue of the calls, by default the main queue.
    var queue: DispatchQueue { get }

    /// Called after a session is released.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    /// Called after a task sends a part of its body.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)
    /// Called when a task is redirected, before the redirect handlers decide.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest)
    /// Called after a task ends and is validated, with the error of the transfer, or `nil` for none.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    /// Called after a data task receives the head of its response.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse)
    /// Called after a data task receives a part of its body.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
    /// Called after a download task receives a part of its body.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
    /// Called after a download task receives its whole file.
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)
    /// Called after a request is built, before the adapters change it.
    func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest)
    /// Called when a request cannot be built.
    func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError)
    /// Called after the adapters change a request.
    func request(_ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest)
    /// Called when an adapter fails or returns an invalid request, with the request as it was before.
    func request(_ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError)
    /// Called when a request has its final form.
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest)
    /// Called when a request has a task, one for each attempt.
    func request(_ request: Request, didCreateTask task: URLSessionTask)
    /// Called after a task of a request ends and is validated.
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?)
    /// Called when a request is sent again.
    func requestIsRetrying(_ request: Request)
    /// Called when a request ends, before its handlers are called.
    func requestDidFinish(_ request: Request)
    /// Called after a request is resumed.
    func requestDidResume(_ request: Request)
    /// Called when a task of a request is resumed.
    func request(_ request: Request, didResumeTask task: URLSessionTask)
    /// Called after a request is suspended.
    func requestDidSuspend(_ request: Request)
    /// Called when a task of a request is suspended.
    func request(_ request: Request, didSuspendTask task: URLSessionTask)
    /// Called after a request is cancelled.
    func requestDidCancel(_ request: Request)
    /// Called when a task of a request is cancelled.
    func request(_ request: Request, didCancelTask task: URLSessionTask)
    /// Called after a response in memory is validated.
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult)
    /// Called when a response in memory has no serializer.
    func request(_ request: DataRequest, didParseResponse response: AFDataResponse<Data?>)
    /// Called after a response in memory is serialized.
    func request<Value: Sendable>(_ request: DataRequest, didParseResponse response: AFDataResponse<Value>)
    /// Called after the response of a stream is validated.
    func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult)
    /// Called after a part of a stream is serialized.
    func request<Value: Sendable>(_ request: DataStreamRequest, didParseStream result: AFResult<Value>)
    /// Called when an upload has its body.
    func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable)
    /// Called when the body of an upload cannot be made.
    func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError)
    /// Called when the stream of an upload is about to be read.
    func request(_ request: UploadRequest, didProvideInputStream stream: InputStream)
    /// Called after a download's file is moved, or when it cannot be moved.
    func request(_ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: AFResult<URL>)
    /// Called when a download has a destination.
    func request(_ request: DownloadRequest, didCreateDestinationURL url: URL)
    /// Called after a download is validated.
    func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult)
    /// Called when a download has no serializer.
    func request(_ request: DownloadRequest, didParseResponse response: AFDownloadResponse<URL?>)
    /// Called after a download is serialized.
    func request<Value: Sendable>(_ request: DownloadRequest, didParseResponse response: AFDownloadResponse<Value>)
}

extension EventMonitor {
    /// The queue of monitors that choose none: the main queue.
    public var queue: DispatchQueue { .main }

    /// Ignores the release of a session.
    public func urlSession(_: URLSession, didBecomeInvalidWithError _: (any Error)?) {}
    /// Ignores a sent part of a task's body.
    public func urlSession(
        _: URLSession, task _: URLSessionTask, didSendBodyData _: Int64, totalBytesSent _: Int64,
        totalBytesExpectedToSend _: Int64
    ) {}
    /// Ignores a redirection.
    public func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest
    ) {}
    /// Ignores the end of a task.
    public func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError _: (any Error)?) {}
    /// Ignores the head of a response.
    public func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive _: URLResponse) {}
    /// Ignores a received part of a body.
    public func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive _: Data) {}
    /// Ignores a received part of a download.
    public func urlSession(
        _: URLSession, downloadTask _: URLSessionDownloadTask, didWriteData _: Int64, totalBytesWritten _: Int64,
        totalBytesExpectedToWrite _: Int64
    ) {}
    /// Ignores the received file of a download task.
    public func urlSession(_: URLSession, downloadTask _: URLSessionDownloadTask, didFinishDownloadingTo _: URL) {}
    /// Ignores a request that was built.
    public func request(_: Request, didCreateInitialURLRequest _: URLRequest) {}
    /// Ignores a request that could not be built.
    public func request(_: Request, didFailToCreateURLRequestWithError _: AFError) {}
    /// Ignores the changes of the adapters.
    public func request(_: Request, didAdaptInitialRequest _: URLRequest, to _: URLRequest) {}
    /// Ignores the failure of an adapter.
    public func request(_: Request, didFailToAdaptURLRequest _: URLRequest, withError _: AFError) {}
    /// Ignores the final form of a request.
    public func request(_: Request, didCreateURLRequest _: URLRequest) {}
    /// Ignores a new task of a request.
    public func request(_: Request, didCreateTask _: URLSessionTask) {}
    /// Ignores the end of a request's task.
    public func request(_: Request, didCompleteTask _: URLSessionTask, with _: AFError?) {}
    /// Ignores a retry.
    public func requestIsRetrying(_: Request) {}
    /// Ignores the end of a request.
    public func requestDidFinish(_: Request) {}
    /// Ignores that a request was resumed.
    public func requestDidResume(_: Request) {}
    /// Ignores that a task of a request was resumed.
    public func request(_: Request, didResumeTask _: URLSessionTask) {}
    /// Ignores that a request was suspended.
    public func requestDidSuspend(_: Request) {}
    /// Ignores that a task of a request was suspended.
    public func request(_: Request, didSuspendTask _: URLSessionTask) {}
    /// Ignores that a request was cancelled.
    public func requestDidCancel(_: Request) {}
    /// Ignores that a task of a request was cancelled.
    public func request(_: Request, didCancelTask _: URLSessionTask) {}
    /// Ignores the validation of a response in memory.
    public func request(
        _: DataRequest, didValidateRequest _: URLRequest?, response _: HTTPURLResponse, data _: Data?,
        withResult _: Request.ValidationResult
    ) {}
    /// Ignores a response in memory without a serializer.
    public func request(_: DataRequest, didParseResponse _: AFDataResponse<Data?>) {}
    /// Ignores a serialized response in memory.
    public func request<Value: Sendable>(_: DataRequest, didParseResponse _: AFDataResponse<Value>) {}
    /// Ignores the validation of a stream's response.
    public func request(
        _: DataStreamRequest, didValidateRequest _: URLRequest?, response _: HTTPURLResponse,
        withResult _: Request.ValidationResult
    ) {}
    /// Ignores a serialized part of a stream.
    public func request<Value: Sendable>(_: DataStreamRequest, didParseStream _: AFResult<Value>) {}
    /// Ignores the body of an upload.
    public func request(_: UploadRequest, didCreateUploadable _: UploadRequest.Uploadable) {}
    /// Ignores an upload whose body could not be made.
    public func request(_: UploadRequest, didFailToCreateUploadableWithError _: AFError) {}
    /// Ignores the stream of an upload.
    public func request(_: UploadRequest, didProvideInputStream _: InputStream) {}
    /// Ignores the moved file of a download.
    public func request(_: DownloadRequest, didFinishDownloadingUsing _: URLSessionTask, with _: AFResult<URL>) {}
    /// Ignores the destination of a download.
    public func request(_: DownloadRequest, didCreateDestinationURL _: URL) {}
    /// Ignores the validation of a download.
    public func request(
        _: DownloadRequest, didValidateRequest _: URLRequest?, response _: HTTPURLResponse, fileURL _: URL?,
        withResult _: Request.ValidationResult
    ) {}
    /// Ignores a download without a serializer.
    public func request(_: DownloadRequest, didParseResponse _: AFDownloadResponse<URL?>) {}
    /// Ignores a serialized download.
    public func request<Value: Sendable>(_: DownloadRequest, didParseResponse _: AFDownloadResponse<Value>) {}
}
