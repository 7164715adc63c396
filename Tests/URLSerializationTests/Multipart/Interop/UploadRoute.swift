import URLSerialization

/// A way to send a multipart request.
enum UploadRoute: CaseIterable, Sendable {
    /// A data task that reads the request's stream.
    case stream
    /// An upload task that asks for a stream.
    case newStream
    /// The body written to a file, and an upload task that reads the file.
    case file

    func upload(_ request: URLRequest) async throws -> (Data, URLResponse) {
        var request = request
        request.timeoutInterval = 600
        switch self {
        case .stream:
            return try await URLSession.shared.data(for: request)
        case .newStream:
            return try await StreamedUpload.upload(request)
        case .file:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            let upload = try await request.writingMultipartBody(to: file)
            return try await URLSession.shared.upload(for: upload, fromFile: file)
        }
    }
}

/// An upload task whose delegate makes the stream from the request's form.
///
/// The session calls its delegate on a serial queue, where all of the state is used.
private final class StreamedUpload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let continuation: CheckedContinuation<(Data, URLResponse), any Error>
    private var data = Data()

    private init(_ continuation: CheckedContinuation<(Data, URLResponse), any Error>) {
        self.continuation = continuation
    }

    static func upload(_ request: URLRequest) async throws -> (Data, URLResponse) {
        try await withCheckedThrowingContinuation { continuation in
            let session = URLSession(
                configuration: .ephemeral, delegate: StreamedUpload(continuation), delegateQueue: nil)
            session.uploadTask(withStreamedRequest: request).resume()
            session.finishTasksAndInvalidate()
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self.data.append(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let response = task.response, error == nil {
            continuation.resume(returning: (data, response))
        } else {
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
    }
}
