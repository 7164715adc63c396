import URLSerialization

/// A reader of payloads from the bytes of files.
public struct PayloadReader: Sendable {
    /// The greatest nesting of collections, the same as the serializers' default.
    public static let maximumDepth = 512
    /// The greatest number of values. The values of a shared collection count each time it is referred to. Each value
    /// takes some kilobytes, because every sender keeps a form of it.
    public static let maximumCount = 250_000
    /// The greatest total number of steps from the top to all values. Every sender keeps the path to each value.
    public static let maximumStepCount = 4_000_000
    /// The size of the largest payload, in bytes.
    public static let maximumSize = 16 * 1024 * 1024

    /// Whether JSON is read as typed JSON, by default false.
    public var isTyped = false

    /// Creates a reader, by default one of plain JSON and property lists.
    public init(isTyped: Bool = false) { self.isTyped = isTyped }

    /// Reads a property list if the bytes begin like one; otherwise JSON.
    ///
    /// - Throws: ``PayloadError`` for bytes that cannot be read or exceed a limit.
    public func read(_ data: Data, name: String) throws -> Payload {
        guard data.count <= Self.maximumSize else { throw Self.tooLarge }
        let isBinary = data.starts(with: Data("bplist".utf8))
        let text = isBinary ? data : try Self.textBytes(data)
        guard let first = text.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            throw PayloadError(reason: "empty")
        }
        let format: PayloadFormat =
            isBinary
            ? .binaryPropertyList : first == UInt8(ascii: "<") ? .xmlPropertyList : isTyped ? .typedJSON : .json
        let sink = try Self.document(text, format)
        if format != .typedJSON {
            return Payload(name: name, format: format, parameters: sink.value, notes: sink.notes)
        }
        var reader = TypedJSON()
        let value = try reader.value(sink.value)
        return Payload(name: name, format: format, parameters: value, notes: reader.notes)
    }

    /// Reads a document, and checks that a payload can have its content.
    static func document(_ data: Data, _ format: PayloadFormat = .json) throws(PayloadError) -> PayloadSink {
        let sink = try read(data, into: PayloadSink(format), isJSON: format == .json || format == .typedJSON)
        if let problem = sink.problem { throw problem }
        return sink
    }

    /// Reads JSON strictly by RFC 8259, or a property list in XML or in binary, into a sink.
    static func read<Sink: ValueSink>(_ data: Data, into sink: Sink, isJSON: Bool) throws(PayloadError) -> Sink {
        do throws(UndecodableData) {
            if !isJSON { return try PropertyListDocument(data).read(into: sink) }
            return try JSONDocument(utf8: data).read(into: sink, rules: .exact(maximumDepth: maximumDepth))
        } catch {
            guard let problem = error.problem else {
                throw PayloadError(reason: error.reason.trimmingCharacters(in: CharacterSet(charactersIn: ".")))
            }
            let column = isJSON ? " (column \(problem.place.column))" : ""
            throw PayloadError(line: problem.place.line, reason: problem.text + column)
        }
    }

    /// The error of a payload that is larger than ``maximumSize``.
    public static let tooLarge = PayloadError(
        reason: "larger than \(maximumSize / 1024 / 1024) MiB, the most that is read")

    static let tooManyValues = PayloadError(reason: "holds more than \(maximumCount) values, the most accepted")

    static let tooManySteps = PayloadError(
        reason: "nests so many values so deep that there are more than \(maximumStepCount) steps to them")

    /// Returns all bytes of a payload.
    ///
    /// - Parameters:
    ///   - start: The bytes that were already read.
    ///   - next: Returns the next bytes, or no bytes at the end.
    /// - Throws: ``tooLarge`` and the closure's error.
    package static func bytes(from start: Data = Data(), _ next: () throws -> Data) throws -> Data {
        var data = start
        while data.count <= maximumSize, case let more = try next(), !more.isEmpty { data += more }
        if data.count > maximumSize { throw tooLarge }
        return data
    }

    /// Returns the bytes without a byte order mark, after checking that they are UTF-8.
    private static func textBytes(_ data: Data) throws -> Data {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            throw PayloadError(line: 1, reason: "UTF-16 text, save it as UTF-8")
        }
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data
        guard let invalid = text.firstInvalidUTF8 else { return text }
        let line = 1 + text.prefix(invalid).count { $0 == UInt8(ascii: "\n") }
        throw PayloadError(line: line, reason: "not UTF-8 text")
    }
}

/// An error of a payload that cannot be used: a sentence without its full stop, and the line, if known.
public struct PayloadError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The line, counted from 1; `nil` for binary formats and for problems of the whole payload.
    public let line: Int?
    /// The reason, in a sentence without its full stop.
    public let reason: String

    /// Creates an error in a line, or in the whole payload for `nil`.
    public init(line: Int? = nil, reason: String) { (self.line, self.reason) = (line, reason) }

    /// The line, if known, and the reason.
    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The line and the reason, as in ``description``.
    public var errorDescription: String? { description }
}
