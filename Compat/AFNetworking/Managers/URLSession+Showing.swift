extension URLSession {
    /// Returns the URLSession that represents a manager.
    ///
    /// On Linux, where URLSession can be subclassed, it lists the manager's tasks, and invalidating it invalidates the
    /// manager's session. On Apple's systems, where this has not been run, it is a URLSession without tasks.
    static func showing(
        _ managed: ManagedSession, _ configuration: URLSessionConfiguration, delegate: any URLSessionDelegate,
        delegateQueue: OperationQueue
    ) -> URLSession {
        #if canImport(ObjectiveC)
            // No two sessions may have the same background identifier.
            URLSession(
                configuration: configuration.identifier == nil ? configuration : .default, delegate: delegate,
                delegateQueue: delegateQueue)
        #else
            ShownSession(managed, configuration, delegate: delegate, delegateQueue: delegateQueue)
        #endif
    }

    /// Invalidates a URLSession that represents a manager, and nothing else.
    func endForGood() {
        #if canImport(ObjectiveC)
            finishTasksAndInvalidate()
        #else
            (self as? ShownSession)?.end()
        #endif
    }
}

#if !canImport(ObjectiveC)
    /// A URLSession that represents a manager.
    private final class ShownSession: URLSession, @unchecked Sendable {
        private weak var managed: ManagedSession?

        init(
            _ managed: ManagedSession, _ configuration: URLSessionConfiguration, delegate: any URLSessionDelegate,
            delegateQueue: OperationQueue
        ) {
            self.managed = managed
            super.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
        }

        func end() { super.finishTasksAndInvalidate() }

        override func finishTasksAndInvalidate() { managed?.invalidate(cancellingTasks: false) }
        override func invalidateAndCancel() { managed?.invalidate(cancellingTasks: true) }

        override func getAllTasks(completionHandler: @Sendable @escaping ([URLSessionTask]) -> Void) {
            let tasks = managed?.tasks ?? []
            delegateQueue.addOperation { completionHandler(tasks) }
        }

        override func getTasksWithCompletionHandler(
            _ completionHandler:
                @Sendable @escaping (
                    [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
                ) -> Void
        ) {
            getAllTasks { tasks in
                completionHandler(
                    tasks.compactMap { $0 as? SessionDataTask }, tasks.compactMap { $0 as? SessionUploadTask },
                    tasks.compactMap { $0 as? SessionDownloadTask })
            }
        }
    }
#endif
