/// An event monitor with a closure for each event.
///
/// Set the closures before the monitor is used.
open class ClosureEventMonitor: EventMonitor, @unchecked Sendable {
    /// Called after a session is released.
    open var sessionDidBecomeInvalidWithError: ((URLSession, (any Error)?) -> Void)?
    /// Never called: the session answers challenges itself and does not report them.
    open var taskDidReceiveChallenge: ((URLSession, URLSessionTask, URLAuthenticationChallenge) -> Void)?
    /// Never called: the session renews bodies itself and does not report it.
    open var taskNeedNewBodyStream: ((URLSession, URLSessionTask) -> Void)?
    /// Never called: programs cannot create `URLSessionTaskMetrics`.
    open var taskDidFinishCollectingMetrics: ((URLSession, URLSessionTask, URLSessionTaskMetrics) -> Void)?
    /// Never called: the session does not report waiting.
    open var taskIsWaitingForConnectivity: ((URLSession, URLSessionTask) -> Void)?
    /// Never called: the session stores no responses.
    open var dataTaskWillCacheResponse: ((URLSession, URLSessionDataTask, CachedURLResponse) -> Void)?
    /// Never called: the session does not report the offset.
    open var downloadTaskDidResumeAtOffset: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?
    /// Never called: programs cannot create `URLSessionTaskMetrics`.
    open var requestDidGatherMetrics: ((Request, URLSessionTaskMetrics) -> Void)?
    /// Never called: a task's errors are reported when it completes.
    open var requestDidFailTaskEarlyWithError: ((Request, URLSessionTask, AFError) -> Void)?
    /// Called after a task sends a part of its body.
    open var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    /// Called when a task is redirected, before the redirect handlers decide.
    open var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, HTTPURLResponse, URLRequest) -> Void)?
    /// Called after a task ends and is validated, with the error of the transfer, or `nil` for none.
    open var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    /// Called after a data task receives the head of its response.
    open var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> Void)?
    /// Called after a data task receives a part of its body.
    open var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?
    /// Called after a download task receives a part of its body.
    open var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
    /// Called after a download task receives its whole file.
    open var downloadTaskDidFinishDownloadingToURL: ((URLSession, URLSessionDownloadTask, URL) -> Void)?
    /// Called after a request is built, before the adapters change it.
    open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?
    /// Called when a request cannot be built.
    open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?
    /// Called after the adapters change a request.
    open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?
    /// Called when an adapter fails or returns an invalid request, with the request as it was before.
    open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?
    /// Called when a request has its final form.
    open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?
    /// Called when a request has a task, one for each attempt.
    open var requestDidCreateTask: ((Request, URLSessionTask) -> Void)?
    /// Called after a task of a request ends and is validated.
    open var requestDidCompleteTaskWithError: ((Request, URLSessionTask, AFError?) -> Void)?
    /// Called when a request is sent again.
    open var requestIsRetrying: ((Request) -> Void)?
    /// Called when a request ends, before its handlers are called.
    open var requestDidFinish: ((Request) -> Void)?
    /// Called after a request is resumed.
    open var requestDidResume: ((Request) -> Void)?
    /// Called when a task of a request is resumed.
    open var requestDidResumeTask: ((Request, URLSessionTask) -> Void)?
    /// Called after a request is suspended.
    open var requestDidSuspend: ((Request) -> Void)?
    /// Called when a task of a request is suspended.
    open var requestDidSuspendTask: ((Request, URLSessionTask) -> Void)?
    /// Called after a request is cancelled.
    open var requestDidCancel: ((Request) -> Void)?
    /// Called when a task of a request is cancelled.
    open var requestDidCancelTask: ((Request, URLSessionTask) -> Void)?
    /// Called after a response in memory is validated.
    open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Request.ValidationResult) -> Void)?
    /// Called when a response in memory has no serializer.
    open var requestDidParseResponse: ((DataRequest, AFDataResponse<Data?>) -> Void)?
    /// Called after the response of a stream is validated.
    open var requestDidValidateRequestResponseWithResult:
        ((DataStreamRequest, URLRequest?, HTTPURLResponse, Request.ValidationResult) -> Void)?
    /// Called when an upload has its body.
    open var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?
    /// Called when the body of an upload cannot be made.
    open var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?
    /// Called when the stream of an upload is about to be read.
    open var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?
    /// Called after a download's file is moved, or when it cannot be moved.
    open var requestDidFinishDownloadingUsingTaskWithResult: ((DownloadRequest, URLSessionTask, AFResult<URL>) -> Void)?
    /// Called when a download has a destination.
    open var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?
    /// Called after a download is validated.
    open var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Request.ValidationResult) -> Void)?
    /// Called when a download has no serializer.
    open var requestDidParseDownloadResponse: ((DownloadRequest, AFDownloadResponse<URL?>) -> Void)?

    /// The queue on which the closures are called, by default the main queue.
    public let queue: DispatchQueue

    /// Creates a monitor that calls its closures on a queue.
    public init(queue: DispatchQueue = .main) { self.queue = queue }

    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        sessionDidBecomeInvalidWithError?(session, error)
    }
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { taskDidSendBodyData?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend) }
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) { taskWillPerformHTTPRedirection?(session, task, response, request) }
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        taskDidComplete?(session, task, error)
    }
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        dataTaskDidReceiveResponse?(session, dataTask, response)
    }
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        dataTaskDidReceiveData?(session, dataTask, data)
    }
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) { downloadTaskDidWriteData?(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite) }
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) { downloadTaskDidFinishDownloadingToURL?(session, downloadTask, location) }
    open func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        requestDidCreateInitialURLRequest?(request, urlRequest)
    }
    open func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        requestDidFailToCreateURLRequestWithError?(request, error)
    }
    open func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) { requestDidAdaptInitialRequestToAdaptedRequest?(request, initialRequest, adaptedRequest) }
    open func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) { requestDidFailToAdaptURLRequestWithError?(request, initialRequest, error) }
    open func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        requestDidCreateURLRequest?(request, urlRequest)
    }
    open func request(_ request: Request, didCreateTask task: URLSessionTask) { requestDidCreateTask?(request, task) }
    open func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        requestDidCompleteTaskWithError?(request, task, error)
    }
    open func requestIsRetrying(_ request: Request) { requestIsRetrying?(request) }
    open func requestDidFinish(_ request: Request) { requestDidFinish?(request) }
    open func requestDidResume(_ request: Request) { requestDidResume?(request) }
    open func request(_ request: Request, didResumeTask task: URLSessionTask) { requestDidResumeTask?(request, task) }
    open func requestDidSuspend(_ request: Request) { requestDidSuspend?(request) }
    open func request(_ request: Request, didSuspendTask task: URLSessionTask) { requestDidSuspendTask?(request, task) }
    open func requestDidCancel(_ request: Request) { requestDidCancel?(request) }
    open func request(_ request: Request, didCancelTask task: URLSessionTask) { requestDidCancelTask?(request, task) }
    open func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) { requestDidValidateRequestResponseDataWithResult?(request, urlRequest, response, data, result) }
    open func request(_ request: DataRequest, didParseResponse response: AFDataResponse<Data?>) {
        requestDidParseResponse?(request, response)
    }
    open func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) { requestDidValidateRequestResponseWithResult?(request, urlRequest, response, result) }
    open func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        requestDidCreateUploadable?(request, uploadable)
    }
    open func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        requestDidFailToCreateUploadableWithError?(request, error)
    }
    open func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        requestDidProvideInputStream?(request, stream)
    }
    open func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: AFResult<URL>
    ) { requestDidFinishDownloadingUsingTaskWithResult?(request, task, result) }
    open func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        requestDidCreateDestinationURL?(request, url)
    }
    open func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) { requestDidValidateRequestResponseFileURLWithResult?(request, urlRequest, response, fileURL, result) }
    open func request(_ request: DownloadRequest, didParseResponse response: AFDownloadResponse<URL?>) {
        requestDidParseDownloadResponse?(request, response)
    }
}
