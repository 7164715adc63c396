/// Observes the requests of a session, or one request.
///
/// Every method has a default that does nothing. Monitors are called on their ``queue``, in the order of events.
/// Alamofire's other methods, about challenges, caches, metrics, connectivity and new body streams, are not called by
/// URLSerializationSession and thus not requirements.
public protocol EventMonitor: Sendable {
    /// The queue of the calls, by default the main queue.
    var queue: DispatchQueue { get }

    /// Called when a session was released.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    /// Called when a task sent a part of its body.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)
    /// Called when a task is redirected, before the redirect handlers decide.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest)
    /// Called when a task ended.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    /// Called when a data task received the head of its response.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse)
    /// Called when a data task received a part of its body.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
    /// Called when a download task received a part of its body.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
    /// Called when a download task received its whole file.
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)
    /// Called when a request was built, before the adapters.
    func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest)
    /// Called when a request could not be built.
    func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError)
    /// Called when the adapters changed a request.
    func request(_ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest)
    /// Called when an adapter failed.
    func request(_ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError)
    /// Called when a request has its final form.
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest)
    /// Called when a request has a task, one for each attempt.
    func request(_ request: Request, didCreateTask task: URLSessionTask)
    /// Called when a task of a request ended and was validated.
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?)
    /// Called when a request is sent again.
    func requestIsRetrying(_ request: Request)
    /// Called when a request ended, before its handlers are called.
    func requestDidFinish(_ request: Request)
    /// Called when a request was resumed.
    func requestDidResume(_ request: Request)
    /// Called when a task of a request was resumed.
    func request(_ request: Request, didResumeTask task: URLSessionTask)
    /// Called when a request was suspended.
    func requestDidSuspend(_ request: Request)
    /// Called when a task of a request was suspended.
    func request(_ request: Request, didSuspendTask task: URLSessionTask)
    /// Called when a request was cancelled.
    func requestDidCancel(_ request: Request)
    /// Called when a task of a request was cancelled.
    func request(_ request: Request, didCancelTask task: URLSessionTask)
    /// Called when a response in memory was validated.
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult)
    /// Called when a response in memory has no serializer.
    func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>)
    /// Called when a response in memory was serialized.
    func request<Value: Sendable>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>)
    /// Called when the response of a stream was validated.
    func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult)
    /// Called when a part of a stream was serialized.
    func request<Value: Sendable>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>)
    /// Called when an upload has its body.
    func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable)
    /// Called when the body of an upload could not be made.
    func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError)
    /// Called when the stream of an upload is about to be read.
    func request(_ request: UploadRequest, didProvideInputStream stream: InputStream)
    /// Called when a download's file was moved or could not be moved.
    func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>)
    /// Called when a download has a destination.
    func request(_ request: DownloadRequest, didCreateDestinationURL url: URL)
    /// Called when a download was validated.
    func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult)
    /// Called when a download has no serializer.
    func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>)
    /// Called when a download was serialized.
    func request<Value: Sendable>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>)
}

extension EventMonitor {
    /// The main queue.
    public var queue: DispatchQueue { .main }

    /// Does nothing.
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
    /// Does nothing.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {}
    /// Does nothing.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {}
    /// Does nothing.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
    /// Does nothing.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {}
    /// Does nothing.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
    /// Does nothing.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {}
    /// Does nothing.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}
    /// Does nothing.
    public func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {}
    /// Does nothing.
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {}
    /// Does nothing.
    public func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) {}
    /// Does nothing.
    public func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {}
    /// Does nothing.
    public func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {}
    /// Does nothing.
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {}
    /// Does nothing.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {}
    /// Does nothing.
    public func requestIsRetrying(_ request: Request) {}
    /// Does nothing.
    public func requestDidFinish(_ request: Request) {}
    /// Does nothing.
    public func requestDidResume(_ request: Request) {}
    /// Does nothing.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {}
    /// Does nothing.
    public func requestDidSuspend(_ request: Request) {}
    /// Does nothing.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {}
    /// Does nothing.
    public func requestDidCancel(_ request: Request) {}
    /// Does nothing.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {}
    /// Does nothing.
    public func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {}
    /// Does nothing.
    public func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {}
    /// Does nothing.
    public func request<Value: Sendable>(
        _ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>
    ) {}
    /// Does nothing.
    public func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {}
    /// Does nothing.
    public func request<Value: Sendable>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>) {}
    /// Does nothing.
    public func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {}
    /// Does nothing.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {}
    /// Does nothing.
    public func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {}
    /// Does nothing.
    public func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {}
    /// Does nothing.
    public func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {}
    /// Does nothing.
    public func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {}
    /// Does nothing.
    public func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {}
    /// Does nothing.
    public func request<Value: Sendable>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>
    ) {}
}
