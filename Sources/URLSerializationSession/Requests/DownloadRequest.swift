/// A request whose answer goes to a file (`DownloadRequest` of Alamofire 4).
///
/// The module writes the file itself, in the temporary directory, open to nobody else. When the response has been
/// found acceptable the file is moved to its destination. Without one it stays where it is until the request is released.
public final class DownloadRequest: Request, @unchecked Sendable {
    let file: PartialFile
    private let destination: DownloadDestination?
    private let placed = Locked<URL?>(nil)

    init(
        _ made: Result<URLRequest, any Error>, resuming partial: ResumeData? = nil,
        to destination: DownloadDestination?,
        host: any RequestHost
    ) {
        self.destination = destination
        file = PartialFile(resuming: partial)
        let body = (try? made.get()).map { RequestBody(of: $0) } ?? .inRequest
        super.init(made, body: body, sink: file, host: host)
    }

    /// Where the received body is: at its destination, or without one, or where a validation has refused it, in a
    /// temporary file that goes with the request. Nil before the end, and where the body did not come whole.
    public var fileURL: URL? {
        guard record.value.isAnswered else { return nil }
        return placed.value ?? file.url
    }

    /// What it takes to go on with a download that was cancelled or failed, with
    /// ``Session/download(resumingWith:headers:to:)``; nil if the server does not let it, or there is nothing yet.
    ///
    /// A server lets it that says how to recognize the file, by a strong `ETag` or by `Last-Modified` (RFC 9110, section
    /// 13.1.5), and has not compressed it. If the file has changed there, or the server answers with a part of another,
    /// the download begins anew.
    ///
    /// Asking for it leaves the part that was received in the temporary directory when the request is released, until
    /// the data is used or given to ``discardResumeData(_:)``. Neither headers with secrets nor
    /// the URL's user and password are in it.
    public var resumeData: Data? {
        // The request as it was made: where a redirection led may not be for its secrets, nor for long.
        guard isFinished, error != nil, let original else { return nil }
        return file.handOver(for: original)
    }

    /// Ends the request, and gives what it takes to go on with it, nil if it cannot be gone on with.
    ///
    /// - Parameter handler: Called once, on a queue of the request's own, after the completion handlers that were added
    ///   before; also if the request had ended.
    @discardableResult
    public func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) -> Self {
        cancel()
        whenFinished { [self] in handler(resumeData) }
        return self
    }

    /// Removes what is left of a download that nobody will go on with.
    public static func discardResumeData(_ data: Data) {
        (try? ResumeData(data))?.removeFile()
    }

    /// Where the body is while it comes.
    package var temporaryURL: URL? { file.url }

    override var needsValidation: Bool {
        super.needsValidation || destination != nil || !record.value.fileValidations.isEmpty
    }

    /// Has a closure look at the response and the received file before the file is placed; what it throws is the
    /// request's error.
    ///
    /// It runs after the validations of the response, on a queue of the request's own. Added after the end, it is not
    /// called.
    @discardableResult
    public func validateFile(
        _ validation: @escaping @Sendable (_ response: HTTPURLResponse, _ file: URL) throws -> Void
    ) -> Self {
        record.withLock { if !$0.isFinished { $0.fileValidations.append(validation) } }
        return self
    }

    /// - Throws: ``SessionError`` with code ``SessionError/Code/unusableDestination``.
    override func place() throws {
        let validations = record.value.fileValidations
        if let file = file.url, let response { for validation in validations { try validation(response, file) } }
        guard let destination, let temporary = file.url else { return }
        guard let response else {
            throw SessionError(
                .noResponse, url: original?.url,
                reason: "What came is no answer of an HTTP server, and has no destination. Download it without one.")
        }
        let isWanted = record.withLock { record in
            record.isPlacing = record.state != .cancelled
            return record.isPlacing
        }
        guard isWanted else { return }
        let (url, options) = destination(temporary, response)
        guard url != temporary else { return }
        try DownloadPlacement.place(
            temporary, at: url,
            options: options.contains(.requiresDirectory) ? options : options.union(.createIntermediateDirectories))
        file.hasMoved()
        placed.withLock { $0 = url }
    }
}

/// What a ``DownloadRequest`` is made of.
public enum Downloadable: Sendable {
    /// A request.
    case request(URLRequest)
    /// What ``DownloadRequest/resumeData`` gave: the request again, for what is not there yet.
    case resumeData(Data)
}
