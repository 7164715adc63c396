import URLSerialization

/// Makes a document as it was written of a reader's calls: sets become values, and leaves keep their texts.
struct DocumentSink: ValueSink {
    static var readsSets: Bool { true }

    private enum Kind { case array, dictionary, set }

    /// A collection whose end has not been read. Both lists lie side by side so that they grow in place.
    private struct Collection {
        let kind: Kind
        var elements: [JSONValue] = []
        var members: [JSONValue.Member] = []
        var key = JSONString(text: "")
    }

    /// The document, complete when the reader has returned.
    private(set) var document = JSONValue.null
    /// The content that no payload can have, such as an archiver's identifier or a key that is not a text.
    private(set) var problem: String?
    private var open: [Collection] = []

    private mutating func append(_ value: JSONValue) {
        guard let top = open.indices.last else {
            document = value
            return
        }
        if open[top].kind == .dictionary {
            open[top].members.append(JSONValue.Member(key: open[top].key, value: value))
        } else {
            open[top].elements.append(value)
        }
    }

    mutating func null() { append(.null) }
    mutating func bool(_ value: Bool) { append(.bool(value)) }
    mutating func number(_ text: ByteRun) { append(.number(text.string)) }

    mutating func text(_ text: ByteRun) -> Bool {
        append(.string(JSONString(text)))
        return true
    }

    mutating func leaf(_ value: ParameterLeaf, text: ByteRun) {
        if case .object(let description) = value { problem = "holds the object \(description), which is no value" }
        append(.leaf(ParameterValue(value), text: text.string.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    mutating func beginArray() { open.append(Collection(kind: .array)) }
    mutating func beginDictionary() { open.append(Collection(kind: .dictionary)) }
    mutating func beginSet() { open.append(Collection(kind: .set)) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        if isMalformed { problem = "holds a key that is not a text" }
        open[open.count - 1].key = JSONString(text)
        return true
    }

    mutating func end() {
        guard let collection = open.popLast() else { return }
        switch collection.kind {
        case .array: append(.array(collection.elements))
        case .dictionary: append(.object(collection.members))
        case .set:
            // A list has no unpaired surrogates and no number that is out of range.
            append(.leaf(.set(Set(collection.elements.compactMap { try? $0.parameters() })), text: ""))
        }
    }
}

extension JSONString {
    /// Creates a string of a reader's bytes, in which an unpaired surrogate has three bytes, as U+FFFD has.
    fileprivate init(_ run: ByteRun) {
        if let text = run.validString {
            self.init(text: text)
        } else {
            var bytes = Array(run)
            for index in bytes.indices.dropLast(2) where bytes[index] == 0xED && bytes[index + 1] >= 0xA0 {
                bytes.replaceSubrange(index..<(index + 3), with: "\u{FFFD}".utf8)
            }
            self.init(text: String(decoding: bytes, as: UTF8.self), hasUnpairedSurrogate: true)
        }
    }
}
