import URLSerialization

/// The results of building a multipart form and reading its body.
struct MultipartAnswer {
    /// The error of appending each of the vector's parts, `nil` for success.
    let partErrors: [(any Error)?]
    /// The request whose form was read.
    let request: URLRequest
    /// The same request with the boundary that the library chooses.
    let requestOfDefaultBoundary: URLRequest
    /// The reading of its stream; `nil` if there is none, because the form has no parts.
    let reading: Reading?
    /// The reading of the stream after it was opened again; `nil` if a part can be read only once.
    let secondReading: Reading?
    /// The boundary of the form that was read.
    var boundary = MultipartReplay.boundary

    /// The bytes of a stream up to its end or its error.
    struct Reading {
        let bytes: Data
        let error: (any Error)?
    }

    /// The `Content-Length` that would be sent, or 0.
    var contentLength: Int64 { request.multipartBody?.contentLength ?? 0 }
}
