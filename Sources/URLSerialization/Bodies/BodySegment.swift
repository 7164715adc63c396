/// A stretch of a multipart body: bytes at hand, or where to read them from.
///
/// A body is one list of segments. Its length is the sum of theirs and its bytes are theirs in order, so the two cannot
/// disagree.
enum BodySegment: Sendable {
    /// Boundaries, headers and what is small enough to lie among them; data of a part that is not.
    case bytes(Data)
    /// The content of the part with that name; without one, the whole body's.
    case source(any PartSource, part: String?)

    /// The segment's length in bytes.
    var length: Int64 {
        switch self {
        case .bytes(let data): Int64(data.count)
        case .source(let source, _): source.length
        }
    }
}

/// Where a part's content is read from, if it is not in memory.
protocol PartSource: Sendable {
    /// What it is, at the start of a sentence: "The stream".
    var subject: String { get }
    /// The length that the body counts on, in bytes.
    var length: Int64 { get }
    /// Whether the content can be read again from its start, or has not been read yet.
    var isReadable: Bool { get }

    /// Opens the source at its start.
    ///
    /// - Throws: ``PartFault`` if it cannot be opened, or no longer is as long as it was.
    func open() throws(PartFault) -> any PartReader
}

/// Reads a source once, from its start to its end. It is closed when it is released.
protocol PartReader {
    /// Reads into a buffer that is not empty and says how many bytes were read; none at the end.
    ///
    /// What is read may go on beyond the source's length: whoever reads compares.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PartFault) -> Int
}

/// What is wrong with a part's content, before anyone knows which part it is.
struct PartFault: Error {
    let code: RequestSerializationError.Code
    let reason: String
    var underlyingError: (any Error)?

    init(_ code: RequestSerializationError.Code, _ reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlyingError = underlyingError
    }

    func error(in part: String?) -> RequestSerializationError {
        RequestSerializationError(
            code, field: part == nil ? "httpBodyStream" : nil, part: part, reason: reason,
            underlyingError: underlyingError)
    }

    /// What an error says, to stand within a sentence.
    static func text(of error: any Error) -> String {
        let text = (error as NSError).localizedFailureReason ?? error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    static var consumed: PartFault {
        PartFault(
            .sourceConsumed,
            "The stream can be read once, and has been. Give the part as a file or as data, or leave mayBlock true.")
    }

    static func tooShort(_ source: String, read: Int64, expected: Int64) -> PartFault {
        PartFault(
            .sourceTooShort,
            "\(source) ended after \(read) of \(expected) bytes. \(advice)")
    }

    static func tooLong(_ source: String, expected: Int64) -> PartFault {
        PartFault(
            .sourceTooLong,
            "\(source) goes on after its \(expected) bytes. \(advice)")
    }

    private static let advice =
        "Give a stream's true length, and change no file before the body is sent: append a copy, or a stream of it."
}
