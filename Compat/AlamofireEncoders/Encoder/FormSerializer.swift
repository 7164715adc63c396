import URLSerialization

/// The writer of a form's tree as a query string, with the results of Alamofire's serializer. If pairs are
/// alphabetized, the percent-encoded texts of the parts of each array and object are sorted. The order therefore
/// depends on values as well as keys, and the elements of `[10, 9]` change places.
struct FormSerializer {
    private let tree: ModelTree
    private let encoder: URLEncodedFormEncoder
    private let escaper: FormEscaper
    private let keyStrategy: KeyStrategy
    /// Whether a key path can be percent-encoded as it grows, because no closure and no
    /// ``URLEncodedFormEncoder/keyEncoding`` needs the whole path.
    private let growsEscaped: Bool
    private let openingBracket: [UInt8]
    private let closingBracket: [UInt8]
    private let alphabetizes: Bool

    private var output: [UInt8] = []
    /// The sorted parts of a collection, before they are copied back to the output.
    private var sorted: [UInt8] = []
    /// The current key path, percent-encoded, if it grows escaped.
    private var escapedKey: [UInt8] = []
    /// The current key path as text, if a closure or a key encoding needs the whole path.
    private var key = ""

    init(_ tree: consuming ModelTree, encoder: URLEncodedFormEncoder, escaper: FormEscaper) {
        self.tree = tree
        self.encoder = encoder
        self.escaper = escaper
        keyStrategy = encoder.keyEncoding.strategy
        growsEscaped = encoder.growsEscaped
        alphabetizes = encoder.alphabetizeKeyValuePairs
        openingBracket = escaper.escape("[")
        closingBracket = escaper.escape("]")
        output.reserveCapacity(self.tree.texts.count * 2 + 256)
        escapedKey.reserveCapacity(256)
    }

    /// Returns the query string, which is ASCII.
    mutating func serialize() -> [UInt8] {
        appendParts(of: 0, kind: .object, isRoot: true)
        return output
    }

    /// Appends a node. It is recursive, but encoding has limited the depth of the tree.
    private mutating func append(_ node: Int) {
        let kind = tree.nodes[node].kind
        switch kind {
        case .empty: break
        case .text: appendPair(tree.nodes[node].text)
        case .array, .object: appendParts(of: node, kind: kind, isRoot: false)
        }
    }

    private mutating func appendPair(_ text: Range<Int>) {
        if growsEscaped {
            output.append(contentsOf: escapedKey)
        } else {
            escaper.append(keyStrategy.text(of: key), to: &output)
        }
        output.append(UInt8(ascii: "="))
        output.append(contentsOf: tree.texts[text])
    }

    /// Appends the parts of a collection with `&` between them, sorted if the encoder alphabetizes.
    private mutating func appendParts(of node: Int, kind: ModelTree.Node.Kind, isRoot: Bool) {
        let children = tree.nodes[node].children
        let (start, length, path) = (output.count, escapedKey.count, key)
        var parts: [Part] = []
        let common = commonLength(of: kind, isRoot: isRoot)
        let isSorting = alphabetizes && children.count > 1
        if isSorting { parts.reserveCapacity(children.count) }
        for (position, child) in children.enumerated() {
            if position > 0 { output.append(UInt8(ascii: "&")) }
            let partStart = output.count
            if kind == .array {
                appendIndex(position)
            } else {
                appendKey(tree.nodes[Int(child)].key, isRoot: isRoot)
            }
            append(Int(child))
            if isSorting { parts.append(part(from: partStart, common: common)) }
            if growsEscaped { escapedKey.removeLast(escapedKey.count - length) } else { key = path }
        }
        if isSorting { sort(&parts, from: start) }
    }

    // MARK: - Keys

    private mutating func appendKey(_ subkey: String, isRoot: Bool) {
        let form = encoder.keyPathEncoding.form
        if !growsEscaped {
            key += isRoot ? subkey : form.text(of: subkey)
        } else if isRoot {
            escaper.append(subkey, to: &escapedKey)
        } else if case .brackets = form {
            escapedKey.append(contentsOf: openingBracket)
            escaper.append(subkey, to: &escapedKey)
            escapedKey.append(contentsOf: closingBracket)
        } else {
            escaper.append(form.text(of: subkey), to: &escapedKey)
        }
    }

