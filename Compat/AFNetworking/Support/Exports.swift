// The modules that AFNetworking's headers import for their users. The core is not among them, so that its names cannot
// collide with existing code. On Linux URLRequest and XMLParser are in separate modules.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
#if canImport(FoundationXML)
    @_exported import FoundationXML
#endif

#if !canImport(ObjectiveC)
    /// A pointer that receives a method's error, as on Apple's systems: `nil`, or `&error` for a variable of type
    /// `NSError?`.
    ///
    /// Foundation on Linux has no such type.
    public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

    /// The key of resume data in the user info of an error, which Foundation on Linux calls
    /// `URLSessionDownloadTaskResumeData`.
    public let NSURLSessionDownloadTaskResumeData = URLSessionDownloadTaskResumeData

    // Names in old code that Foundation on Linux does not have.
    extension AFHTTPRequestSerializer {
        /// Does nothing: a setting applies to requests whether it is observed or not.
        public func willChangeValue(forKey key: String) {}

        /// Does nothing: see ``willChangeValue(forKey:)``.
        public func didChangeValue(forKey key: String) {}
    }
#endif
