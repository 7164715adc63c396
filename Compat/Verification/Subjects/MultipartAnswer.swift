import URLSerialization

/// What came of building a multipart form and reading its body.
struct MultipartAnswer {
    /// What came of appending each of the vector's parts: nil, or why it was refused.
    let partErrors: [(any Error)?]
    /// The request, whose form was read.
    let request: URLRequest
    /// The same with the boundary that the library chooses.
    let requestOfDefaultBoundary: URLRequest
    /// What its stream gave; nil if there is none, because the form has no part.
    let reading: Reading?
    /// What the stream gave when it was opened again; nil where a part can be read only once.
    let secondReading: Reading?
    /// The boundary of the form that was read.
    var boundary = MultipartReplay.boundary

    /// What a stream gave up to its end or its error.
    struct Reading {
        let bytes: Data
        let error: (any Error)?
    }

    /// The `Content-Length` that would be sent, or 0.
    var contentLength: Int64 { request.multipartBody?.contentLength ?? 0 }
}
