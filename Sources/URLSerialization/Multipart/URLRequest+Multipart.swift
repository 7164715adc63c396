extension URLRequest {
    /// The multipart form in the request's body, or `nil` if the body is not one.
    ///
    /// Setting it replaces `httpBodyStream`, `Content-Type` and `Content-Length`. On Linux it also sets
    /// `Transfer-Encoding` and `Expect` to a single space: they are not sent, and make URLSession send `Content-Length`
    /// instead of chunks, and the body without waiting.
    ///
    /// Setting `nil` removes the stream of such a form and all these fields except `Content-Type`. This is useful for
    /// an upload from a file, whose length URLSession knows, and for a redirect that is followed with a GET.
    ///
    /// Copies of a request share its stream, and two that are sent at the same time would each get a part of its bytes.
    /// To send a request again while it is being sent, set the body of the second to itself, which makes a separate
    /// stream:
    ///
    /// ```swift
    /// var second = request
    /// second.multipartBody = request.multipartBody
    /// ```
    public var multipartBody: MultipartBody? {
        get { (httpBodyStream as? MultipartBodyStream)?.body }
        set {
            guard let newValue else {
                if httpBodyStream is HTTPBodyStream { httpBodyStream = nil }
                setValue(nil, forHTTPHeaderField: "Content-Length")
                return removeStreamFields()
            }
            setValue(newValue.contentType, forHTTPHeaderField: "Content-Type")
            setStream(MultipartBodyStream(newValue))
        }
    }
}
