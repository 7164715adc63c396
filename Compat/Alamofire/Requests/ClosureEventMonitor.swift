/// An event monitor with a closure for each event, which the default implementations of ``EventMonitor`` call.
///
/// Set the closures before the monitor is used.
open class ClosureEventMonitor: EventMonitor, @unchecked Sendable {
    /// Called when a session was released.
    open var sessionDidBecomeInvalidWithError: ((URLSession, (any Error)?) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var taskDidReceiveChallenge: ((URLSession, URLSessionTask, URLAuthenticationChallenge) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var taskNeedNewBodyStream: ((URLSession, URLSessionTask) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var taskDidFinishCollectingMetrics: ((URLSession, URLSessionTask, URLSessionTaskMetrics) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var taskIsWaitingForConnectivity: ((URLSession, URLSessionTask) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var dataTaskWillCacheResponse: ((URLSession, URLSessionDataTask, CachedURLResponse) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var downloadTaskDidResumeAtOffset: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var requestDidGatherMetrics: ((Request, URLSessionTaskMetrics) -> Void)?
    /// Never called: URLSerializationSession has no such event.
    open var requestDidFailTaskEarlyWithError: ((Request, URLSessionTask, AFError) -> Void)?
    /// Called when a task sent a part of its body.
    open var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    /// Called when a task is redirected, before the redirect handlers decide.
    open var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, HTTPURLResponse, URLRequest) -> Void)?
    /// Called when a task ended.
    open var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    /// Called when a data task received the head of its response.
    open var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> Void)?
    /// Called when a data task received a part of its body.
    open var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?
    /// Called when a download task received a part of its body.
    open var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
    /// Called when a download task received its whole file.
    open var downloadTaskDidFinishDownloadingToURL: ((URLSession, URLSessionDownloadTask, URL) -> Void)?
    /// Called when a request was built, before the adapters.
    open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?
    /// Called when a request could not be built.
    open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?
    /// Called when the adapters changed a request.
    open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?
    /// Called when an adapter failed.
    open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?
    /// Called when a request has its final form.
    open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?
    /// Called when a request has a task, one for each attempt.
    open var requestDidCreateTask: ((Request, URLSessionTask) -> Void)?
    /// Called when a task of a request ended and was validated.
    open var requestDidCompleteTaskWithError: ((Request, URLSessionTask, AFError?) -> Void)?
    /// Called when a request is sent again.
    open var requestIsRetrying: ((Request) -> Void)?
    /// Called when a request ended, before its handlers are called.
    open var requestDidFinish: ((Request) -> Void)?
    /// Called when a request was resumed.
    open var requestDidResume: ((Request) -> Void)?
    /// Called when a task of a request was resumed.
    open var requestDidResumeTask: ((Request, URLSessionTask) -> Void)?
    /// Called when a request was suspended.
    open var requestDidSuspend: ((Request) -> Void)?
    /// Called when a task of a request was suspended.
    open var requestDidSuspendTask: ((Request, URLSessionTask) -> Void)?
    /// Called when a request was cancelled.
    open var requestDidCancel: ((Request) -> Void)?
    /// Called when a task of a request was cancelled.
    open var requestDidCancelTask: ((Request, URLSessionTask) -> Void)?
    /// Called when a response in memory was validated.
    open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Request.ValidationResult) -> Void)?
    /// Called when a response in memory has no serializer.
    open var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)?
    /// Called when the response of a stream was validated.
    open var requestDidValidateRequestResponseWithResult:
        ((DataStreamRequest, URLRequest?, HTTPURLResponse, Request.ValidationResult) -> Void)?
    /// Called when an upload has its body.
    open var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?
    /// Called when the body of an upload could not be made.
    open var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?
    /// Called when the stream of an upload is about to be read.
    open var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?
    /// Called when a download's file was moved or could not be moved.
    open var requestDidFinishDownloadingUsingTaskWithResult:
        ((DownloadRequest, URLSessionTask, Result<URL, AFError>) -> Void)?
    /// Called when a download has a destination.
    open var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?
    /// Called when a download was validated.
    open var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Request.ValidationResult) -> Void)?
    /// Called when a download has no serializer.
    open var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)?

    /// The queue of the calls.
    public let queue: DispatchQueue

    /// Creates a monitor that calls its closures on a queue.
    public init(queue: DispatchQueue = .main) { self.queue = queue }
}
