import URLSerialization

extension URLRequest {
    /// The request with a body, and with a `Content-Type` where it has none; an empty one counts.
    func with(body: Data, contentType: String) -> URLRequest {
        var request = changeable
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        request.httpBody = body
        return request
    }
}
