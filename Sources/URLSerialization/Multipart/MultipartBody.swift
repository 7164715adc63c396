/// A finished multipart form: its content, its length, and whether it can be sent again.
///
/// ```swift
/// if let body = request.multipartBody {
///     print(body.contentLength, body.isRepeatable)
/// }
/// ```
///
/// ``makeStream()``, ``data()`` and ``write(to:progress:)`` either write exactly ``contentLength`` bytes or fail.
public struct MultipartBody: Sendable {
    /// The text that separates the parts.
    public let boundary: MultipartBoundary
    /// The form as a body: boundaries, headers and the parts' content.
    package let content: HTTPBody

    /// The body's length in bytes, as `Content-Length` states it.
    public var contentLength: Int64 { content.contentLength }

    /// `multipart/form-data` with the boundary, for `Content-Type`.
    public var contentType: String { boundary.contentType }

    /// Whether the body can be sent again. It is false if a part is a stream that was appended with `mayBlock: false`.
    public var isRepeatable: Bool { content.isRepeatable }

    /// The error of the latest stream of this body or of a copy of it; `nil` if there is none.
    ///
    /// ```swift
    /// print(task.originalRequest?.multipartBody?.streamError ?? error)
    /// ```
    public var streamError: RequestSerializationError? { content.streamError }

    /// Returns a stream of the body, at its start.
    ///
    /// For `URLSession`'s `needNewBodyStream` use ``MultipartBodyStream/init(_:)``, whose stream fails only when it is
    /// opened. Without a stream, URLSession on Linux waits for its timeout.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/sourceConsumed``, naming a
    ///   part that can be read only once and was read before.
    public func makeStream() throws(RequestSerializationError) -> MultipartBodyStream {
        try content.checkReadable()
        return MultipartBodyStream(self)
    }

    /// Returns the whole body in memory.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    public func data() throws(RequestSerializationError) -> Data { try content.data() }
}

/// The stream of a multipart body in a request (`AFMultipartBodyStream`).
///
/// ```swift
/// func urlSession(_ session: URLSession, task: URLSessionTask, needNewBodyStream completion: (InputStream?) -> Void) {
///     completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
/// }
/// ```
///
/// To send a request while a copy of it is being sent, set the copy's `multipartBody` to itself, which makes a separate
/// stream for the copy.
public final class MultipartBodyStream: HTTPBodyStream {
    /// The form that is streamed, which `URLRequest.multipartBody` returns.
    public let body: MultipartBody

    /// Creates a stream of the body, at its start.
    public init(_ body: MultipartBody) {
        self.body = body
        super.init(body.content)
    }

    /// Returns a stream of the same body, at its start.
    public override func copy(with zone: NSZone? = nil) -> Any { MultipartBodyStream(body) }
}

extension MultipartBody {
    /// Writes the body to a file, for an upload in the background or through a URLSession that cannot stream.
    ///
    /// The body is written to a file next to `file`, which then takes its place and its permissions. If writing fails
    /// or is cancelled, the old file stays as it was. The memory used does not depend on the length.
    ///
    /// - Parameters:
    ///   - file: The URL of a file, which is replaced if it exists; a symbolic link is followed. It must not be a file
    ///     that the form contains.
    ///   - observer: Called on the writing thread after each chunk with the bytes written so far and the body's length.
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length,
    ///   or with code ``RequestSerializationError/Code/unwritableFile``; `CancellationError` if the task is cancelled.
    public func write(
        to file: URL, progress observer: (@Sendable (_ written: Int64, _ length: Int64) -> Void)? = nil
    ) async throws {
        let progress = Progress(totalUnitCount: contentLength)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                write(to: file, progress, observer) { continuation.resume(with: $0) }
            }
        } onCancel: {
            progress.cancel()
        }
    }

    /// Writes the body to a file and then calls a closure.
    ///
    /// - Parameters:
    ///   - file: The URL of a file, which is replaced if it exists; a symbolic link is followed.
    ///   - queue: The queue on which `completion` is called; AFNetworking uses the main queue.
    ///   - observer: Called on the writing thread after each chunk with the bytes written so far and the body's length.
    ///   - completion: Called once, with the error that the `async` method throws, if any.
    /// - Returns: The progress in bytes, which can also cancel the writing.
    @discardableResult
    public func write(
        to file: URL, queue: DispatchQueue = .main,
        progress observer: (@Sendable (_ written: Int64, _ length: Int64) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: contentLength)
        write(to: file, progress, observer) { result in queue.async { completion(result) } }
        return progress
    }

    /// Writes the body on a new thread, on which it then calls `completion`.
    private func write(
        to file: URL, _ progress: Progress, _ observer: (@Sendable (_ written: Int64, _ length: Int64) -> Void)?,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        Thread.detachNewThread {
            completion(Result { try content.write(to: file, progress: progress, observer) })
        }
    }
}

