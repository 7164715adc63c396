/// A part of a body: bytes in memory, or the source that they are read from.
package enum BodySegment: Sendable {
    /// Boundaries, headers and content in memory.
    case bytes(Data)
    /// The content of the named part, or of the whole body if the name is `nil`.
    case source(any BodySource, part: String?)

    /// The segment's length in bytes.
    package var length: Int64 {
        switch self {
        case .bytes(let data): Int64(data.count)
        case .source(let source, _): source.length
        }
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
    /// - Throws: ``BodySourceError`` if the source cannot be opened or its length has changed.
    func open() throws(BodySourceError) -> any BodySourceReader
}

extension BodySource {
    /// True by default.
    package var isRepeatable: Bool { true }
    /// True by default.
    package var isReadable: Bool { true }
}

/// A reader of a source, once from its start to its end. Releasing the reader closes the source.
package protocol BodySourceReader {
    /// Reads into a buffer that is not empty.
    ///
    /// The source may have more bytes than its declared length, so the caller compares.
    ///
    /// - Returns: The number of bytes read; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int
}

/// A failure of a source, without the name of the part that it belongs to.
package struct BodySourceError: Error {
    let code: RequestSerializationError.Code
    let reason: String
    var underlyingError: (any Error)?

    init(_ code: RequestSerializationError.Code, _ reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// Returns the error of the named part, or of the whole body if the name is `nil`.
    func error(in part: String?) -> RequestSerializationError {
        RequestSerializationError(
            code, field: part == nil ? "httpBodyStream" : nil, part: part, reason: reason,
            underlyingError: underlyingError)
    }

    /// Returns an error's reason in a form that fits within a sentence.
    static func text(of error: any Error) -> String {
        let text = (error as NSError).localizedFailureReason ?? error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The failure of a source that was opened before and cannot be read again.
    package static var consumed: BodySourceError {
        BodySourceError(
            .sourceConsumed,
            "The stream can be read only once, and was. Append a file or data instead, or leave mayBlock true.")
    }

    static func tooShort(_ source: String, read: Int64, expected: Int64) -> BodySourceError {
        BodySourceError(.sourceTooShort, "\(source) ended after \(read) of \(expected) bytes. \(advice)")
    }

    static func tooLong(_ source: String, expected: Int64) -> BodySourceError {
        BodySourceError(.sourceTooLong, "\(source) goes on after its \(expected) bytes. \(advice)")
    }

    private static let advice =
        "Declare a stream's true length. Do not change a file before the body is sent; append a copy."
}

/// A form's segments, with small content joined to its neighbors in one run of bytes.
struct SegmentList: Sendable {
    /// The length in bytes up to which content is copied into a run; longer content is shared with the caller.
    static let longestCopy = 16 << 10
    /// The length in bytes at which a run ends, so that growing it costs no long copies.
    private static let longestStretch = 1 << 20

    private var segments: [BodySegment] = []
    private var stretch: [UInt8] = []

    /// All segments, in their order.
    var finished: [BodySegment] {
        stretch.isEmpty ? segments : segments + [.bytes(Data(stretch))]
    }

    mutating func append(_ data: Data) {
        guard data.count <= Self.longestCopy else { return append(.bytes(data)) }
        stretch.append(contentsOf: data)
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    /// Appends a text's UTF-8.
    mutating func append(_ text: String) {
        guard text.utf8.count <= Self.longestCopy else { return append(.bytes(Data(text.utf8))) }
        stretch.append(contentsOf: text.utf8)
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    mutating func append(_ segment: BodySegment) {
        endStretch()
        segments.append(segment)
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
        do throws(FileFault) {
            length = try OpenFile.reading(url).length()
        } catch {
            throw Self.fault(error, at: url).error(in: part)
        }
    }

    package var subject: String { "The file \(url.path.quoted)" }

    package func open() throws(BodySourceError) -> any BodySourceReader {
        let (file, now): (OpenFile, Int64)
        do throws(FileFault) {
            file = try OpenFile.reading(url)
            now = try file.length()
        } catch {
            throw Self.fault(error, at: url)
        }
        guard now >= length else { throw .tooShort(subject, read: now, expected: length) }
        guard now <= length else { throw .tooLong(subject, expected: length) }
        return OpenFileReader(file: file, subject: subject, remedy: "Send the form again once it can be.")
    }

    private static func fault(_ fault: FileFault, at url: URL) -> BodySourceError {
        let text = url.isFileURL ? url.path : url.absoluteString
        return BodySourceError(
            .unusableFile,
            "\(text.quoted) \(fault.reason). Give the URL of a regular file that can be read; "
                + "anything else can be a stream.",
            underlyingError: fault.underlyingError)
    }
}

/// A reader of an open file from an offset on.
struct OpenFileReader: BodySourceReader {
    let file: OpenFile
    var offset: Int64 = 0
    /// The offset at which reading ends.
    var end = Int64.max
    /// The file and the remedy as an error names them.
    let subject: String
    let remedy: String

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        let count = Int(min(Int64(buffer.count), end - offset))
        guard count > 0 else { return 0 }
        do throws(FileFault) {
            let read = unsafe try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += Int64(read)
            return read
        } catch {
            throw BodySourceError(
                .unreadableSource, "\(subject) \(error.reason). \(remedy)", underlyingError: error.underlyingError)
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

    func open() throws(BodySourceError) -> any BodySourceReader {
        guard let stream = stream.take() else { throw .consumed }
        return try StreamReader(stream)
    }
}

/// A reader of a stream to its end, which then closes the stream.
package final class StreamReader: BodySourceReader {
    private let stream: InputStream

    /// Opens the stream, unless it is open.
    package init(_ stream: InputStream) throws(BodySourceError) {
        self.stream = stream
        if stream.streamStatus == .notOpen { stream.open() }
        switch stream.streamStatus {
        case .error, .closed: throw fault
        default: break
        }
    }

    deinit {
        stream.close()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = unsafe stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
        guard (0...buffer.count).contains(count) else { throw fault }
        return count
    }

    private var fault: BodySourceError {
        let error = stream.reportedFailure
        let cause = error.map { ": \(BodySourceError.text(of: $0))" } ?? ""
        return BodySourceError(
            .unreadableSource,
            "The stream cannot be read\(cause). Append a readable one that no other part has.",
            underlyingError: error)
    }
}

extension InputStream {
    /// The failure of the stream, if the stream names it.
    ///
    /// Foundation on Linux ends the process when a stream without an error is asked for one. A subclass may report the
    /// status `.error` and leave the rest to Foundation, so only Foundation's own streams and this module's are asked.
    package var reportedFailure: (any Error)? {
        guard streamStatus == .error else { return nil }
        #if canImport(Darwin)
            return streamError
        #else
            return type(of: self) == InputStream.self || self is HTTPBodyStream ? streamError : nil
        #endif
    }
}
