/// The result of a download: its answer, its file, and the value that a serializer decoded (`DownloadResponse` of
/// Alamofire 4).
public struct DownloadResponse<Output> {
    /// The request as it was sent last, or `nil` if it could not be built.
    public let request: URLRequest?
    /// The response, or `nil` if none was received.
    public let response: HTTPURLResponse?
    /// The URL of the received file, or `nil` where the body is incomplete.
    ///
    /// The file is at its destination. Without one it is a temporary file that is removed with the request and the last
    /// copy of this response.
    public let fileURL: URL?
    /// The value that the serializer decoded, which can accompany an error, or `nil` where it had nothing to decode.
    public let value: Output?
    /// The error of the transfer, of a validation, of placing the file or of the serializer, or `nil` for none.
    public let error: (any Error)?
    /// The duration of the request in seconds.
    public let duration: TimeInterval
    private let download: DownloadRequest

    init(_ download: DownloadRequest, value: Output?, error: (any Error)?) {
        request = download.request
        response = download.response
        fileURL = download.fileURL
        duration = download.duration ?? 0
        self.value = value
        self.error = error
        self.download = download
    }

    /// The data with which a cancelled or failed download is resumed, as ``DownloadRequest/resumeData``.
    public var resumeData: Data? { download.resumeData }

    /// Returns the value, or throws the error.
    ///
    /// - Throws: ``error``, or `ResponseSerializationError` of kind `noObject` if there is neither a value nor an
    ///   error.
    public func get() throws -> Output {
        if let error { throw error }
        guard let value else { throw ResponseSerializationError.noObject(response: response, data: nil) }
        return value
    }

    /// The outcome of ``get()``.
    public var result: Result<Output, any Error> { Result { try get() } }
}

extension DownloadResponse: Sendable where Output: Sendable {}