extension URLRequest {
    /// Writes the multipart body to a file and returns the request without its body stream and length, which URLSession
    /// takes from the file (`requestWithMultipartFormRequest:writingStreamContentsToFile:completionHandler:`).
    ///
    /// ```swift
    /// let upload = try await request.writingMultipartBody(to: file)
    /// let (data, response) = try await URLSession.shared.upload(for: upload, fromFile: file)
    /// ```
    ///
    /// - Throws: The errors of ``MultipartBody/write(to:progress:)``, and ``RequestSerializationError`` with code
    ///   ``RequestSerializationError/Code/noMultipartBody``.
    public func writingMultipartBody(
        to file: URL, progress observer: (@Sendable (_ written: Int64, _ length: Int64) -> Void)? = nil
    ) async throws -> URLRequest {
        let (body, request) = try takingMultipartBody()
        try await body.write(to: file, progress: observer)
        return request
    }

    /// Writes the multipart body to a file, and then calls a closure with the request without its body stream.
    ///
    /// - Parameters:
    ///   - file: The URL of a file, which is replaced if it exists; a symbolic link is followed.
    ///   - queue: The queue on which `completion` is called; AFNetworking uses the main queue.
    ///   - observer: Called on the writing thread after each chunk with the bytes written so far and the body's length.
    ///   - completion: Called once, with the request or with the error that the `async` method throws.
    /// - Returns: The progress in bytes, which can also cancel the writing.
    @discardableResult
    public func writingMultipartBody(
        to file: URL, queue: DispatchQueue = .main,
        progress observer: (@Sendable (_ written: Int64, _ length: Int64) -> Void)? = nil,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) -> Progress {
        do {
            let (body, request) = try takingMultipartBody()
            return body.write(to: file, queue: queue, progress: observer) { result in
                completion(result.map { request })
            }
        } catch {
            queue.async { completion(.failure(error)) }
            return Progress(totalUnitCount: 0)
        }
    }

    private func takingMultipartBody() throws -> (MultipartBody, URLRequest) {
        guard let multipartBody else {
            throw RequestSerializationError(
                .noMultipartBody, field: "httpBodyStream",
                reason: "The request has no multipart form to write. Make it by multipartRequest, with a part.")
        }
        var request = mutableCopy
        request.multipartBody = nil
        return (multipartBody, request)
    }
}

extension URLRequest {
    /// The multipart form in the request's body, or `nil` if the body is not one.
    ///
    /// Setting it replaces `httpBodyStream`, `Content-Type` and `Content-Length`. On Linux it also sets
    /// `Transfer-Encoding` and `Expect` to a single space: they are not sent, and make URLSession send `Content-Length`
    /// instead of chunks, and the body without waiting.
    ///
    /// Setting `nil` removes the stream of such a form and all these fields except `Content-Type`. This is useful for
    /// an upload from a file, whose length URLSession knows, and for a redirect that is followed with a GET.
    ///
    /// Copies of a request share its stream, and two that are sent at the same time would each get a part of its bytes.
    /// To send a request again while it is being sent, set the body of the second to itself, which makes a separate
    /// stream:
    ///
    /// ```swift
    /// var second = request
    /// second.multipartBody = request.multipartBody
    /// ```
    public var multipartBody: MultipartBody? {
        get { (httpBodyStream as? MultipartBodyStream)?.body }
        set {
            guard let newValue else {
                if httpBodyStream is HTTPBodyStream { httpBodyStream = nil }
                setValue(nil, forHTTPHeaderField: "Content-Length")
                return removeStreamFields()
            }
            setValue(newValue.contentType, forHTTPHeaderField: "Content-Type")
            setStream(MultipartBodyStream(newValue))
        }
    }
}
