import URLSerialization

/// The file that a request's body stream is written to on a separate thread.
struct BodyStreamFile {
    private let url: URL
    private static let bufferSize = 64 * 1024

    init(_ url: URL) {
        self.url = url
    }

    /// Writes the body stream, and then calls the handler on the main queue.
    func write(_ request: URLRequest, completion: (((any Error)?) -> Void)?) {
        // The handler is called once on the main queue, as in AFNetworking.
        let completion = UncheckedSendable(completion)
        let finish = { @Sendable (result: Result<Void, any Error>) -> Void in
            switch result {
            case .success: completion.value?(nil)
            case .failure(let error): completion.value?(NSError.bridging(error))
            }
        }
        if let body = request.multipartBody {
            body.write(to: url, completion: finish)
            return
        }
        // From now on only the thread uses the stream; AFNetworking requires the same of its callers.
        let stream = UncheckedSendable(request.httpBodyStream)
        Thread.detachNewThread {
            let result = Result { try copy(stream.value) }
            DispatchQueue.main.async { finish(result) }
        }
    }

    private func copy(_ stream: InputStream?) throws {
        guard let stream else {
            throw RequestSerializationError(
                .noMultipartBody, field: "httpBodyStream",
                reason: "The request has no body stream to write. Make it by multipartFormRequest, with a part.")
        }
        let replacement = try FileReplacement(of: url)
        stream.open()
        defer { stream.close() }
        try replacement.write(bufferSize: Self.bufferSize) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            let count = stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
            guard (0...buffer.count).contains(count) else { throw Self.unreadable(stream) }
            return count
        }
    }

    private static func unreadable(_ stream: InputStream) -> RequestSerializationError {
        RequestSerializationError(
            .unreadableSource, field: "httpBodyStream",
            reason: "The body stream cannot be read. Make the request anew.",
            underlyingError: stream.reportedFailure)
    }
}
