import URLSerialization

/// A request with a multipart form, made by a module.
struct MultipartRequest {
    /// The error of appending each of the vector's parts, `nil` for success.
    let partErrors: [(any Error)?]
    let request: URLRequest
    /// The same request with the boundary that the module chooses.
    let requestOfDefaultBoundary: URLRequest
    /// The request's boundary; empty if the form has no parts.
    let boundary: String
}
