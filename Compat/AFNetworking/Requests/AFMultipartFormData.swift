import URLSerialization

/// A multipart form under construction, to which the block of `multipartFormRequest(withMethod:…)` appends parts.
///
/// In names and file names `"`, CR and LF are written as `%22`, `%0D` and `%0A`, as in browsers. AFNetworking writes
/// them unchanged, so a name can add headers. A part cannot be sent if a name contains NUL or ends with a backslash, a
/// header contains a control character, or the length is negative. If the method cannot throw, making the request
/// then fails with the error.
public protocol AFMultipartFormData: AnyObject {
    /// Appends a file with its own name and the media type of its extension (`appendPartWithFileURL:name:error:`).
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a regular file, which is read while the body is sent.
    ///   - name: The field's name.
    /// - Throws: Code −1000 of ``AFURLRequestSerializationErrorDomain`` if the URL is not a file's or the file is
    ///   missing or cannot be read; −1016 if the name cannot be sent. The form continues without the part.
    func appendPart(withFileURL fileURL: URL, name: String) throws

    /// Appends a file with the given name and media type (`appendPartWithFileURL:name:fileName:mimeType:error:`).
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a regular file, which is read while the body is sent.
    ///   - name: The field's name.
    ///   - fileName: The file's name for the server.
    ///   - mimeType: The part's `Content-Type`.
    /// - Throws: The errors of the method without `fileName`.
    func appendPart(withFileURL fileURL: URL, name: String, fileName: String, mimeType: String) throws

    /// Appends the content of a stream as a file (`appendPartWithInputStream:name:fileName:length:mimeType:`).
    ///
    /// The stream is read once, while the body is sent, so the request cannot be sent again. On Linux a stream that
    /// waits for its bytes blocks every other request of the session.
    ///
    /// - Parameters:
    ///   - inputStream: A stream that is not yet open, or `nil` for an empty one. Do not use the stream afterwards.
    ///   - name: The field's name.
    ///   - fileName: The file's name for the server.
    ///   - length: The number of bytes. If the stream has fewer or more, the request fails.
    ///   - mimeType: The part's `Content-Type`.
    func appendPart(with inputStream: InputStream?, name: String, fileName: String, length: Int64, mimeType: String)

    /// Appends data as a file (`appendPartWithFileData:name:fileName:mimeType:`).
    func appendPart(withFileData data: Data, name: String, fileName: String, mimeType: String)

    /// Appends data as a field without a file name and a `Content-Type` (`appendPartWithFormData:name:`).
    func appendPart(withForm data: Data, name: String)

    /// Appends a part with the given headers (`appendPartWithHeaders:body:`): `Content-Disposition` and `Content-Type`
    /// first, the others by name.
    func appendPart(withHeaders headers: [String: String]?, body: Data)

    /// Slows down the sending of the body (`throttleBandwidthWithPacketSize:delay:`).
    ///
    /// - Parameters:
    ///   - numberOfBytes: The number of bytes sent at a time, at least 1.
    ///   - delay: The pause after them in seconds, from 0 to 3,600.
    func throttleBandwidth(withPacketSize numberOfBytes: UInt, delay: TimeInterval)
}

extension AFMultipartFormData {
    /// Slows down the sending of the body, with a packet size that is an `Int`. A size below 1 is refused.
    public func throttleBandwidth(withPacketSize numberOfBytes: Int, delay: TimeInterval) {
        throttleBandwidth(withPacketSize: UInt(clamping: numberOfBytes), delay: delay)
    }
}

// MARK: - Bandwidth

/// The packet size that suits a slow connection, in bytes: 16 KiB.
public let kAFUploadStream3GSuggestedPacketSize: UInt = 16 * 1024

/// The delay for each packet that suits a slow connection, in seconds: 0.2.
public let kAFUploadStream3GSuggestedDelay: TimeInterval = 0.2

/// The form data that a block receives, on top of the core's form (`AFStreamingMultipartFormData`).
///
/// If a part cannot be appended, making the request fails with the error, unless the method throws it.
final class StreamingMultipartFormData: NSObject, AFMultipartFormData, Sendable {
    private struct Content {
        var form: MultipartForm
        /// The first failure that no method threw.
        var failure: (any Error)?
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
        try append { try $0.append(file: fileURL, name: name) }
    }

    func appendPart(withFileURL fileURL: URL, name: String, fileName: String, mimeType: String) throws {
        try append { try $0.append(file: fileURL, name: name, fileName: fileName, mediaType: mimeType) }
    }

    func appendPart(with inputStream: InputStream?, name: String, fileName: String, length: Int64, mimeType: String) {
        let stream = inputStream ?? InputStream(data: Data())
        keepingFailure {
            // The stream is not copied first, because it may not be filled until the request is sent.
            try $0.append(
                stream, length: length, name: name, fileName: fileName, mediaType: mimeType, mayBlock: false)
        }
    }

    func appendPart(withFileData data: Data, name: String, fileName: String, mimeType: String) {
        keepingFailure { try $0.append(data, name: name, fileName: fileName, mediaType: mimeType) }
    }

    func appendPart(withForm data: Data, name: String) {
        keepingFailure { try $0.append(data, name: name) }
    }

    func appendPart(withHeaders headers: [String: String]?, body: Data) {
        keepingFailure { try $0.append(headers: HTTPHeaders(headers ?? [:]), body: body) }
    }

    func throttleBandwidth(withPacketSize numberOfBytes: UInt, delay: TimeInterval) {
        keepingFailure { try $0.throttle(packetSize: Int(clamping: numberOfBytes), delay: delay) }
    }

    // MARK: - Failures

    private func append(_ body: (inout MultipartForm) throws -> Void) throws {
        do {
            try content.withLock { try body(&$0.form) }
        } catch {
            throw NSError.bridging(error)
        }
    }

    private func keepingFailure(_ body: (inout MultipartForm) throws -> Void) {
        content.withLock { content in
            do {
                try body(&content.form)
            } catch {
                if content.failure == nil { content.failure = error }
            }
        }
    }
}
