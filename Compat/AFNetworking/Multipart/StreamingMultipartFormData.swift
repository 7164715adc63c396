import URLSerialization

/// The form data of a block, over the core's form (`AFStreamingMultipartFormData`).
///
/// A part that cannot be appended is the request's error, unless the method throws it.
final class StreamingMultipartFormData: NSObject, AFMultipartFormData, Sendable {
    private struct Content {
        var form: MultipartForm
        /// The first failure that no method threw.
        var failure: RequestSerializationError?
    }

    private let content: Locked<Content>

    /// Creates form data that continues a form.
    init(_ form: MultipartForm) {
        content = Locked(Content(form: form))
        super.init()
    }

    /// Returns the body, or `nil` if there are no parts.
    ///
    /// - Throws: The first failure that no method threw.
    func finish() throws -> MultipartBody? {
        try content.withLock { content in
            if let failure = content.failure { throw failure }
            return try content.form.makeBody()
        }
    }

    // MARK: - AFMultipartFormData

    func appendPart(withFileURL fileURL: URL, name: String) throws {
        try append { form throws(RequestSerializationError) in try form.append(file: fileURL, name: name) }
    }

    func appendPart(withFileURL fileURL: URL, name: String, fileName: String, mimeType: String) throws {
        try append { form throws(RequestSerializationError) in
            try form.append(file: fileURL, name: name, fileName: fileName, mediaType: mimeType)
        }
    }

    func appendPart(with inputStream: InputStream?, name: String, fileName: String, length: Int64, mimeType: String) {
        let stream = inputStream ?? InputStream(data: Data())
        keepingFailure { form throws(RequestSerializationError) in
            // Not copied first, because the stream may be filled only when the request is sent.
            try form.append(
                stream, length: length, name: name, fileName: fileName, mediaType: mimeType, mayBlock: false)
        }
    }

    func appendPart(withFileData data: Data, name: String, fileName: String, mimeType: String) {
        keepingFailure { form throws(RequestSerializationError) in
            try form.append(data, name: name, fileName: fileName, mediaType: mimeType)
        }
    }

    func appendPart(withForm data: Data, name: String) {
        keepingFailure { form throws(RequestSerializationError) in try form.append(data, name: name) }
    }

    func appendPart(withHeaders headers: [String: String]?, body: Data) {
        keepingFailure { form throws(RequestSerializationError) in
            try form.append(headers: HTTPHeaders(headers ?? [:]), body: body)
        }
    }

    func throttleBandwidth(withPacketSize numberOfBytes: UInt, delay: TimeInterval) {
        keepingFailure { form throws(RequestSerializationError) in
            try form.throttle(packetSize: Int(clamping: numberOfBytes), delay: delay)
        }
    }

    // MARK: - Failures

    private func append(_ body: (inout MultipartForm) throws(RequestSerializationError) -> Void) throws {
        do {
            try content.withLock { try body(&$0.form) }
        } catch {
            throw NSError.bridging(error)
        }
    }

    private func keepingFailure(_ body: (inout MultipartForm) throws(RequestSerializationError) -> Void) {
        content.withLock { content in
            do throws(RequestSerializationError) {
                try body(&content.form)
            } catch {
                if content.failure == nil { content.failure = error }
            }
        }
    }
}
