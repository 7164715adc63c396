/// How URLSession differs between the systems, as far as this module has to know.
///
/// What is said of Apple's systems is from their documentation; it has not been run.
enum URLSessionTraits {
    #if canImport(Darwin)
        /// Whether `suspend()` on a running task holds its transfer. On Linux it sends the request again, hands out what
        /// it receives twice, and ends the process when it is resumed.
        static let suspendsRunningTasks = true
        /// Whether URLSession answers challenges with the credential it is given, Digest among them. On Linux it knows
        /// Basic only, keeps the body for itself, and never completes a task whose challenge is not answered.
        static let answersChallenges = true

        /// Whether a task that has been cancelled can be told what to do about a redirection. On Linux that ends the
        /// process.
        static let takesLateAnswers = true

        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue {
            let operations = OperationQueue()
            operations.maxConcurrentOperationCount = 1
            operations.underlyingQueue = queue
            return operations
        }

        /// What a session must not be configured with.
        static func sanitize(_ configuration: URLSessionConfiguration) {}
    #else
        static let suspendsRunningTasks = false
        static let answersChallenges = false
        static let takesLateAnswers = false

        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue { DelegateQueue(queue) }

        /// There a cache never answers but keeps every body in memory, and stored credentials never match.
        static func sanitize(_ configuration: URLSessionConfiguration) {
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
        }
    #endif
}
