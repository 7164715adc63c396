import URLSerializationSession

/// A request that writes the body of its response to a file.
///
/// The file is moved to its destination as soon as it is complete, before it is validated. It stays there if a
/// validation fails.
public final class DownloadRequest: Request, RespondingRequest, @unchecked Sendable {
    /// The options of moving a downloaded file.
    public struct Options: OptionSet, Sendable {
        /// Creates the directories above the destination.
        public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
        /// Replaces an existing file at the destination.
        public static let removePreviousFile = Options(rawValue: 1 << 1)

        /// The options' bits: 1 creates directories, and 2 replaces an existing file.
        public let rawValue: Int

        /// Creates options from the bits in ``rawValue``.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// A closure that returns the place of a downloaded file.
    public typealias Destination =
        @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)

    /// The source of a download: a new request, or an earlier download's resume data.
    public enum Downloadable: Sendable {
        /// A request, whose file is downloaded from the beginning.
        case request(any URLRequestConvertible)
        /// The ``DownloadRequest/resumeData`` of a download that was cancelled or failed.
        case resumeData(Data)
    }

    /// Returns a destination in one of the user's directories, with the name that the response suggests, made safe.
    public class func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            let folder = FileManager.default.urls(for: directory, in: domain).first
            let name = SuggestedDestination.name(for: response)
            return (folder?.appendingPathComponent(name, isDirectory: false) ?? temporaryURL, options)
        }
    }

    /// The place of a download without a destination: the temporary directory, where the file stays.
    private static let unnamed: Destination = { url, _ in
        (url.deletingLastPathComponent().appendingPathComponent("Alamofire_\(url.lastPathComponent)"), [])
    }

    /// The request or the resume data with which the download was created.
    public let downloadable: Downloadable
    private let destination: Destination?

    init(_ downloadable: Downloadable, _ session: Session, _ options: RequestOptions, _ destination: Destination?) {
        self.downloadable = downloadable
        self.destination = destination
        let (source, core): ((any URLRequestConvertible)?, Carrier) =
            switch downloadable {
            case .request(let made): (made, session.engine.unmadeDownload())
            case .resumeData(let data): (nil, session.engine.remainder(of: data))
            }
        super.init(source, core, session, options)
        download?.place { [weak self] in self?.place($0, $1) ?? ($0, []) }
    }

    /// The URL of the moved file, or `nil` before the end and after a failure.
    public var fileURL: URL? { received.fileURL }

    /// The same as ``fileURL``, for the methods that are also those of data requests.
    public var _body: URL? { fileURL }

    /// The data for resuming a cancelled or failed download, or `nil` if it cannot be resumed.
    ///
    /// It is URLSerializationSession's own: URLSession cannot use it. The received part stays in the temporary
    /// directory until the data is used.
    public var resumeData: Data? { received.resumeData }

    /// Ends the request, with resume data or without.
    @discardableResult
    public func cancel(producingResumeData shouldProduceResumeData: Bool) -> Self {
        shouldProduceResumeData ? cancel(byProducingResumeData: { _ in }) : cancel()
    }

    /// Ends the request, and calls a closure with its resume data, or with `nil` if it cannot be resumed.
    @discardableResult
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (_ data: Data?) -> Void) -> Self {
        // Added before the attempt can end, so that it is called before the answer's handler.
        set { $0.producesResumeData = true }.whenFinished { [self] in completionHandler(resumeData) }.cancel()
    }

    // MARK: - For the base class

    override func makeTask(_ attempt: AttemptWork) -> URLSessionTask { RequestDownloadTask(attempt) }

    override func didReceive() {
        guard let url = download?.answeredFile else { return }
        let (task, move) = (lastTask, record.withLock { $0.move })
        set { $0.fileURL = url }
        if let task { notify { $0.request($1, didFinishDownloadingUsing: task, with: .success(url)) } }
        notify(of: task as? URLSessionDownloadTask) {
            $0.urlSession($1, downloadTask: $2, didFinishDownloadingTo: move?.source ?? url)
        }
    }

    override func didFail(_ error: RequestError, _ task: URLSessionTask) {
        let (move, producesResumeData) = record.withLock { ($0.move, $0.producesResumeData) }
        if let move, error.placing != nil {
            let error = AFError.downloadedFileMoveFailed(
                error: error.asFoundationError, source: move.source, destination: move.destination)
            fail(with: error)
            notify { $0.request($1, didFinishDownloadingUsing: task, with: .failure(error)) }
        } else if !isCancelled || producesResumeData {
            let data = download?.partialData
            set { $0.resumeData = data }
        }
    }

    private var download: URLSerializationSession.DownloadRequest? {
        core as? URLSerializationSession.DownloadRequest
    }

    private func place(_ temporaryURL: URL, _ response: HTTPURLResponse) -> (URL, DownloadOptions) {
        let (url, options) = (destination ?? Self.unnamed)(temporaryURL, response)
        set { $0.move = (temporaryURL, url) }.notify { $0.request($1, didCreateDestinationURL: url) }
        var own: DownloadOptions = options.contains(.createIntermediateDirectories) ? [] : .requiresDirectory
        if options.contains(.removePreviousFile) { own.insert(.removePreviousFile) }
        // Others can read the temporary directory.
        if destination == nil { own.insert(.isPrivate) }
        return (url, own)
    }

    override func hasAcceptableContent(_ response: HTTPURLResponse, _ types: [String]) -> ValidationResult {
        guard let fileURL else { return .failure(.dataFileNil) }
        guard let size = try? FileManager.default.attributesOfItem(atPath: fileURL.path)[.size] as? NSNumber else {
            return .failure(.dataFileReadFailed(at: fileURL))
        }
        return size.int64Value == 0 ? .success(()) : super.hasAcceptableContent(response, types)
    }

    override func report(_ result: ValidationResult, of response: HTTPURLResponse) {
        let (request, url) = (request, fileURL)
        notify { $0.request($1, didValidateRequest: request, response: response, fileURL: url, withResult: result) }
    }

    // MARK: - Responses

    /// Calls a closure with the serialized value of the file when the request has ended.
    @discardableResult
    public func response<Serializer: DownloadResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self { respond(on: queue, { [self] in try fileValue(by: responseSerializer) }, completionHandler) }

    func fileValue<Serializer: DownloadResponseSerializerProtocol>(by serializer: Serializer) throws
        -> Serializer.SerializedObject
    { try serializer.serializeDownload(request: request, response: response, fileURL: fileURL, error: error) }

    /// Calls a closure with the file's URL when the request has ended.
    @discardableResult
    public func responseURL(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
    }
}
