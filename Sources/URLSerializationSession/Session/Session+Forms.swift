extension Session {
    /// Sends a finished multipart form.
    ///
    /// ```swift
    /// var form = MultipartForm()
    /// try form.append(file: photo, name: "photo")
    /// let saved = try await session.upload(form, to: "https://example.com/photos").decode(Photo.self)
    /// ```
    ///
    /// - Parameters:
    ///   - form: The form. One without parts fails the request.
    ///   - url: A URL or its text, relative to ``baseURL``, if any.
    ///   - method: Any method except GET and HEAD.
    ///   - headers: The request's headers.
    @discardableResult
    public func upload(
        _ form: MultipartForm, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        let body = Result { () throws -> MultipartBody in
            guard method != .get, method != .head else {
                throw RequestSerializationError.methodWithoutBody(method.rawValue)
            }
            guard let body = try form.makeBody() else {
                throw RequestSerializationError(
                    .unsupportedValue, field: "form", reason: "It has no parts. Append one.")
            }
            return body
        }
        let source = (try? body.get()).map(Uploadable.multipart) ?? .data(Data())
        return upload(source, to: url, method: method, headers: headers) { _ in _ = try body.get() }
    }
}
