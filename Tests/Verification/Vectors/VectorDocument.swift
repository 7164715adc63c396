import URLSerialization

/// JSON as it was written, such as a line of a file of vectors: objects keep their order, numbers their text.
struct VectorDocument {
    /// The value. A number is its text in UTF-8, as ``ParameterValue/data(_:)``. Of members with equal keys the last
    /// is kept.
    let value: ParameterValue
    /// Whether a text or a key has an unpaired surrogate, which a Swift string cannot hold.
    let hasUnpairedSurrogate: Bool

    /// Reads JSON in UTF-8, strictly by RFC 8259.
    ///
    /// - Parameters:
    ///   - data: The document, or a line of JSON Lines.
    ///   - firstLine: The number of the first line, which errors name.
    ///   - maximumDepth: The greatest nesting of arrays and objects.
    init(_ data: Data, firstLine: Int = 1, maximumDepth: Int = 512) throws(JSONError) {
        do throws(UndecodableData) {
            let rules = JSONRules.exact(maximumDepth: maximumDepth)
            let sink = try JSONDocument(utf8: data).read(into: DocumentSink(), rules: rules)
            (value, hasUnpairedSurrogate) = (sink.value, sink.hasUnpairedSurrogate)
        } catch {
            let place = error.problem?.place
            throw JSONError(
                line: firstLine - 1 + (place?.line ?? 1), column: place?.column ?? 1,
                reason: error.problem?.text ?? error.reason)
        }
    }
}

/// An error of a text that is not JSON.
package struct JSONError: Error, Equatable {
    /// The line, counted from 1.
    let line: Int
    /// The column in Unicode scalars, counted from 1, or of the first byte that is not UTF-8.
    let column: Int
    /// The problem, without a full stop.
    let reason: String
}

extension ParameterValue {
    /// The text of a document's number.
    var numberText: String? { data.map { String(decoding: $0, as: UTF8.self) } }
}

/// A sink that makes a document from a reader's calls.
private struct DocumentSink: ValueSink {
    /// A collection whose end has not been read. The elements of an array have empty keys.
    private struct Collection {
        let isObject: Bool
        var entries: [ParameterDictionary.Element] = []
        var key = ""
    }

    private(set) var value = ParameterValue.null
    private(set) var hasUnpairedSurrogate = false
    private var open: [Collection] = []

    private mutating func append(_ value: ParameterValue) {
        guard let top = open.indices.last else { return self.value = value }
        open[top].entries.append((open[top].key, value))
    }

    private mutating func string(_ run: ByteRun) -> String {
        hasUnpairedSurrogate = hasUnpairedSurrogate || run.validString == nil
        return run.string
    }

    mutating func null() { append(.null) }
    mutating func bool(_ value: Bool) { append(.bool(value)) }
    mutating func number(_ text: ByteRun) { append(.data(text.data)) }

    mutating func text(_ text: ByteRun) -> Bool {
        append(.string(string(text)))
        return true
    }

    mutating func beginArray() { open.append(Collection(isObject: false)) }
    mutating func beginDictionary() { open.append(Collection(isObject: true)) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        open[open.count - 1].key = string(text)
        return true
    }

    mutating func end() {
        let collection = open.removeLast()
        append(
            collection.isObject
                ? .dictionary(ParameterDictionary(collection.entries)) : .array(collection.entries.map(\.value)))
    }
}
