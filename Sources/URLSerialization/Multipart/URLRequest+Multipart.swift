extension URLRequest {
    /// The multipart form that is the request's body, if it is one.
    ///
    /// Setting it sets `httpBodyStream`, `Content-Type` and `Content-Length`, over those that were there. On Linux also
    /// `Transfer-Encoding` and `Expect`, of a single space: they are not sent, and make URLSession send `Content-Length`
    /// instead of chunks, and the body without waiting.
    ///
    /// Setting nil removes the stream of such a form and all these fields but `Content-Type`: for an upload from a file,
    /// whose length URLSession knows, and for a redirection that is followed by a GET.
    ///
    /// Copies of a request share its stream, and two that are sent at the same time would each get a part of its bytes.
    /// To send one again while it is being sent, set the body of the second to itself, which makes a stream of its own:
    ///
    /// ```swift
    /// var second = request
    /// second.multipartBody = request.multipartBody
    /// ```
    public var multipartBody: MultipartBody? {
        get { (httpBodyStream as? MultipartBodyStream)?.body }
        set {
            guard let newValue else {
                if httpBodyStream is MultipartBodyStream { httpBodyStream = nil }
                setValue(nil, forHTTPHeaderField: "Content-Length")
                return removeStreamFields()
            }
            setValue(newValue.contentType, forHTTPHeaderField: "Content-Type")
            setStream(of: newValue)
        }
    }

    /// Sets the stream of a body, whatever media type it has, and the fields that have it sent by its length.
    package mutating func setStream(of body: MultipartBody) {
        httpBodyStream = MultipartBodyStream(body)
        setValue(String(body.contentLength), forHTTPHeaderField: "Content-Length")
        sendStreamByLength()
    }
}

extension RequestSerializationError {
    /// The error of a stream that two readers share.
    static var inUse: RequestSerializationError {
        RequestSerializationError(
            .streamInUse, field: "httpBodyStream",
            reason: "The stream is read twice at the same time. Copies of a request share it: "
                + "set multipartBody of one of them, to itself, to give it a stream of its own.")
    }
}
