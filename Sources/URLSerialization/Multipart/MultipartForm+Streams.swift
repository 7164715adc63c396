extension MultipartForm {
    /// Appends the content of a stream as a file (`appendPartWithInputStream:name:fileName:length:mimeType:`).
    ///
    /// A stream that may block is read to its end now, on this thread, into a private temporary file: a body stream that
    /// waits holds up every other request on Linux, and a copy can be sent again after a redirect or an authentication.
    /// Copying a large one takes seconds: not on the main thread. One that cannot block — over data, or over a regular
    /// file — may be read while the body is sent, without a copy, but only once.
    ///
    /// - Parameters:
    ///   - stream: A stream that is not yet open, or is open and was not read. Do not use it afterwards.
    ///   - length: How many bytes it has; nil if that is not known, which a stream that may block permits. Fewer or more
    ///     are an error, here or when the body is read.
    ///   - name: The field's name.
    ///   - fileName: The name that the file has for the server.
    ///   - mediaType: The part's `Content-Type`, written as it is given; nil for that of the file name's extension.
    ///   - mayBlock: Whether a read may wait: for a pipe, a socket, another thread.
    /// - Throws: ``RequestSerializationError`` for a stream that fails or contradicts its length, a missing or negative
    ///   length, names that servers read differently, control characters in the media type, and a temporary file that cannot be written.
    public mutating func append(
        _ stream: InputStream, length: Int64?, name: String, fileName: String, mediaType: String? = nil,
        mayBlock: Bool = true
    ) throws(RequestSerializationError) {
        let head = try PartHead(name: name, fileName: fileName, mediaType: mediaType)
        guard length ?? 0 >= 0, length != nil || mayBlock else {
            throw RequestSerializationError(
                .invalidPartLength, part: name,
                reason: "A stream cannot be sent with the length \(length.map(String.init) ?? "unknown"). "
                    + "Give how many bytes it has, or leave mayBlock true to have them counted.")
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
            defer { buffer.deallocate() }
            while true {
                let count = try reader.read(into: buffer)
                guard count > 0 else { break }
                try writer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
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
    /// The bytes are copied to a private temporary file first, because the length stands at the request's head.
    ///
    /// - Parameters:
    ///   - bytes: The content, to its end. One that is not `Sendable` must be made in the closure.
    ///   - name: The field's name.
    ///   - fileName: The name that the file has for the server.
    ///   - mediaType: The part's `Content-Type`, written as it is given; nil for that of the file name's extension.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unreadableSource`` over what the
    ///   sequence throws; for names that servers read differently, control characters in the media type, and a temporary file that cannot be
    ///   written. `CancellationError` if the task is cancelled.
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

    /// Appends a sequence of chunks of bytes as a file: an `AsyncStream<Data>`, a server's request body.
    ///
    /// - Throws: As the same with single bytes.
    public mutating func append<Chunks: AsyncSequence>(
        _ chunks: sending Chunks, name: String, fileName: String, mediaType: String? = nil
    ) async throws where Chunks.Element: DataProtocol {
        try await spool(
            chunks, name: name, fileName: fileName, mediaType: mediaType
        ) { chunk, writer throws(BodySourceError) in
            for region in chunk.regions {
                try region.withUnsafeBytes { bytes in
                    Result { () throws(BodySourceError) in try writer.append(bytes) }
                }.get()
            }
            return true
        }
    }

    /// - Parameter write: Writes an element and says whether it is time to see if the task is cancelled.
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
        } catch let error as CancellationError {
            throw error
        } catch let error as RequestSerializationError {
            throw error
        } catch {
            // A cancelled sequence may say so in words of its own, as URLSession's do.
            try Task.checkCancellation()
            throw BodySourceError(
                .unreadableSource, "The sequence failed: \(BodySourceError.text(of: error)). Build the form anew.",
                underlyingError: error
            ).error(in: name)
        }
    }
}
