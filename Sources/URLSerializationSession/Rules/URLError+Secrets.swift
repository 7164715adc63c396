extension Error {
    /// The error without the secrets in the URL of a `URLError`, whose description prints it: user, password, query and
    /// fragment.
    var withoutSecrets: any Error {
        guard let error = self as? URLError, let url = error.failingURL, let shown = url.withoutSecrets, shown != url
        else { return self }
        var userInfo = error.errorUserInfo
        userInfo[NSURLErrorFailingURLErrorKey] = shown
        // NSURLErrorFailingURLStringErrorKey, which is deprecated.
        let key = "NSErrorFailingURLStringKey"
        if userInfo[key] != nil { userInfo[key] = shown.absoluteString }
        return URLError(error.code, userInfo: userInfo)
    }

    /// The code of a URLSession error, or `nil` for another error. On Linux an `NSError` of its domain does not cast to
    /// `URLError`.
    var urlErrorCode: URLError.Code? {
        let error = self as NSError
        return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) ?? .unknown : nil
    }
}
