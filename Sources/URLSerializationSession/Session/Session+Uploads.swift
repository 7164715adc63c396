extension Session {
    /// Sends a body: bytes, a file, a stream or a form.
    ///
    /// ```swift
    /// session.upload(.file(photo), to: "https://example.com/photos", headers: ["Content-Type": "image/jpeg"])
    /// ```
    ///
    /// If the request cannot be built, it fails with the reason, and its completion handlers are called.
    ///
    /// - Parameters:
    ///   - source: The body to send.
    ///   - url: A URL or its text, relative to ``baseURL``, if any.
    ///   - method: Any method that allows a body.
    ///   - headers: The request's headers. The default `Content-Type` is the type of the file's extension or of the
    ///     form, and otherwise `application/octet-stream`, whereas URLSession would state a URL-encoded form. The
    ///     default headers of `HTTPRequestSerializer` are added.
    ///   - modify: Changes the request before the default headers are added. If it throws an error, the request fails
    ///     with that error.
    @discardableResult
    public func upload(
        _ source: Uploadable, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> UploadRequest {
        let made = Result {
            let serializer = HTTPRequestSerializer()
            var request = try build(url, method, headers, for: serializer, modify)
            try request.addHeaders(["Content-Type": source.mediaType])
            try request.addHeaders(serializer.configuration.headers)
            return request
        }
        return upload(source, made)
    }

    /// Sends bytes: `upload(_:to:method:headers:modify:)` with `.data(…)`.
    @discardableResult
    public func upload(
        _ data: Data, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest { upload(.data(data), to: url, method: method, headers: headers) }

    /// Sends a file: `upload(_:to:method:headers:modify:)` with `.file(…)`.
    @discardableResult
    public func upload(
        _ file: URL, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest { upload(.file(file), to: url, method: method, headers: headers) }

    /// Sends a body with an existing request, in place of the request's own body.
    @discardableResult
    public func upload(_ source: Uploadable, with request: some URLRequestConvertible) -> UploadRequest {
        upload(source, Result { try request.asURLRequest() })
    }

    /// Sends a multipart form: the parameters first, then the closure's parts. The form is read while it is sent.
    ///
    /// ```swift
    /// session.upload(to: "https://example.com/photos", parameters: ["album": 1]) { form in
    ///     try form.append(file: photo, name: "photo")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: A URL or its text, relative to ``baseURL``, or else to the serializer's base URL, if any.
    ///   - method: Any method except GET and HEAD.
    ///   - parameters: The values of the form's first fields.
    ///   - serializer: The serializer that has the default headers, the settings and the style of the fields' names.
    ///   - headers: The request's headers.
    ///   - constructingBody: Appends parts. If it throws an error, the request fails with that error.
    @discardableResult
    public func upload(
        to url: some URLConvertible, method: HTTPMethod = .post, parameters: Any? = nil,
        serializer: any HTTPRequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders? = nil,
        constructingBody: (inout MultipartForm) throws -> Void
    ) -> UploadRequest {
        let made = Result {
            var request = try serializer.multipartRequest(
                method: method, url: url.asURL().resolved(against: baseURL), parameters: parameters,
                constructingBody: constructingBody)
            try setHeaders(inPlaceOf: serializer.configuration.headers, in: &request)
            try request.setHeaders(headers ?? [:])
            return request
        }
        // A form without any part is a request without a body.
        guard let body = (try? made.get())?.multipartBody else { return upload(.data(Data()), made) }
        return upload(.multipart(body), made)
    }

    /// Sends a multipart form that the caller has already filled.
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
        upload(to: url, method: method, headers: headers) { empty in
            guard form.partCount > 0 else {
                throw RequestSerializationError(
                    .unsupportedValue, field: "form", reason: "It has no parts. Append one.")
            }
            empty = form
        }
    }

    private func upload(_ source: Uploadable, _ made: Result<URLRequest, any Error>) -> UploadRequest {
        begin(UploadRequest(resolve(made), source: source, session: self))
    }
}
