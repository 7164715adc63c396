extension MultipartForm {
    /// Appends the content of a stream as a file (`appendPartWithInputStream:name:fileName:length:mimeType:`).
    ///
    /// A stream that may block is read to its end now, on this thread, into a private temporary file. A body stream
    /// that waits would hold up every other request on Linux, and a copy can be sent again after a redirect or an
    /// authentication challenge. Copying a large stream takes seconds, so do not do it on the main thread. A stream
    /// that cannot block, over data or over a regular file, may be read while the body is sent, without a copy, but
    /// only once.
    ///
    /// - Parameters:
    ///   - stream: A stream that is not open, or is open but has not been read. Do not use it afterwards.
    ///   - length: The stream's length in bytes; `nil` if it is not known, which is allowed for a stream that may
    ///     block. Fewer or more bytes are an error, here or when the body is read.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mediaType: The part's `Content-Type`, written unchanged; `nil` for the type of the file name's extension.
    ///   - mayBlock: Whether a read may wait for a pipe, a socket or another thread.
    /// - Throws: ``RequestSerializationError`` for a stream that fails or contradicts its length, a missing or negative
    ///   length, names that servers read differently, control characters in the media type, and a temporary file that
    ///   cannot be written.
    public mutating func append(
        _ stream: InputStream, length: Int64?, name: String, fileName: String, mediaType: String? = nil,
        mayBlock: Bool = true
    ) throws(RequestSerializationError) {
        let head = try PartHead(name: name, fileName: fileName, mediaType: mediaType)
        guard length ?? 0 >= 0, length != nil || mayBlock else {
            throw RequestSerializationError(
                .invalidPartLength, part: name,
                reason: "A stream cannot be sent with the length \(length.map(String.init) ?? "unknown"). "
                    + "Pass its length in bytes, or leave mayBlock true, so that they are counted.")
        }
        if let length, !mayBlock {
            return append(head, .source(StreamSource(stream, length: length), part: name))
        }
        do throws(RequestSerializationError) {
            var spool = try beginSpooling()
            defer { spool.discardUnfinished() }
            try spool.append(stream, length: length)
            append(head, &spool, part: name)
        } catch {
            throw error.inPart(name)
        }
    }

    // MARK: - Asynchronous sequences

    /// Appends a sequence of bytes as a file, such as the `URLSession.AsyncBytes` of Apple's systems.
    ///
    /// The bytes are first copied to a private temporary file, because their length must precede them.
    ///
    /// - Parameters:
    ///   - bytes: The content, to its end. A sequence that is not `Sendable` must be created in the closure.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mediaType: The part's `Content-Type`, written unchanged; `nil` for the type of the file name's extension.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unreadableSource`` and the
    ///   sequence's error as its underlying error; also for names that servers read differently, control characters in
    ///   the media type, and a temporary file that cannot be written. `CancellationError` if the task is cancelled.
    public mutating func append<Bytes: AsyncSequence>(
        _ bytes: sending Bytes, name: String, fileName: String, mediaType: String? = nil
    ) async throws where Bytes.Element == UInt8 {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(Spool.bufferSize)
        try await copy(bytes, name: name, fileName: fileName, mediaType: mediaType) { byte, spool in
            if let byte { buffer.append(byte) }
            guard byte == nil || buffer.count == Spool.bufferSize else { return false }
            try spool.append(buffer)
            buffer.removeAll(keepingCapacity: true)
            return true
        }
    }

    /// Appends a sequence of chunks of bytes as a file, such as an `AsyncStream<Data>` or a server's request body.
    ///
    /// - Throws: The same errors as the method for a sequence of single bytes.
    public mutating func append<Chunks: AsyncSequence>(
        _ chunks: sending Chunks, name: String, fileName: String, mediaType: String? = nil
    ) async throws where Chunks.Element: DataProtocol {
        try await copy(chunks, name: name, fileName: fileName, mediaType: mediaType) { chunk, spool in
            if let chunk { try spool.append(chunk) }
            return true
        }
    }

    /// - Parameter append: Appends an element, `nil` at the end, and returns whether to check now for cancellation.
    private mutating func copy<Elements: AsyncSequence>(
        _ elements: sending Elements, name: String, fileName: String, mediaType: String?,
        append: (Elements.Element?, inout Spool) throws -> Bool
    ) async throws {
        let head = try PartHead(name: name, fileName: fileName, mediaType: mediaType)
        do {
            var spool = try beginSpooling()
            defer { spool.discardUnfinished() }
            for try await element in elements where try append(element, &spool) { try Task.checkCancellation() }
            _ = try append(nil, &spool)
            try Task.checkCancellation()
            self.append(head, &spool, part: name)
        } catch let error as RequestSerializationError {
            throw error.inPart(name)
        } catch {
            // A cancelled sequence may throw an error other than CancellationError, as URLSession's do.
            try Task.checkCancellation()
            if error is CancellationError { throw error }
            throw RequestSerializationError(
                .unreadableSource, part: name,
                reason: "The sequence failed: \(error.reasonInSentence). Build the form anew.", underlyingError: error)
        }
    }
}
