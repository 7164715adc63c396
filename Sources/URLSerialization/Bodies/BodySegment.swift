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
