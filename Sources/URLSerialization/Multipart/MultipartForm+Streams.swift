extension MultipartForm {
    /// Appends the content of a stream as a file (`appendPartWithInputStream:name:fileName:length:mimeType:`).
    ///
    /// A stream that may block is read to its end now, on this thread, into a private temporary file. A body stream
    /// that waits would hold up every other request on Linux, and a copy can be sent again after a redirect or an
    /// authentication. Copying a large stream takes seconds, so do not do it on the main thread. A stream that cannot
    /// block, over data or over a regular file, may be read while the body is sent, without a copy, but only once.
    ///
    /// - Parameters:
    ///   - stream: A stream that is not open, or is open and was not read. Do not use it afterwards.
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
            return append(head, StreamSource(stream, length: length), part: name)
        }
        let source: SpooledSource
        do throws(BodySourceError) {
            source = try copy(stream, length: length)
        } catch {
            throw error.error(in: name)
        }
        append(head, source, part: name)
    }

    private mutating func copy(_ stream: InputStream, length: Int64?) throws(BodySourceError) -> SpooledSource {
        var writer = try beginSpooling()
        do throws(BodySourceError) {
            let reader = try StreamReader(stream)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: SpoolWriter.bufferSize, alignment: 16)
            defer { unsafe buffer.deallocate() }
            while true {
                let count = unsafe try reader.read(into: buffer)
                guard count > 0 else { break }
                unsafe try writer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if let length, writer.length > length { throw .tooLong("The stream", expected: length) }
            }
            if let length, writer.length < length {
                throw .tooShort("The stream", read: writer.length, expected: length)
            }
            return try endSpooling(&writer)
        } catch {
            writer.discard()
            throw error
        }
    }

    // MARK: - Asynchronous sequences

    /// Appends a sequence of bytes as a file, such as the `URLSession.AsyncBytes` of Apple's systems.
    ///
    /// The bytes are first copied to a private temporary file, because their length must precede them.
    ///
    /// - Parameters:
    ///   - bytes: The content, to its end. A sequence that is not `Sendable` must be made in the closure.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mediaType: The part's `Content-Type`, written unchanged; `nil` for the type of the file name's extension.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unreadableSource`` and the
    ///   sequence's error as its underlying error; also for names that servers read differently, control characters in
    ///   the media type, and a temporary file that cannot be written. `CancellationError` if the task is cancelled.
    public mutating func append<Bytes: AsyncSequence>(
        _ bytes: sending Bytes, name: String, fileName: String, mediaType: String? = nil
    ) async throws where Bytes.Element == UInt8 {
        var count = 0
        try await spool(bytes, name: name, fileName: fileName, mediaType: mediaType) {
            byte, writer throws(BodySourceError) in
            try writer.append(byte)
            count &+= 1
            return count.isMultiple(of: SpoolWriter.bufferSize)
        }
    }

    /// Appends a sequence of chunks of bytes as a file, such as an `AsyncStream<Data>` or a server's request body.
    ///
    /// - Throws: The errors of the method for a sequence of single bytes.
    public mutating func append<Chunks: AsyncSequence>(
        _ chunks: sending Chunks, name: String, fileName: String, mediaType: String? = nil
    ) async throws where Chunks.Element: DataProtocol {
        try await spool(
            chunks, name: name, fileName: fileName, mediaType: mediaType
        ) { chunk, writer throws(BodySourceError) in
            for region in chunk.regions {
                unsafe try region.withUnsafeBytes { bytes in
                    Result { () throws(BodySourceError) in unsafe try writer.append(bytes) }
                }.get()
            }
            return true
        }
    }

    /// - Parameter write: Writes an element and returns whether to check now for cancellation.
    private mutating func spool<Elements: AsyncSequence>(
        _ elements: sending Elements, name: String, fileName: String, mediaType: String?,
        write: (Elements.Element, inout SpoolWriter) throws(BodySourceError) -> Bool
    ) async throws {
        let head = try PartHead(name: name, fileName: fileName, mediaType: mediaType)
        do {
            var writer = try beginSpooling()
            do {
                for try await element in elements where try write(element, &writer) { try Task.checkCancellation() }
                try Task.checkCancellation()
            } catch {
                writer.discard()
                throw error
            }
            append(head, try endSpooling(&writer), part: name)
        } catch let fault as BodySourceError {
            throw fault.error(in: name)
        } catch let error where error is CancellationError || error is RequestSerializationError {
            throw error
        } catch {
            // A cancelled sequence may throw an error other than CancellationError, as URLSession's do.
            try Task.checkCancellation()
            throw BodySourceError(
                .unreadableSource, "The sequence failed: \(BodySourceError.text(of: error)). Build the form anew.",
                underlyingError: error
            ).error(in: name)
        }
    }
}
