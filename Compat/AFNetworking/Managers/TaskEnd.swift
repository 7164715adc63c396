import URLSerialization
import URLSerializationSession

/// The outcome of a task, as AFNetworking reports it.
///
/// `@unchecked Sendable`: the serialized object and the user info are passed on from queue to queue.
struct TaskEnd: @unchecked Sendable {
    private let task: any SessionTask
    private let response: URLResponse
    private let object: Any?
    private let error: (any Error)?
    private let transferError: (any Error)?
    private let file: DownloadedFile?
    private let userInfo: [AnyHashable: Any]

    /// Serializes the response unless the transfer failed. Called on the request's own queue after its end.
    init(of task: any SessionTask, file: DownloadedFile?, serializer: any AFURLResponseSerialization) {
        let work = task.work
        // The serializer of a download receives no body, as in AFNetworking.
        let data = file == nil ? (work.request as? DataRequest)?.data ?? Data() : Data()
        transferError = work.error
        var error = transferError
        var object: Any?
        if error == nil {
            var failure: NSError?
            object = serializer.responseObject(for: work.response, data: data, error: &failure)
            error = failure
            if let url = file?.url { object = url }
        }
        self.task = task
        self.file = file
        self.object = object
        self.error = error
        response = work.response ?? .missing(for: work.original)
        var userInfo: [AnyHashable: Any] = [AFNetworkingTaskDidCompleteResponseSerializerKey: serializer]
        if let url = file?.url, transferError == nil {
            userInfo[AFNetworkingTaskDidCompleteAssetPathKey] = url
        } else {
            userInfo[AFNetworkingTaskDidCompleteResponseDataKey] = data
        }
        userInfo[AFNetworkingTaskDidCompleteSerializedResponseKey] = object
        userInfo[AFNetworkingTaskDidCompleteErrorKey] = error.map { $0 as NSError }
        self.userInfo = userInfo
    }

    /// Reports to the observers of the file, the manager's block, the completion handler, and the observers of the end,
    /// in this order.
    ///
    /// - Parameter passesBlocks: Whether the report passes through the manager's queue, after the events that are
    ///   already there. Otherwise no other thread has to be woken.
    func report(
        by manager: AFURLSessionManager, in managed: ManagedSession,
        to completion: UncheckedSendable<AFURLSessionManager.Completion>?, passesBlocks: Bool
    ) {
        guard passesBlocks else { return complete(by: manager, completion) }
        manager.blockQueue.async {
            postMove()
            manager.blocks.taskDidComplete?(managed.urlSession, task, transferError)
            complete(by: manager, completion)
        }
    }

    private func complete(
        by manager: AFURLSessionManager, _ completion: UncheckedSendable<AFURLSessionManager.Completion>?
    ) {
        // Without a handler nothing is called on the completion queue, and the main queue may not be running.
        let queue = completion == nil ? manager.blockQueue : manager.completionQueue ?? .main
        queue.async(group: manager.completionGroup ?? Self.group) {
            completion?.value(response, object, error)
            TaskNotification.post(.AFNetworkingTaskDidComplete, of: task, userInfo: UncheckedSendable(userInfo))
        }
    }

    /// Posts the outcome of moving a downloaded file.
    private func postMove() {
        guard let place = file?.url else { return }
        let fileInTheWay = task.work.fileInTheWay
        guard let failure = (fileInTheWay ?? transferError).map({ NSError.bridging($0) }) else {
            return NotificationCenter.default.post(
                name: .AFURLSessionDownloadTaskDidMoveFileSuccessfully, object: task)
        }
        guard task.work.request.error?.placing != nil else { return }
        if fileInTheWay != nil {
            let text =
                "AFURLSessionManager: The file \(place.path.quoted) exists and stays; the download is dropped. "
                + "Remove the file first, or set replacesFilesOfDownloads to true."
            NSLog("%@", text as NSString)
        }
        NotificationCenter.default.post(
            name: .AFURLSessionDownloadTaskDidFailToMoveFile, object: task,
            userInfo: failure.userInfo.merging([NSUnderlyingErrorKey: failure]) { _, error in error })
    }

    /// The group of managers that do not set one.
    private static let group = DispatchGroup()
}

extension URLResponse {
    /// Returns the response that a handler receives if there is none, because its type does not allow `nil`.
    fileprivate static func missing(for request: URLRequest?) -> URLResponse {
        let url = request?.url ?? URL(string: "about:blank") ?? URL(fileURLWithPath: "/")
        return URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}
