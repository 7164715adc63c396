/// The answer to a request, and the value that a serializer decoded (`DataResponse` and `DownloadResponse` of Alamofire
/// 4).
public struct Answer<Output> {
    /// The request as it was sent last, or `nil` if it could not be built.
    public let request: URLRequest?
    /// The response, or `nil` if none was received.
    public var response: HTTPURLResponse? { head?.http }
    let head: ResponseHead?
    /// The response's status, or `nil` if none was received.
    public var statusCode: Int? { head?.statusCode }
    /// The response's headers, empty if none was received.
    public var headers: HTTPHeaders { response?.headers ?? [:] }
    /// The targets of the response's `Link` fields by relation type in lower case (RFC 8288): `links["next"]`.
    public var links: [String: URL] { response?.links ?? [:] }
    /// The body, or `nil` if none was received, it was handed out, or it is in a file.
    public let data: Data?
    /// The URL of the received file, or `nil` if the body is in memory or incomplete.
    ///
    /// The file is at its destination. Without a destination, it is a temporary file that is removed when the request
    /// and the last copy of this answer are released.
    public var fileURL: URL? { download?.fileURL }
    /// The value that the serializer decoded, or `nil` if it had nothing to decode, as with status 204.
    ///
    /// As in AFNetworking, a value can accompany an error: for status 422, the JSON body is decoded, and the status is
    /// reported as an error.
    public let value: Output?
    /// The error of the transfer, of a validation, of placing the file or of the serializer, or `nil` for none.
    public let error: RequestError?
    /// The duration of the request in seconds.
    public let duration: TimeInterval
    /// The download, which keeps its file.
    let download: DownloadRequest?
    /// The session's decoder.
    let decoder: JSONDecoder

    /// The data that resumes a cancelled or failed download: the request's ``DownloadRequest/resumeData``.
    public var resumeData: Data? { download?.resumeData }

    /// Returns the value, or throws the error.
    ///
    /// - Throws: ``error``, or an error of kind ``RequestError/Kind/noBody`` if there is neither a value nor an error.
    public func get() throws(RequestError) -> Output {
        if let error { throw error }
        if let value { return value }
        throw noBody
    }

    /// The outcome of ``get()``: the error if there is one, even with a value.
    public var result: Result<Output, RequestError> {
        do { return .success(try get()) } catch { return .failure(error) }
    }

    /// Decodes the body in memory as a model in JSON, whatever the status and the media type.
    ///
    /// ```swift
    /// let answer = await session.request(url).response()
    /// if answer.statusCode == 422 { print(try answer.decode(Problem.self).message) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - decoder: The decoder, or `nil` for the session's.
    /// - Throws: ``error`` if there is no body, and otherwise an error of kind ``RequestError/Kind/decoding`` or
    ///   ``RequestError/Kind/noBody``.
    public func decode<Model: Decodable & Sendable>(
        _ type: Model.Type = Model.self, decoder: JSONDecoder? = nil
    ) throws(RequestError) -> Model {
        if let error, data == nil { throw error }
        return try noBody.decode(type, decoder: decoder ?? self.decoder)
    }

    private var noBody: RequestError {
        let cause = ResponseSerializationError.noObject(response: response, data: data)
        return RequestError(wrapping: cause, request: request, response: response, data: data)
    }
}

extension Answer: Sendable where Output: Sendable {}

extension Answer: CustomStringConvertible, CustomReflectable {
    /// The method, the URL without secrets, the status, the length of the body and the error.
    public var description: String {
        let url = request?.url.map(RequestError.text(of:)) ?? "no request"
        let parts = [
            "\(request?.httpMethod ?? "GET") \(url)", statusCode.map { "\($0)" }, data.map { "\($0.count) bytes" },
            error.map { $0.localizedDescription },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// A mirror with ``description`` as its only child, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
