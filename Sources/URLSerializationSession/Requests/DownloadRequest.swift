/// A request whose answer goes to a file (`DownloadRequest` of Alamofire 4).
///
/// The file is written in the temporary directory, where only the current user can open it. Once the response is
/// validated the file is moved to its destination. Without a destination it is removed when the request is released.
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

    /// The URL of the received file, or `nil` before the end and where the body is incomplete.
    ///
    /// The file is at its destination. Without one, or after a validation that failed, it is a temporary file that is
    /// removed with the request.
    public var fileURL: URL? {
        guard record.value.isAnswered else { return nil }
        return placed.value ?? file.url
    }

    /// The data with which `Session.download(resumingWith:headers:to:)` resumes a cancelled or failed download, or
    /// `nil` if it cannot be resumed or no bytes were received.
    ///
    /// A download can be resumed if the server identifies the file, by a strong `ETag` or by `Last-Modified` (RFC 9110,
    /// section 13.1.5), and sends it uncompressed. If the file has changed on the server, or the server answers with a
    /// part of another file, the download starts over.
    ///
    /// After the property has been read the received part stays in the temporary directory when the request is
    /// released, until the data is used or passed to ``discardResumeData(_:)``. The data contains neither headers with
    /// secrets nor the URL's user and password.
    public var resumeData: Data? {
        // For the request as it was made: a redirection's target may be temporary, or of another origin.
        guard isFinished, error != nil, let original else { return nil }
        return file.handOver(for: original)
    }

    /// Cancels the request and produces its resume data.
    ///
    /// - Parameter handler: Called once with ``resumeData``, on the request's own queue, after the completion handlers
    ///   that were added before; also if the request had ended.
    @discardableResult
    public func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) -> Self {
        cancel()
        whenFinished { [self] in handler(resumeData) }
        return self
    }

    /// Removes the received part of a download that will not be resumed.
    public static func discardResumeData(_ data: Data) {
        (try? ResumeData(data))?.removeFile()
    }

    /// The URL of the temporary file, or `nil` before it is created and once it has been moved.
    package var temporaryURL: URL? { file.url }

    override var needsValidation: Bool {
        super.needsValidation || destination != nil || !record.value.fileValidations.isEmpty
    }

    /// Adds a closure that validates the response and the received file before the file is placed. An error that it
    /// throws is the request's.
    ///
    /// It runs after the validations of the response, on the request's own queue, and the retriers are asked about its
    /// error: the file is then downloaded from its beginning. A closure that is added when the file is placed fails the
    /// request for handlers that are added after it, and the file stays at its destination.
    @discardableResult
    public func validateFile(
        _ validation: @escaping @Sendable (_ response: HTTPURLResponse, _ file: URL) throws -> Void
    ) -> Self {
        record.withLock { record in
            record.fileValidations.append(validation)
            if record.isFinished { callbacks.async { self.validateFileLate() } }
        }
        return self
    }

    override func validateFile() throws {
        let validations = record.withLock { record in
            record.validatedFileCount = record.fileValidations.count
            return record.fileValidations
        }
        guard let url = file.url, let response else { return }
        do {
            for validation in validations { try validation(response, url) }
        } catch {
            // Its bytes are not worth resuming.
            file.invalidate()
            throw error
        }
    }

    override func validateFileLate() {
        let record = record.withLock { record in
            defer { record.validatedFileCount = record.fileValidations.count }
            return record
        }
        guard record.isAnswered, record.error == nil, let response = record.response, let url = fileURL else { return }
        do {
            for validation in record.fileValidations.dropFirst(record.validatedFileCount) {
                try validation(response, url)
            }
        } catch {
            self.record.withLock { $0.error = error }
        }
    }

    /// Moves the file to its destination.
    ///
    /// - Throws: ``SessionError`` with a code of placing.
    override func place() throws {
        guard let destination, let temporary = file.url else { return }
        guard let response else {
            throw SessionError(
                .noResponse, url: original?.url,
                reason: "The answer is not an HTTP response, so it has no destination. Download it without one.")
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
        file.didMove()
        placed.withLock { $0 = url }
    }
}

/// The source of a ``DownloadRequest``.
public enum Downloadable: Sendable {
    /// A request.
    case request(URLRequest)
    /// The value of ``DownloadRequest/resumeData``, which resumes a download.
    case resumeData(Data)
}
