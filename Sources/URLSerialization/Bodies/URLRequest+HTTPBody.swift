extension URLRequest {
    /// Sets the stream of a body, whatever its media type, and the fields that have it sent by its length.
    package mutating func setStream(_ stream: HTTPBodyStream) {
        httpBodyStream = stream
        setValue(String(stream.content.contentLength), forHTTPHeaderField: "Content-Length")
        sendStreamByLength()
    }

    /// Has a body stream sent after the request's `Content-Length`, at once and in one piece, as Apple's systems send it.
    ///
    /// URLSession on Linux sends every stream in chunks, with the `Content-Length` beside them, which servers answer in
    /// different ways, refusal among them (RFC 9112, section 6.1); an upload task also waits a second for a server that
    /// does not answer its `Expect: 100-continue`. A field whose value is a single space is not sent, and keeps it from
    /// doing either.
    private mutating func sendStreamByLength() {
        #if !canImport(Darwin)
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            if value(forHTTPHeaderField: "Expect") == nil { setValue(" ", forHTTPHeaderField: "Expect") }
        #endif
    }

    /// Removes what ``sendStreamByLength()`` set.
    package mutating func removeStreamFields() {
        #if !canImport(Darwin)
            for name in ["Transfer-Encoding", "Expect"] where value(forHTTPHeaderField: name) == " " {
                setValue(nil, forHTTPHeaderField: name)
            }
        #endif
    }
}
