/// A part of a body, and the source that it is read from: data, a file, a stream.
package struct BodySegment: Sendable {
    package let source: any BodySource
    /// The name of the part with the content; `nil` for a whole body, and for bytes in memory.
    package let part: String?

    /// Returns a segment of boundaries, headers and content in memory.
    package static func bytes(_ data: Data) -> BodySegment { BodySegment(source: data, part: nil) }

    /// Returns the content of the named part, or of the whole body if the name is `nil`.
    package static func source(_ source: any BodySource, part: String?) -> BodySegment {
        BodySegment(source: source, part: part)
    }
}

/// Content that is read while a body is sent.
package protocol BodySource: Sendable {
    /// The content's name at the start of a sentence: "The stream".
    var subject: String { get }
    /// The length that the body declares for the content, in bytes.
    var length: Int64 { get }
    /// Whether ``open()`` can succeed any number of times.
    var isRepeatable: Bool { get }
    /// Whether ``open()`` can succeed now, because the source is repeatable or has not been opened.
    var isReadable: Bool { get }

    /// Opens the source at its start.
    ///
    /// - Throws: ``RequestSerializationError``, without the part's name, if the source cannot be opened or its length
    ///   has changed.
    func open() throws(RequestSerializationError) -> any BodySourceReader
}

extension BodySource {
    package var isRepeatable: Bool { true }
    package var isReadable: Bool { true }
}

extension Data: BodySource {
    package var subject: String { "The content" }
    package var length: Int64 { Int64(count) }
    package func open() -> any BodySourceReader { DataReader(data: self) }
}

extension RequestSerializationError {
    /// The error of a source that was opened before and cannot be read again.
    package static var consumed: RequestSerializationError {
        RequestSerializationError(
            .sourceConsumed,
            reason: "The stream has already been read, and can be read only once. Append a file or data instead, or "
                + "leave mayBlock true.")
    }

    static func tooShort(_ source: String, read: Int64, expected: Int64) -> RequestSerializationError {
        RequestSerializationError(
            .sourceTooShort, reason: "\(source) ended after \(read) of \(expected) bytes. \(advice)")
    }

    static func tooLong(_ source: String, expected: Int64) -> RequestSerializationError {
        RequestSerializationError(.sourceTooLong, reason: "\(source) is longer than its \(expected) bytes. \(advice)")
    }

    private static let advice =
        "Declare a stream's true length. Do not change a file before the body is sent; append a copy."

    /// Returns the same error for the named part, or for the whole body if the name is `nil`. A part that the error
    /// already names is kept.
    func inPart(_ name: String?) -> RequestSerializationError {
        let part = part ?? name
        return RequestSerializationError(
            code, field: field ?? (part == nil ? "httpBodyStream" : nil), part: part, reason: reason,
            underlyingError: underlyingError)
    }
}

extension FileError {
    /// Returns the error for a file in a request's body.
    ///
    /// - Parameter file: The file, as named at the start of a sentence.
    func error(
        _ code: RequestSerializationError.Code, _ file: String, _ remedy: String
    ) -> RequestSerializationError {
        RequestSerializationError(code, reason: "\(file) \(reason). \(remedy)", underlyingError: underlyingError)
    }
}

extension URL {
    /// The path of a file in quotes, or the text of another URL.
    var quotedPath: String { (isFileURL ? path : absoluteString).quoted }
}

/// A form's segments, with small content joined to its neighbors in one run of bytes.
struct SegmentList: Sendable {
    /// The length in bytes up to which content is copied into a run; longer content is shared with the caller.
    static let longestCopy = 16 << 10
    /// The length in bytes at which a run ends, so that growing it costs no long copies.
    private static let longestStretch = 1 << 20

    private var segments: [BodySegment] = []
    private var stretch: [UInt8] = []

    /// All segments in order, with the run that has not ended.
    var finished: [BodySegment] { stretch.isEmpty ? segments : segments + [.bytes(Data(stretch))] }

    mutating func append(_ segment: BodySegment) {
        if let data = segment.source as? Data, data.count <= Self.longestCopy { return copy(data) }
        endStretch()
        segments.append(segment)
    }

    mutating func append(_ text: String) {
        if text.utf8.count <= Self.longestCopy { copy(text.utf8) } else { append(.bytes(Data(text.utf8))) }
    }

    private mutating func copy(_ bytes: some Collection<UInt8>) {
        stretch.append(contentsOf: bytes)
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    private mutating func endStretch() {
        guard !stretch.isEmpty else { return }
        segments.append(.bytes(Data(stretch)))
        stretch.removeAll(keepingCapacity: true)
    }
}

/// A file that is read while the body is sent. It is open only then, and its length must not have changed.
package struct FileSource: BodySource {
    package let url: URL
    package let length: Int64

    /// Opens the file once, to check that it can be read, and takes its length.
    ///
    /// - Parameter part: The name of the part with the file's content; `nil` for a whole body.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unusableFile``.
    package init(_ url: URL, part: String?) throws(RequestSerializationError) {
        self.url = url
        do throws(RequestSerializationError) {
            length = try Self.opened(url).length
        } catch {
            throw error.inPart(part)
        }
    }

    package var subject: String { "The file \(url.path.quoted)" }

    package func open() throws(RequestSerializationError) -> any BodySourceReader {
        let (file, now) = try Self.opened(url)
        guard now >= length else { throw .tooShort(subject, read: now, expected: length) }
        guard now <= length else { throw .tooLong(subject, expected: length) }
        return OpenFileReader(file: file, subject: subject, remedy: "Send the form again once it can be.")
    }

    private static func opened(_ url: URL) throws(RequestSerializationError) -> (file: OpenFile, length: Int64) {
        do throws(FileError) {
            let file = try OpenFile.reading(url)
            return (file, try file.length())
        } catch {
            throw error.error(
                .unusableFile, url.quotedPath,
                "Check the path. For anything other than a regular file, give a stream.")
        }
    }
}

/// A stream that is read once, while the body is sent.
struct StreamSource: BodySource {
    let length: Int64
    private let stream: TakenOnce<InputStream>

    /// - Parameter stream: The stream, which no other code may use from now on.
    init(_ stream: InputStream, length: Int64) {
        self.stream = TakenOnce(stream)
        self.length = length
    }

    var subject: String { "The stream" }
    var isRepeatable: Bool { false }
    var isReadable: Bool { !stream.isTaken }

    func open() throws(RequestSerializationError) -> any BodySourceReader {
        guard let stream = stream.take() else { throw .consumed }
        return try StreamReader(stream)
    }
}