    private mutating func appendIndex(_ index: Int) {
        let brackets: String
        switch encoder.arrayEncoding {
        case .noBrackets: return
        case .brackets: brackets = "[]"
        case .indexInBrackets: brackets = "[\(index)]"
        case .custom(let text): return key = text(key, index)
        }
        if growsEscaped { escaper.append(brackets, to: &escapedKey) } else { key += brackets }
    }

    // MARK: - Order

    /// The text between two `&` of a collection.
    private struct Part {
        /// The first eight bytes after the common beginning of all parts, which distinguish most of them; zeros past
        /// the end.
        let word: UInt64
        let range: Range<Int>
    }

    private func part(from start: Int, common: Int) -> Part {
        var word: UInt64 = 0
        for position in (start + common)..<(start + common + 8) {
            word = word << 8 | (position < output.count ? UInt64(output[position]) : 0)
        }
        return Part(word: word, range: start..<output.count)
    }

    /// Returns the number of bytes with which all parts of a collection begin.
    private func commonLength(of kind: ModelTree.Node.Kind, isRoot: Bool) -> Int {
        guard growsEscaped, !isRoot else { return 0 }
        guard kind == .object, case .brackets = encoder.keyPathEncoding.form else { return escapedKey.count }
        return escapedKey.count + openingBracket.count
    }

    /// Sorts adjacent parts, separated by `&`, by their bytes from a position on.
    private mutating func sort(_ parts: inout [Part], from start: Int) {
        let isSorted = output.withUnsafeBufferPointer { bytes in
            zip(parts, parts.dropFirst()).allSatisfy { !Self.precedes($1, $0, in: bytes) }
        }
        guard !isSorted else { return }
        sorted.removeAll(keepingCapacity: true)
        output.withUnsafeBufferPointer { bytes in
            parts.sort { Self.precedes($0, $1, in: bytes) }
            for part in parts {
                if !sorted.isEmpty { sorted.append(UInt8(ascii: "&")) }
                sorted.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[part.range]))
            }
        }
        output.removeLast(output.count - start)
        output.append(contentsOf: sorted)
    }

    @inline(__always)
    private static func precedes(_ left: Part, _ right: Part, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        left.word == right.word ? precedes(left.range, right.range, in: bytes) : left.word < right.word
    }

    @inline(never)
    private static func precedes(
        _ left: Range<Int>, _ right: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let common = min(left.count, right.count)
        guard common > 0, let base = bytes.baseAddress else { return left.count < right.count }
        let order = memcmp(base + left.lowerBound, base + right.lowerBound, common)
        return order == 0 ? left.count < right.count : order < 0
    }
}

/// The percent-encoder of the keys and texts of a form according to ``URLEncodedFormEncoder/allowedCharacters`` and
/// ``URLEncodedFormEncoder/spaceEncoding``.
enum FormEscaper: Sendable {
    /// The usual characters, which the core escapes.
    case core(PercentEscaper)
    /// Other characters, which Foundation escapes. A space is always escaped separately.
    case foundation(CharacterSet, space: String)

    init(allowed: CharacterSet, space: URLEncodedFormEncoder.SpaceEncoding) {
        if allowed == .afURLQueryAllowed {
            self = .core(space == .plusReplaced ? .afNetworkingWithPlus : .afNetworking)
        } else {
            self = .foundation(allowed.union([" "]), space: space == .plusReplaced ? "+" : "%20")
        }
    }

    @inline(__always)
    func append(_ text: String, to bytes: inout [UInt8]) {
        switch self {
        case .core(let escaper): escaper.append(text, to: &bytes)
        case .foundation(let allowed, let space):
            let escaped = text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
            bytes.append(contentsOf: escaped.replacingOccurrences(of: " ", with: space).utf8)
        }
    }

    func escape(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }
}
