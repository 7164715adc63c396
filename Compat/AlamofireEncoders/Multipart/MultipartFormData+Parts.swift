import URLSerialization

extension MultipartFormData {
    /// Appends data, as a form field or as a file.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server; `nil` for none.
    ///   - mimeType: The part's `Content-Type`; `nil` for none.
    public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        append(.data(data), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// Appends a file with its own name and the media type of its extension. A name without an extension is a failure.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a regular file that can be read now and when the form is encoded.
    ///   - name: The field's name.
    public func append(_ fileURL: URL, withName name: String) {
        let (fileName, fileExtension) = (fileURL.lastPathComponent, fileURL.pathExtension)
        guard !fileName.isEmpty, !fileExtension.isEmpty else { return fail(.bodyPartFilenameInvalid(in: fileURL)) }
        append(fileURL, withName: name, fileName: fileName, mimeType: MediaType.forFileExtension(fileExtension))
    }

    /// Appends a file with the given file name and media type.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a regular file that can be read now and when the form is encoded.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mimeType: The part's `Content-Type`.
    public func append(_ fileURL: URL, withName name: String, fileName: String, mimeType: String) {
        guard fileURL.isFileURL else { return fail(.bodyPartURLInvalid(url: fileURL)) }
        append(.file(fileURL), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// Appends the content of a stream as a file. The stream is read once, when the form is encoded.
    ///
    /// - Parameters:
    ///   - stream: The stream. Do not use it afterwards.
    ///   - length: The stream's length in bytes, at most 2⁶³ − 1.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mimeType: The part's `Content-Type`.
    public func append(
        _ stream: InputStream, withLength length: UInt64, name: String, fileName: String, mimeType: String
    ) {
        guard let stream = lent(stream, length: length, part: name) else { return }
        append(stream, name: name, fileName: fileName, mimeType: mimeType)
    }

    /// Appends the content of a stream with custom headers. The stream is read once, when the form is encoded.
    ///
    /// - Parameters:
    ///   - stream: The stream. Do not use it afterwards.
    ///   - length: The stream's length in bytes, at most 2⁶³ − 1.
    ///   - headers: The part's headers, written in their order and without escaping. One with control characters is a
    ///     failure.
    public func append(_ stream: InputStream, withLength length: UInt64, headers: HTTPHeaders) {
        let part = headers["Content-Disposition"] ?? ""
        if let stream = lent(stream, length: length, part: part) { append(stream, part: part) { headers } }
    }

    /// Returns a stream as the content of a part, or `nil` after keeping the failure.
    private func lent(_ stream: InputStream, length: UInt64, part: String) -> PartContent? {
        if let length = Int64(exactly: length) { return .stream(LentStream(stream, length: length)) }
        let error = RequestSerializationError(
            .invalidPartLength, part: part,
            reason: "A stream cannot be sent with the length \(length). Give its true length in bytes.")
        fail(.outputStreamWriteFailed(error: error))
        return nil
    }

    private func append(_ content: PartContent, name: String, fileName: String?, mimeType: String?) {
        append(content, part: name) { () throws(RequestSerializationError) in
            var headers: HTTPHeaders = [.contentDisposition(try PartHead.disposition(name: name, fileName: fileName))]
            if let mimeType { headers.add(.contentType(mimeType)) }
            return headers
        }
    }
}
