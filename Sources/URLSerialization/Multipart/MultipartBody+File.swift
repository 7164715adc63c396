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
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result { try BodyFile(file, body: content, progress: progress).write(observer) })
                }
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
        progress.isCancellable = true
        Thread.detachNewThread {
            let result = Result { try BodyFile(file, body: content, progress: progress).write(observer) }
            queue.async { completion(result) }
        }
        return progress
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
        try await requiredMultipartBody.write(to: file, progress: observer)
        return withoutMultipartBody
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
        let request = withoutMultipartBody
        do {
            return try requiredMultipartBody.write(to: file, queue: queue, progress: observer) { result in
                completion(result.map { request })
            }
        } catch {
            queue.async { completion(.failure(error)) }
            return Progress(totalUnitCount: 0)
        }
    }

    private var withoutMultipartBody: URLRequest {
        var request = mutableCopy
        request.multipartBody = nil
        return request
    }

    private var requiredMultipartBody: MultipartBody {
        get throws {
            if let multipartBody { return multipartBody }
            throw RequestSerializationError(
                .noMultipartBody, field: "httpBodyStream",
                reason: "The request has no multipart form to write. Make it by multipartRequest, with a part.")
        }
    }
}
