/// A request whose answer goes to a file (`DownloadRequest` of Alamofire 4).
///
/// The file is written in the temporary directory, where only the current user can open it. Once the response is
/// validated the file is moved to its destination. Without a destination it is removed when the request is released.
public final class DownloadRequest: Request, ReceivingRequest, @unchecked Sendable {
    let file: PartialFile

    init(
        _ made: Result<URLRequest, any Error>, resuming partial: ResumeData? = nil,
        to destination: DownloadDestination?, session: Session
    ) {
        file = PartialFile(resuming: partial)
        super.init(made, body: nil, sink: file, session: session)
        record.withLock { $0.settings.destination = destination }
    }

    /// The URL of the received file, or `nil` before the request ends and if the body is incomplete.
    ///
    /// The file is at its destination. Without a destination, or after a failed validation, it is a temporary file that
    /// is removed when the request is released.
    public var fileURL: URL? { isFinished ? answeredFile : nil }

    /// The same as ``fileURL``, for code that is generic over ``ReceivingRequest``.
    public var received: URL? { fileURL }

    /// The progress of receiving the file as a sequence (``Request/downloadProgress(bufferingPolicy:)``).
    public var progress: AsyncStream<Progress> { downloadProgress() }

    /// The data with which `Session.download(resumingWith:headers:to:)` resumes a cancelled or failed download, or
    /// `nil` if it cannot be resumed or no bytes were received.
    ///
    /// A download can be resumed if the server identifies the file, by a strong `ETag` or by `Last-Modified` (RFC 9110,
    /// section 13.1.5), and sends it uncompressed. If the file has changed on the server, or the server answers with a
    /// part of another file, the download starts over.
    ///
    /// Once you have read the property, the received part stays in the temporary directory even after the request is
    /// released, until you use the data or pass it to ``discardResumeData(_:)``. The data contains neither headers with
    /// secrets nor the URL's user and password.
    public var resumeData: Data? {
        // For the request as it was made: a redirection's target may be temporary, or of another origin.
        isFinished && error != nil ? partialData : nil
    }

    /// The data that resumes the download after an attempt that failed.
    package var partialData: Data? { record.withLock { $0.original }.flatMap { file.handOver(for: $0) } }

    /// The file of the answer, before the request ends.
    package var answeredFile: URL? { record.withLock { $0.machine.isAnswered } ? file.url : nil }

    /// Sets the destination of the file. Call it before the request starts.
    package func place(at destination: @escaping DownloadDestination) {
        record.withLock { $0.settings.destination = destination }
    }

    /// Cancels the request and produces its resume data.
    ///
    /// - Parameter handler: Called once with ``resumeData``, on the request's own queue, after the completion handlers
    ///   added before it, even if the request has already ended.
    @discardableResult
    public func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) -> Self {
        // Added before the request can end, so that tasks that wait for its end continue afterwards.
        whenFinished { [self] in handler(resumeData) }
        return cancel()
    }

    /// Removes the received part of a download that will not be resumed.
    public static func discardResumeData(_ data: Data) { (try? ResumeData(data))?.removeFile() }

    /// Adds a closure that validates the response and the received file before the file is placed. If it throws an
    /// error, the request fails with that error.
    ///
    /// The closure runs on the request's own queue, after the validations of the response. The retriers decide about
    /// its error, and a retry downloads the file from its beginning. A closure that is added after the file has been
    /// placed fails the request only for handlers added after it, and the file stays at its destination.
    @discardableResult
    public func validateFile(
        _ validation: @escaping @Sendable (_ response: HTTPURLResponse, _ file: URL) throws -> Void
    ) -> Self {
        add(to: \.fileValidations) { [file] _, response, _ in
            guard let url = file.url else { return }
            do {
                try validation(response, url)
            } catch {
                // The bytes of a file that is refused are not worth resuming.
                file.invalidate()
                throw error
            }
        }
        return self
    }

    // MARK: - For the base class

    override var download: DownloadRequest? { self }

    override func readBody() throws -> Data? {
        try answeredFile.map { try Data(contentsOf: $0, options: .mappedIfSafe) }
    }

    /// Moves the file to its destination, once it is validated. Called on the request's own queue.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/file``.
    func place(at destination: DownloadDestination, _ leg: Int) throws {
        guard let temporary = file.url else { return }
        guard let response else {
            throw RequestError(
                .noResponse, url: original?.url,
                reason: "The answer is not an HTTP response, so it has no destination. Download it without one.")
        }
        handle(.placing, of: leg)
        guard record.withLock({ $0.machine.isPlacing }) else { return }
        let (url, options) = destination(temporary, response)
        guard url != temporary else { return }
        try file.move(
            to: url,
            options: options.contains(.requiresDirectory) ? options : options.union(.createIntermediateDirectories))
    }

    /// Returns the file's bytes when the request has ended, mapped into memory where that is possible.
    ///
    /// - Throws: The errors of ``file()``, and one of kind ``RequestError/Kind/file`` if the file cannot be read.
    public func data() async throws(RequestError) -> Data {
        _ = try await acceptedAnswer()
        do {
            return try readBody() ?? Data()
        } catch {
            throw RequestError(
                .file, url: fileURL, reason: "The file cannot be read: \(error.localizedDescription)",
                underlyingError: error)
        }
    }

    /// Returns the URL of the file when the request has ended.
    ///
    /// ```swift
    /// let map = try await session.download("https://example.com/map.pdf").file()
    /// ```
    ///
    /// If the download has no destination, the caller must remove the file.
    ///
    /// - Throws: The request's error, also for a status that is not from 200 to 299, unless `validate(statusCode:)`
    ///   accepts it. The file of such a response is not placed, and the error has its first 64 KiB.
    public func file() async throws(RequestError) -> URL {
        guard let url = try await acceptedAnswer().fileURL else {
            throw RequestError(.noResponse, url: request?.url, reason: "The transfer left no file.")
        }
        file.release()
        return url
    }
}
