/// Requests whose values are named by what becomes of them.
///
/// | call | sends |
/// |---|---|
/// | `request(url, json: ["a": 1])` | POST with the body `{"a":1}` |
/// | `request(url, form: ["a": [1]])` | POST with the body `a[]=1` |
/// | `request(url, query: ["a": "b c"])` | GET with the query `a=b%20c` |
/// | `request(url, method: .put, body: data)` | PUT with the bytes |
/// | `request(url, multipart: form)` | POST with the form |
///
/// The values are a model, native Swift values such as a `[String: Any]`, or Foundation objects, and `nil` sends none.
/// A literal is a `ParameterValue`, whose keys keep their order in JSON.
/// `request(_:method:parameters:serializer:headers:modify:)` has every other choice.
extension Session {
    /// Creates a request whose body is the values in JSON. An `encoder`, or else the session's, encodes a model.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, json values: Any?, encoder: JSONEncoder? = nil,
        headers: HTTPHeaders? = nil
    ) -> DataRequest {
        guard let encoder = encoder ?? self.encoder, !(values is ParameterValue), let model = values as? any Encodable
        else { return request(url, method, values, JSONRequestSerializer(), isInURL: false, headers) }
        return request(url, method: method, serializer: JSONRequestSerializer(), headers: headers) { request in
            request.httpBody = try encoder.encode(model)
            try request.addHeaders(["Content-Type": "application/json"])
        }
    }

    /// Creates a request whose body is the values in JSON.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, json values: ParameterValue, headers: HTTPHeaders? = nil
    ) -> DataRequest { request(url, method: method, json: values as Any, headers: headers) }

    /// Creates a request whose body is the values as a URL-encoded form in a style.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, form values: Any?, style: QueryStyle = .afNetworking,
        headers: HTTPHeaders? = nil
    ) -> DataRequest { request(url, method, values, .form(style: style), isInURL: false, headers) }

    /// Creates a request whose body is the values as a URL-encoded form in a style.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, form values: ParameterValue,
        style: QueryStyle = .afNetworking, headers: HTTPHeaders? = nil
    ) -> DataRequest { request(url, method: method, form: values as Any, style: style, headers: headers) }

    /// Creates a request with the values in its URL's query in a style, whatever the method.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, query values: Any?, style: QueryStyle = .afNetworking,
        headers: HTTPHeaders? = nil
    ) -> DataRequest { request(url, method, values, .form(style: style), isInURL: true, headers) }

    /// Creates a request with the values in its URL's query in a style, whatever the method.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, query values: ParameterValue,
        style: QueryStyle = .afNetworking, headers: HTTPHeaders? = nil
    ) -> DataRequest { request(url, method: method, query: values as Any, style: style, headers: headers) }

    /// Creates a request whose body is bytes that the caller has encoded. Without a `Content-Type` among the headers,
    /// they are `application/octet-stream`.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, body: Data, headers: HTTPHeaders? = nil
    ) -> DataRequest { upload(.data(body), to: url, method: method, headers: headers) }

    /// Creates a request whose body is a multipart form.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, multipart form: MultipartForm,
        headers: HTTPHeaders? = nil
    ) -> UploadRequest { upload(form, to: url, method: method, headers: headers) }

    /// Creates a request whose body is a multipart form, to which a closure appends parts. If the closure throws an
    /// error, the request fails with that error.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .post, multipart append: (inout MultipartForm) throws -> Void,
        headers: HTTPHeaders? = nil
    ) -> UploadRequest { upload(to: url, method: method, headers: headers, constructingBody: append) }

    private func request(
        _ url: some URLConvertible, _ method: HTTPMethod, _ values: Any?, _ serializer: some HTTPRequestSerialization,
        isInURL: Bool, _ headers: HTTPHeaders?
    ) -> DataRequest {
        var serializer = serializer
        serializer.configuration.methodsEncodingParametersInURI = isInURL ? [method.rawValue.uppercased()] : []
        return request(url, method: method, parameters: values, serializer: serializer, headers: headers)
    }
}
