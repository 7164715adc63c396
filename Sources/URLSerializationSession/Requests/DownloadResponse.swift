/// What came of a download: its answer, its file, and what a serializer made of that (`DownloadResponse` of Alamofire 4).
public struct DownloadResponse<Output> {
    /// The request as it was sent last; nil if it could not be built.
    public let request: URLRequest?
    /// The response; nil if none came.
    public let response: HTTPURLResponse?
    /// Where the received body is: at its destination, or without one in a temporary file that is removed with the last
    /// copy of this response and of its request. Nil where the body did not come whole.
    public let fileURL: URL?
    /// What the serializer made of the file; also beside an error. Nil where there was nothing to decode.
    public let value: Output?
    /// What was wrong; nil if nothing was.
    public let error: (any Error)?
    /// How long the request took, in seconds.
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

    /// What it takes to go on with a download that failed (``DownloadRequest/resumeData``).
    public var resumeData: Data? { download.resumeData }

    /// The value, or the error.
    ///
    /// - Throws: ``error``; `ResponseSerializationError` of kind `noObject` where there is neither a value nor an error.
    public func get() throws -> Output {
        if let error { throw error }
        guard let value else { throw ResponseSerializationError.noObject(response: response, data: nil) }
        return value
    }

    /// The value, or the error, as ``get()`` has them.
    public var result: Result<Output, any Error> { Result { try get() } }
}

extension DownloadResponse: Sendable where Output: Sendable {}
