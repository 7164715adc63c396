extension MultipartBody {
    /// A body that is one file, as it is: read while it is sent, and bound to its length, like a form's part.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unusableFile``.
    package static func file(_ url: URL) throws(RequestSerializationError) -> MultipartBody {
        let file: FileSource
        do throws(PartFault) {
            file = try FileSource(url)
        } catch {
            throw error.error(in: nil)
        }
        return try source(file)
    }

    /// A body that is one stream, as it is, which can be sent once. The stream must not be used by anyone else.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidPartLength``.
    package static func stream(_ stream: InputStream, length: Int64) throws(RequestSerializationError) -> MultipartBody
    {
        guard length >= 0 else {
            throw RequestSerializationError(
                .invalidPartLength, field: "Content-Length",
                reason: "A body cannot be \(length) bytes long. Give the stream's true length.")
        }
        return try source(StreamSource(stream, length: length))
    }

    private static func source(_ source: some PartSource) throws(RequestSerializationError) -> MultipartBody {
        try MultipartBody(boundary: MultipartBoundary(), segments: [.source(source, part: nil)], throttle: nil)
    }
}
