extension URLRequest {
    /// Sets the stream of a body, of any media type, and the fields that make URLSession send it by its length.
    package mutating func setStream(_ stream: HTTPBodyStream) {
        httpBodyStream = stream
        setValue(String(stream.content.contentLength), forHTTPHeaderField: "Content-Length")
        sendStreamByLength()
    }

    /// Makes URLSession send a body stream by the request's `Content-Length`, at once and in one piece, as Apple's
    /// systems do.
    ///
    /// URLSession on Linux sends every stream in chunks and with its `Content-Length`, which some servers
    /// refuse (RFC 9112, section 6.1). An upload task also waits a second for a server that does not answer its
    /// `Expect: 100-continue`. A field whose value is a single space is not sent, and prevents both.
    private mutating func sendStreamByLength() {
        #if !canImport(Darwin)
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            if value(forHTTPHeaderField: "Expect") == nil { setValue(" ", forHTTPHeaderField: "Expect") }
        #endif
    }

    /// Removes the fields set by ``sendStreamByLength()``.
    package mutating func removeStreamFields() {
        #if !canImport(Darwin)
            for name in ["Transfer-Encoding", "Expect"] where value(forHTTPHeaderField: name) == " " {
                setValue(nil, forHTTPHeaderField: name)
            }
        #endif
    }
}
