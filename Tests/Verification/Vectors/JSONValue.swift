import URLSerialization

/// A JSON document as it was written. Objects keep their order and repeated keys, numbers their text.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number's text in the document.
    case number(String)
    /// A string without its quotes and escapes.
    case string(JSONString)
    case array([JSONValue])
    /// An object's members in order, repeated keys included.
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package let key: JSONString
        package let value: JSONValue

        package init(key: JSONString, value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    /// Whether a string or a key anywhere in the document has an unpaired surrogate.
    ///
    /// - Complexity: Linear in the number of values.
    package var hasUnpairedSurrogate: Bool {
        switch self {
        case .null, .bool, .number: false
        case .string(let string): string.hasUnpairedSurrogate
        case .array(let elements): elements.contains(where: \.hasUnpairedSurrogate)
        case .object(let members): members.contains { $0.key.hasUnpairedSurrogate || $0.value.hasUnpairedSurrogate }
        }
    }
}

/// A JSON string's text.
package struct JSONString: Sendable, Equatable {
    /// The text, each unpaired surrogate replaced by U+FFFD.
    package let text: String
    /// Whether the document spelled an unpaired surrogate, which a Swift string cannot hold.
    package let hasUnpairedSurrogate: Bool

    package init(text: String, hasUnpairedSurrogate: Bool = false) {
        (self.text, self.hasUnpairedSurrogate) = (text, hasUnpairedSurrogate)
    }

    /// Creates a string from a reader's bytes, in which an unpaired surrogate has three bytes, like U+FFFD.
    fileprivate init(_ run: ByteRun) {
        if let text = run.validString {
            self.init(text: text)
            return
        }
        var bytes = Array(run)
        for index in bytes.indices.dropLast(2) where bytes[index] == 0xED && bytes[index + 1] >= 0xA0 {
            bytes.replaceSubrange(index..<(index + 3), with: "\u{FFFD}".utf8)
        }
        self.init(text: String(decoding: bytes, as: UTF8.self), hasUnpairedSurrogate: true)
    }

    /// Whether two strings have the same Unicode scalars. Unlike in Swift's strings, precomposed and decomposed `é`
    /// differ.
    package static func == (left: JSONString, right: JSONString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.hasUnpairedSurrogate == right.hasUnpairedSurrogate
    }
}

// MARK: - Reading

extension JSONValue {
    /// The greatest nesting of arrays and objects.
    package static let maximumDepth = 512

    /// Reads JSON in UTF-8 strictly by RFC 8259. It keeps what Foundation's reader loses: the order of keys, repeated
    /// keys, the text of numbers, unpaired surrogate escapes.
    ///
    /// - Parameters:
    ///   - data: The document, or a line of JSON Lines.
    ///   - firstLine: The number of the first line, which errors name.
    ///   - maximumDepth: The greatest nesting of arrays and objects.
    /// - Throws: ``JSONError`` naming line, column and reason.
    /// - Complexity: Linear in the number of bytes.
    package static func read(
        _ data: Data, firstLine: Int = 1, maximumDepth: Int = JSONValue.maximumDepth
    ) throws(JSONError) -> JSONValue {
        do throws(UndecodableData) {
            return try JSONDocument(utf8: data).read(into: DocumentSink(), rules: .exact(maximumDepth: maximumDepth))
                .document
        } catch {
            let place = error.problem?.place
            throw JSONError(
                line: firstLine - 1 + (place?.line ?? 1), column: place?.column ?? 1,
                reason: error.problem?.text ?? error.reason)
        }
    }
}

/// An error of a text that is not JSON: a sentence without its full stop, and its place.
package struct JSONError: LocalizedError, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int
    /// The column in Unicode scalars, counted from 1. For bytes that are not UTF-8 it is the column of the first such
    /// byte.
    package let column: Int
    package let reason: String

    package var description: String { "line \(line), column \(column): \(reason)" }
    package var errorDescription: String? { description }
}

/// A sink that makes a document, as it was written, from a reader's calls.
private struct DocumentSink: ValueSink {
    /// A collection whose end has not been read. The elements of an array have empty keys.
    private struct Collection {
        let isObject: Bool
        var members: [JSONValue.Member] = []
        var key = JSONString(text: "")
    }

    /// The document, complete when the reader has returned.
    private(set) var document = JSONValue.null
    private var open: [Collection] = []

    private mutating func append(_ value: JSONValue) {
        guard let top = open.indices.last else { return document = value }
        open[top].members.append(JSONValue.Member(key: open[top].key, value: value))
    }

    mutating func null() { append(.null) }
    mutating func bool(_ value: Bool) { append(.bool(value)) }
    mutating func number(_ text: ByteRun) { append(.number(text.string)) }

    mutating func text(_ text: ByteRun) -> Bool {
        append(.string(JSONString(text)))
        return true
    }

    mutating func beginArray() { open.append(Collection(isObject: false)) }
    mutating func beginDictionary() { open.append(Collection(isObject: true)) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        open[open.count - 1].key = JSONString(text)
        return true
    }

    mutating func end() {
        let collection = open.removeLast()
        append(collection.isObject ? .object(collection.members) : .array(collection.members.map(\.value)))
    }
}
