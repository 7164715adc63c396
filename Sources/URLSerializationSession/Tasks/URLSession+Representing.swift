/// The requests of a session with another library's names, which a URLSession represents.
package protocol RepresentedRequests: AnyObject, Sendable {
    /// Calls a closure with the tasks that have not ended.
    func withTasks(perform action: @escaping @Sendable ([URLSessionTask]) -> Void)
    /// Invalidates the session of the requests.
    func invalidate(cancellingTasks cancelsTasks: Bool)
}

extension URLSession {
    /// Returns a URLSession that represents requests, which it does not retain.
    ///
    /// On Linux, where URLSession can be subclassed, it lists their tasks, and invalidating it invalidates their
    /// session. On Apple's systems, where this has not been run, it is a URLSession without tasks.
    package static func representing(
        _ requests: any RepresentedRequests, _ configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
    ) -> URLSession {
        #if canImport(ObjectiveC)
            // No two sessions may have the same background identifier.
            URLSession(
                configuration: configuration.identifier == nil ? configuration : .default, delegate: delegate,
                delegateQueue: delegateQueue)
        #else
            RepresentingSession(requests, configuration, delegate: delegate, delegateQueue: delegateQueue)
        #endif
    }

    /// Invalidates a URLSession that represents requests, and nothing else.
    package func endForGood() {
        #if canImport(ObjectiveC)
            finishTasksAndInvalidate()
        #else
            if let session = self as? RepresentingSession { session.end() } else { finishTasksAndInvalidate() }
        #endif
    }
}

#if !canImport(ObjectiveC)
    /// A URLSession that represents requests.
    private final class RepresentingSession: URLSession, @unchecked Sendable {
        private weak var requests: (any RepresentedRequests)?

        init(
            _ requests: any RepresentedRequests, _ configuration: URLSessionConfiguration,
            delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
        ) {
            self.requests = requests
            super.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
        }

        func end() { super.finishTasksAndInvalidate() }

        override func finishTasksAndInvalidate() { requests?.invalidate(cancellingTasks: false) }
        override func invalidateAndCancel() { requests?.invalidate(cancellingTasks: true) }

        override func getAllTasks(completionHandler: @Sendable @escaping ([URLSessionTask]) -> Void) {
            let report: @Sendable ([URLSessionTask]) -> Void = { [delegateQueue] tasks in
                delegateQueue.addOperation { completionHandler(tasks) }
            }
            if let requests { requests.withTasks(perform: report) } else { report([]) }
        }

        override func getTasksWithCompletionHandler(
            _ completionHandler:
                @Sendable @escaping (
                    [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
                ) -> Void
        ) {
            getAllTasks { tasks in
                // An upload task is a data task too.
                let uploads = tasks.compactMap { $0 as? URLSessionUploadTask }
                completionHandler(
                    tasks.compactMap { $0 as? URLSessionDataTask }.filter { !($0 is URLSessionUploadTask) }, uploads,
                    tasks.compactMap { $0 as? URLSessionDownloadTask })
            }
        }
    }
#endif
