/// URLSession as it is on this system.
///
/// Statements about Apple's systems follow their documentation; none has been run.
enum URLSessionTraits {
    #if canImport(Darwin)
        /// Whether URLSession is Apple's. On Linux it differs in these ways that matter here:
        ///
        /// - `suspend()` on a running task does not hold its transfer: the request is sent again, received bytes are
        ///   handed out twice, and resuming ends the process.
        /// - It answers no challenge but Basic, does not hand out the response's body, and never completes a task whose
        ///   challenge is not answered.
        /// - A decision about a redirection after the task was cancelled ends the process.
        /// - The delegate is not asked about servers' certificates.
        static let isApples = true
    #else
        static let isApples = false
    #endif

    /// Removes the cache, which on Linux never answers but keeps every body in memory, and the credential storage,
    /// whose credentials never match.
    static func sanitize(_ configuration: URLSessionConfiguration) {
        guard !isApples else { return }
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
    }
}

extension DispatchQueue {
    /// The queue on which tasks are created, resumed and cancelled. These calls wait for URLSession's thread, which may
    /// be waiting for the queue of a session's events.
    ///
    /// The process has one such queue, as it has one such thread on Linux: a queue for each session would block a
    /// thread for each, until none is left for the events.
    static let urlSessionTasks = DispatchQueue(label: "URLSerializationSession.tasks")
}

// Written from the documentation of URLSessionTaskMetrics, and not run. URLSession on Linux measures nothing.
#if canImport(Darwin)
    extension SessionDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            if let last = metrics.transactionMetrics.last { transfer(task)?.report(.measured(TransferMetrics(last))) }
        }
    }

    extension TransferMetrics {
        fileprivate init(_ metrics: URLSessionTaskTransactionMetrics) {
            func time(_ start: Date?, _ end: Date?) -> TimeInterval? {
                start.flatMap { start in end.map { $0.timeIntervalSince(start) } }
            }
            self.init(
                url: metrics.request.url, isReusedConnection: metrics.isReusedConnection,
                nameLookup: time(metrics.domainLookupStartDate, metrics.domainLookupEndDate),
                connect: time(
                    metrics.connectStartDate, metrics.secureConnectionStartDate ?? metrics.connectEndDate),
                secureConnect: time(metrics.secureConnectionStartDate, metrics.secureConnectionEndDate),
                firstByte: time(metrics.fetchStartDate, metrics.responseStartDate),
                duration: time(metrics.fetchStartDate, metrics.responseEndDate) ?? 0,
                sentByteCount: metrics.countOfRequestBodyBytesSent,
                receivedByteCount: metrics.countOfResponseBodyBytesReceived, protocolName: metrics.networkProtocolName)
        }
    }
#endif
