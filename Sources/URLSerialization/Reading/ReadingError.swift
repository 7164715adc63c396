/// A problem in a document and its offset, before its line is counted.
struct ReadingError: Error {
    /// The problem, as a sentence that ends before “at byte”.
    let reason: String
    /// The offset in the text that the reader has read, which may be a conversion to UTF-8.
    let offset: Int
    /// The end of the sentence, or `nil` for the word at the offset.
    var remark: String?

    init(_ reason: String, at offset: Int, remark: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.remark = remark
    }

}

extension ValueSink where Self: ~Copyable {
    /// Passes on the key at an offset, unless it would take quadratic time.
    @inline(__always)
    mutating func key(_ text: ByteRun, isMalformed: Bool = false, at offset: Int) throws(ReadingError) -> Bool {
        guard !text.hasTooManyMarks else {
            throw ReadingError(
                "A key has more than 1,000 combining marks in a row", at: offset, remark: ". Send a key with fewer")
        }
        return key(text, isMalformed: isMalformed)
    }
}

/// A place in a text: byte, line, column and the word that stands there.
///
/// Lines and columns count from 1, columns in characters. Lines end with LF, CR or both; a byte order mark is not a
/// character.
package struct TextPlace: CustomStringConvertible, Sendable {
    /// The offset in the document, whatever its encoding.
    package let byte: Int
    package let line: Int
    package let column: Int
    /// The beginning of the text there in quotation marks, or “the end”.
    package let word: String

    /// Creates the place of an offset in a text that begins at an offset itself.
    init(of offset: Int, in text: ByteCursor, from start: Int, encoding: TextEncoding) {
        var (line, first, next) = (1, start, start)
        while let end = text.index(of: UInt8(ascii: "\n"), from: next, to: offset) {
            (line, first, next) = (line + 1, end + 1, end + 1)
        }
        next = start
        while let end = text.index(of: UInt8(ascii: "\r"), from: next, to: offset) {
            next = end + 1
            guard text.byte(at: next) != UInt8(ascii: "\n") else { continue }
            (line, first) = (line + 1, max(first, next))
        }
        self.line = line
        column = text.characterCount(in: first..<max(first, offset)) + 1
        if encoding.unit == 1 {
            byte = offset
        } else {
            let units = text.characterCount(in: start..<max(start, offset), inUTF16: encoding.unit == 2)
            byte = encoding.markLength + units * encoding.unit
        }
        let rest = text.run(offset..<(offset + 48)).string
        let word = rest.prefix { !$0.isWhitespace }.prefix(12)
        self.word = rest.isEmpty ? "the end" : String(word.isEmpty ? rest.prefix(1) : word).quoted
    }

    /// The place without the word: `byte 6 (line 2, column 3)`.
    package var description: String { "byte \(byte) (line \(line), column \(column))" }
}

extension UndecodableData {
    /// Creates the error of a text.
    convenience init(_ error: ReadingError, at place: TextPlace) {
        let remark = error.remark ?? ": \(place.word)"
        self.init("\(error.reason) at \(place)\(remark).", at: place.byte)
        problem = (error.reason + remark, place)
    }
}

/// The error of a document that cannot be read.
///
/// Its domain and code are those of the error that Foundation's reader would have thrown.
///
/// `@unchecked Sendable`, as `NSError` is: its own state is not changed once it is shared.
package final class UndecodableData: NSError, @unchecked Sendable {
    /// The problem and its place, in a sentence.
    package var reason: String { localizedDescription }

    /// The problem of a text without its place, and the place; `nil` for other data.
    package internal(set) var problem: (text: String, place: TextPlace)?

    /// Creates an error, by default the one of `JSONSerialization` and `PropertyListSerialization`:
    /// `NSCocoaErrorDomain` 3840 (`NSPropertyListReadCorruptError`).
    ///
    /// - Parameters:
    ///   - reason: The problem and its place, in a sentence.
    ///   - offset: The problem's offset in bytes, or `nil`. `userInfo` has it under Foundation's key for JSON, in every
    ///     format.
    package init(_ reason: String, domain: String = NSCocoaErrorDomain, code: Int = 3840, at offset: Int? = nil) {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason,
        ]
        userInfo["NSJSONSerializationErrorIndex"] = offset
        super.init(domain: domain, code: code, userInfo: userInfo)
    }

    /// Returns `nil`: archives hold a plain `NSError`.
    package required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: the class that archives hold instead of this one.
    package override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. The hash of `NSError` itself ends the process on Linux.
    package override var hash: Int { domain.hashValue ^ code }
}

/// A sink that finds the place of a value by the number of values before it.
struct PlaceSink: ValueSink {
    static var usesTexts: Bool { false }

    /// The offset of the value, or `nil` if the document ends before it.
    private(set) var offset: Int?
    /// The offset of the value's key, or `nil` if it has none.
    private(set) var keyOffset: Int?
    private var left: Int32
    private var next = 0
    private var nextKey: Int?

    /// Creates a sink that finds the value of a node.
    init(of node: Int32) { left = node }

    mutating func willRead(at offset: Int) { next = offset }

    mutating func null() {
        if left == 0 { (offset, keyOffset) = (next, nextKey) }
        left -= 1
        nextKey = nil
    }

    mutating func end() {}

    mutating func text(_ text: ByteRun) -> Bool {
        null()
        return true
    }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        nextKey = next
        return true
    }
}

/// A sink that keeps nothing, for validating a document.
struct ValidationSink: ValueSink {
    static var usesTexts: Bool { false }

    /// Whether texts may be other than UTF-8, as for decoders if no model asks for them.
    var isLax = false

    mutating func null() {}
    mutating func end() {}
    mutating func text(_ text: ByteRun) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
}
