/// The writer of a query string. The key path is kept percent-encoded, so that a pair costs only a copy of it.
struct QueryWriter: PairSink, ~Copyable {
    private var output: ByteBuffer
    private var key = ByteBuffer(capacity: 256)
    private var isEmpty = true
    private let escaper: PercentEscaper

    init(style: QueryStyle) {
        self.init(style: style, output: ByteBuffer(capacity: 4096))
    }

    /// Creates a writer that appends to a buffer.
    init(style: QueryStyle, output: consuming ByteBuffer) {
        self.output = output
        escaper = style.spaces == .plus ? .afNetworkingWithPlus : .afNetworking
    }

    var keyLength: Int { key.count }

    /// A plus sign in the key path is a space: the escaper leaves no other.
    var keyText: String { String(decoding: PercentDecoder.bytes(decoding: storedKey), as: UTF8.self) }

    var storedKey: [UInt8] { unsafe key.withBytes { unsafe Array($0) } }

    mutating func restoreKey(_ stored: [UInt8]) {
        key.truncate(to: 0)
        unsafe stored.withUnsafeBufferPointer { unsafe key.append($0) }
    }

    /// The length of the query in bytes.
    var count: Int { output.count }

    /// Returns the query as text.
    borrowing func string() -> String { output.string() }

    /// Whether the query is in the memory that its buffer borrowed.
    var isBorrowed: Bool { output.isBorrowed }

    /// Returns the query's bytes, all of them ASCII.
    consuming func data() -> Data { output.takeData() }

    @inline(__always)
    mutating func appendKey(_ key: ByteRun, isNested: Bool) {
        unsafe key.withBytes { unsafe appendKey($0, isNested: isNested) }
    }

    @inline(__always)
    private mutating func appendKey(_ bytes: UnsafeBufferPointer<UInt8>, isNested: Bool) {
        guard bytes.count < PercentEscaper.longLength else { return unsafe appendLongKey(bytes, isNested: isNested) }
        unsafe key.append(maximum: PercentEscaper.room(for: bytes.count) + 6) { target in
            var end = unsafe target
            if isNested { unsafe Self.write(bracket: "B", to: &end) }
            unsafe end += escaper.write(bytes, to: end)
            if isNested { unsafe Self.write(bracket: "D", to: &end) }
            return unsafe end - target
        }
    }

    /// Writes `%5B` or `%5D`.
    @inline(__always)
    private static func write(bracket digit: Unicode.Scalar, to end: inout UnsafeMutablePointer<UInt8>) {
        unsafe end[0] = UInt8(ascii: "%")
        unsafe end[1] = UInt8(ascii: "5")
        unsafe end[2] = UInt8(ascii: digit)
        unsafe end += 3
    }

    private mutating func appendLongKey(_ bytes: UnsafeBufferPointer<UInt8>, isNested: Bool) {
        if isNested { key.append(literal: "%5B") }
        unsafe escaper.append(bytes, to: &key)
        if isNested { key.append(literal: "%5D") }
    }

    mutating func appendBrackets(index: Int?) {
        key.append(literal: "%5B")
        if let index { NumberText.append(Int64(index), to: &key) }
        key.append(literal: "%5D")
    }

    @inline(__always)
    mutating func truncateKey(to length: Int) {
        key.truncate(to: length)
    }

    @inline(__always)
    mutating func writePair(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws {
        switch leaf {
        case .string(let value): value.withRun { writePair(text: $0) }
        case .int(let value):
            unsafe appendPair(maximum: NumberText.longestInteger) { unsafe NumberText.write(value, to: $0) }
        case .bool(let value) where style.booleans == .numeric:
            unsafe appendPair(maximum: 1) { target in
                unsafe target[0] = value ? UInt8(ascii: "1") : UInt8(ascii: "0")
                return 1
            }
        case .double(let value) where style.numbers == .foundation:
            beginValue()
            // A number without an exponent has nothing to escape.
            if !NumberText.appendCommon(value, precision: 16, to: &output) {
                escaper.append(NumberText.formatted(value), to: &output)
            }
        default: try writeOther(leaf, style: style)
        }
    }

    @inline(never)
    private mutating func writeOther(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws {
        unsafe try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { memory in
            guard let start = memory.baseAddress else { return }
            var text = unsafe ByteBuffer(borrowing: start, capacity: memory.count)
            try LeafText.append(leaf, style: style, to: &text)
            beginValue()
            unsafe text.withBytes { unsafe escaper.append($0, to: &output) }
        }
    }

    @inline(__always)
    mutating func writePair(text: ByteRun) { unsafe text.withBytes { unsafe writePair(text: $0) } }

    @inline(__always)
    private mutating func writePair(text bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count < PercentEscaper.longLength else {
            beginValue()
            return unsafe escaper.append(bytes, to: &output)
        }
        let escaper = escaper
        unsafe appendPair(maximum: PercentEscaper.room(for: bytes.count)) { unsafe escaper.write(bytes, to: $0) }
    }

    /// Appends a pair whose value, at most `maximum` bytes, is written by `write`. Space is reserved once.
    @inline(__always)
    private mutating func appendPair(maximum: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        let isFirst = isEmpty
        isEmpty = false
        unsafe key.withBytes { key in
            unsafe output.append(maximum: key.count + 2 + maximum) { target in
                var end = unsafe target
                if !isFirst {
                    unsafe end[0] = UInt8(ascii: "&")
                    unsafe end += 1
                }
                if let source = key.baseAddress { unsafe end.copyShort(source, key.count) }
                unsafe end += key.count
                unsafe end[0] = UInt8(ascii: "=")
                unsafe end += 1
                return unsafe end - target + write(end)
            }
        }
    }

    mutating func writeBareKey() { beginPair() }

    @inline(__always)
    private mutating func beginPair() {
        if !isEmpty { output.append(UInt8(ascii: "&")) }
        isEmpty = false
        output.append(key)
    }

    @inline(__always)
    private mutating func beginValue() {
        beginPair()
        output.append(UInt8(ascii: "="))
    }
}
