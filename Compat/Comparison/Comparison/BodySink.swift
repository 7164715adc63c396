import URLSerialization

/// A sink that makes the pairs of a body from a reader's calls, each with the payload's leaf in its place.
struct BodySink: ValueSink {
    static var readsSets: Bool { true }

    /// A collection whose end has not been read.
    private struct Collection {
        let isDictionary: Bool
        /// The leaf at or above the collection, which has parts in the body.
        let part: Int?
        var count = 0
    }

    private(set) var alignment: Alignment
    private let marks: Marks
    private let isJSON: Bool
    /// The leaves by places with the letters of their keys, if the body's keys differ from the payload's.
    private var converted: [PayloadPath: Int]?
    private var open: [Collection] = []
    private var path = PayloadPath()

    init(_ marks: Marks, isJSON: Bool) {
        (alignment, self.marks, self.isJSON) = (Alignment([], marks.leaves), marks, isJSON)
    }

    /// The leaf at the place of the next value. A key that was converted leads to the same place.
    private var leaf: Int? { marks.places[path] ?? converted?[path.letters] }

    /// Counts a value of the innermost collection.
    private mutating func advance() {
        guard let top = open.indices.last else { return }
        open[top].count += 1
        if !open[top].isDictionary { path.steps[top] = .index(open[top].count) }
    }

    private mutating func add(_ kind: SentPair.Kind, _ text: String = "") {
        let leaf = leaf
        // Equal paths share their memory.
        let known = leaf.map { alignment.leaves[$0].path }
        let pair = SentPair(kind, text, at: known == path ? known ?? path : path, isJSON: isJSON)
        alignment.append(pair, leaf ?? open.last?.part, isPart: leaf == nil)
        advance()
    }

    mutating func null() { add(.null, "null") }
    mutating func bool(_ value: Bool) { add(.boolean, "\(value)") }
    mutating func number(_ text: ByteRun) { add(.number, text.string) }

    mutating func text(_ text: ByteRun) -> Bool {
        add(.text, text.string)
        return true
    }

    mutating func leaf(_ value: ParameterValue, text: ByteRun) {
        add(SentPair.Kind(value), text.string.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private mutating func begin(isDictionary: Bool) {
        open.append(Collection(isDictionary: isDictionary, part: leaf ?? open.last?.part))
        path.steps.append(.index(0))
    }

    mutating func beginArray() { begin(isDictionary: false) }
    mutating func beginDictionary() { begin(isDictionary: true) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        let name = text.string
        if converted == nil, !marks.keys.contains(UTF8Key(name)) {
            converted = Dictionary(marks.leaves.indices.map { (marks.leaves[$0].path.letters, $0) }) { $1 }
        }
        path.steps[open.count - 1] = .key(name)
        return true
    }

    mutating func end() {
        let collection = open.removeLast()
        path.steps.removeLast()
        if collection.count > 0 { return advance() }
        add(collection.isDictionary ? .emptyDictionary : .emptyArray)
    }
}
