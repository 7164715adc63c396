/// The blocks that are asked or told about all tasks of a manager.
struct ManagerBlocks {
    var sessionDidBecomeInvalid: ((URLSession, any Error) -> Void)?
    var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    var downloadTaskDidFinishDownloading: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
}
