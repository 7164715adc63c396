import URLSerialization

/// A request with a multipart form, as a module made it.
struct MultipartRequest {
    /// What came of appending each of the vector's parts: nil, or why it was refused.
    let partErrors: [(any Error)?]
    let request: URLRequest
    /// The same with the boundary that the module chooses.
    let requestOfDefaultBoundary: URLRequest
    /// The request's boundary; empty if the form has no part.
    let boundary: String
}
