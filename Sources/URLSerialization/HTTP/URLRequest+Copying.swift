extension URLRequest {
    /// A request equal to this one that can be changed.
    ///
    /// A request shares its storage with its copies until one of them is changed. Foundation on Linux ends the process
    /// when it copies the storage of a request without a URL, so such a request is rebuilt there.
    package var mutableCopy: URLRequest {
        #if canImport(Darwin)
            self
        #else
            url == nil ? remade : self
        #endif
    }

    #if !canImport(Darwin)
        private var remade: URLRequest {
            var request = URLRequest(
                url: URL(fileURLWithPath: "/"), cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
            request.url = nil
            request.mainDocumentURL = mainDocumentURL
            request.httpMethod = httpMethod
            request.allHTTPHeaderFields = allHTTPHeaderFields
            if let httpBodyStream { request.httpBodyStream = httpBodyStream } else { request.httpBody = httpBody }
            request.allowsCellularAccess = allowsCellularAccess
            request.httpShouldHandleCookies = httpShouldHandleCookies
            request.networkServiceType = networkServiceType
            request.usesPipelining = usesPipelining
            return request
        }
    #endif
}
