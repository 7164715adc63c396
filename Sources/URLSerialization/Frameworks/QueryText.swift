/// The bytes of a query, whose escapes are decoded in place: a decoded text is never longer than the text as sent.
///
/// | bytes, range | call | range, its bytes |
/// |---|---|---|
/// | `a+b=c%2Cd`, 0..<3 | `decode` | 0..<3, `a b` |
/// | `a+b=c%2Cd`, 4..<9 | `decode` | 4..<7, `c,d` |
/// | `100%`, 0..<4 | `decode` | 0..<4, `100%` |
/// | `100%`, 0..<4 | `decodeStrictly` | `nil` |
struct QueryText {
    /// The query as it was sent.
    let sent: [UInt8]
    private(set) var bytes: [UInt8]

    init(_ sent: [UInt8]) {
        self.sent = sent
        bytes = sent
    }

    // MARK: - Decoding

    /// Decodes escapes, with `+` for a space (WHATWG, URL, section 5.1), leaving a `%` without two hexadecimal digits
    /// as it is.
    mutating func decode(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(decode(range, keepsPercent: true) ?? range.upperBound)
    }

    /// Decodes escapes, or returns `nil` if a `%` is not followed by two hexadecimal digits. The bytes are then
    /// undefined.
    mutating func decodeStrictly(_ range: Range<Int>) -> Range<Int>? {
        decode(range, keepsPercent: false).map { range.lowerBound..<$0 }
    }

    /// Decodes escapes, or returns `nil` if that is not possible or the text is then not UTF-8. The bytes are then
    /// undefined.
    mutating func decodeAsUTF8(_ range: Range<Int>) -> Range<Int>? {
        decodeStrictly(range).flatMap { isUTF8($0) ? $0 : nil }
    }

    /// Replaces every `+` with a space, in the text as it was sent.
    mutating func decodeSpaces(_ range: Range<Int>) -> Range<Int> {
        for index in range {
            bytes[index] = sent[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : sent[index]
        }
        return range
    }

    /// Appends a decoded text, and returns its range.
    mutating func append(_ text: some Collection<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes += text
        return start..<bytes.count
    }

    /// Returns the range of a text with some bytes replaced, in a copy if any match.
    mutating func replacing(_ byte: UInt8, in range: Range<Int>, where isReplaced: (UInt8) -> Bool) -> Range<Int> {
        guard end(of: range, while: { !isReplaced($0) }) < range.upperBound else { return range }
        return append(bytes[range].map { isReplaced($0) ? byte : $0 })
    }

    private mutating func decode(_ range: Range<Int>, keepsPercent: Bool) -> Int? {
        PercentDecoder.decode(&bytes, range, plus: UInt8(ascii: " "), keepsPercent: keepsPercent)
    }

    // MARK: - Texts

    /// Whether a decoded text is UTF-8.
    func isUTF8(_ range: Range<Int>) -> Bool { bytes.withCursor { $0.run(range).isUTF8 } }

    /// Returns a text, in which bytes that are not UTF-8 are replaced by U+FFFD.
    func string(_ range: Range<Int>) -> String { bytes.withCursor { $0.run(range).string } }

    /// Returns a text in which bytes that are not UTF-8 are their hexadecimal digits after a prefix.
    func repaired(_ range: Range<Int>, prefix: String?) -> String {
        guard let prefix else { return string(range) }
        var (parser, rest, text) = (UTF8.ForwardParser(), bytes[range].makeIterator(), "")
        var index = range.lowerBound
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return text
            case .valid(let scalar):
                text.unicodeScalars.append(UTF8.decode(scalar))
                index += scalar.count
            case .error(let length):
                for byte in bytes[index..<(index + length)] {
                    text += prefix + String(byte, radix: 16, uppercase: true)
                }
                index += length
            }
        }
    }

    func index(of byte: UInt8, in range: Range<Int>) -> Int? {
        bytes.withCursor { $0.index(of: byte, from: range.lowerBound, to: range.upperBound) }
    }

    func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        bytes.withCursor { $0.run(left).hasSameBytes(as: $0.run(right)) }
    }

    /// Whether two texts are equal, apart from the case of their letters.
    func areEqualInAnyCase(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        bytes.withCursor { cursor in
            let (left, right) = (cursor.run(left), cursor.run(right))
            let isASCII = left.hasOnlyASCII
            guard isASCII == right.hasOnlyASCII else { return false }
            if !isASCII { return UTF8Key(left.string.lowercased()) == UTF8Key(right.string.lowercased()) }
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            return left.count == right.count
                && zip(left, right).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 && letters.contains($0 | 0x20) }
        }
    }

    /// - Parameter foldsCase: Whether texts that differ only in case have the same hash.
    func hash(_ range: Range<Int>, into hasher: inout Hasher, foldsCase: Bool) {
        bytes.withCursor { cursor in
            let run = cursor.run(range)
            if !foldsCase {
                run.hash(into: &hasher)
            } else if run.hasOnlyASCII {
                // The bit that distinguishes the cases of a letter is set in every byte.
                for offset in stride(from: 0, to: run.count, by: 8) {
                    hasher.combine(run.word(at: offset) | UInt64(eight: 0x20))
                }
            } else {
                run.string.lowercased().withRun { $0.hash(into: &hasher) }
            }
        }
    }

    /// Returns the end of the bytes at the start of a range that a predicate includes.
    @inline(__always)
    func end(of range: Range<Int>, while isIncluded: (UInt8) -> Bool) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, isIncluded(bytes[index]) { index += 1 }
        return index
    }
}

/// The pairs of a query between its separators, not decoded, and the offsets of their first `=`.
struct QueryPairs: Sequence, IteratorProtocol {
    struct Pair {
        let range: Range<Int>
        let equals: Int?
        /// Whether the pair has a `%` or a `+`.
        let isEscaped: Bool

        var name: Range<Int> { range.lowerBound..<(equals ?? range.upperBound) }
        /// The value, empty if there is no `=`.
        var value: Range<Int> { (equals.map { $0 + 1 } ?? range.upperBound)..<range.upperBound }
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private let end: Int
    private var cursor: Int?

    /// - Parameters:
    ///   - hasSemicolons: Whether `;` separates as `&` does.
    ///   - terminator: A byte at which the query ends.
    init(_ text: QueryText, hasSemicolons: Bool = false, terminator: UInt8? = nil) {
        bytes = text.sent
        separator = UInt8(ascii: hasSemicolons ? ";" : "&")
        end = terminator.flatMap { text.sent.firstIndex(of: $0) } ?? text.sent.count
        cursor = end == 0 ? nil : 0
    }

    mutating func next() -> Pair? {
        guard let start = cursor else { return nil }
        var index = start
        var equals: Int?
        var isEscaped = false
        while index < end, bytes[index] != UInt8(ascii: "&"), bytes[index] != separator {
            switch bytes[index] {
            case UInt8(ascii: "="): equals = equals ?? index
            case UInt8(ascii: "%"), UInt8(ascii: "+"): isEscaped = true
            default: break
            }
            index += 1
        }
        cursor = index < end ? index + 1 : nil
        return Pair(range: start..<index, equals: equals, isEscaped: isEscaped)
    }
}
