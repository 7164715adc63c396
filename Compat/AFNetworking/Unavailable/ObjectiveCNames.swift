// Names in old code that Foundation on Linux does not have.
#if !canImport(ObjectiveC)
    /// The key of resume data in the user info of an error, which Foundation on Linux calls
    /// `URLSessionDownloadTaskResumeData`. Errors of this module have no such data: call
    /// `cancel(byProducingResumeData:)` of the task, also after it has failed.
    public let NSURLSessionDownloadTaskResumeData = URLSessionDownloadTaskResumeData

    extension AFHTTPRequestSerializer {
        /// Does nothing: a setting applies to requests whether it is observed or not.
        public func willChangeValue(forKey key: String) {}

        /// Does nothing: see ``willChangeValue(forKey:)``.
        public func didChangeValue(forKey key: String) {}
    }
#endif
