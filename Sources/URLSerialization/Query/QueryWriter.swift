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
    mutating func appendKey(_ bytes: ByteRun, isNested: Bool) {
        if isNested { key.append(literal: "%5B") }
        escaper.append(bytes, to: &key)
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
    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        switch leaf {
        case .string(let value): value.withRun { writePair(text: $0) }
        case .int(let value):
            beginValue()
            NumberText.append(value, to: &output)
        case .bool(let value) where style.booleans == .numeric:
            beginValue()
            output.append(value ? UInt8(ascii: "1") : UInt8(ascii: "0"))
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
    private mutating func writeOther(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        unsafe try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { memory in
            guard let start = memory.baseAddress else { return }
            var text = unsafe ByteBuffer(borrowing: start, capacity: memory.count)
            try LeafText.append(leaf, style: style, to: &text)
            beginValue()
            escaper.append(text.run(), to: &output)
        }
    }

    @inline(__always)
    mutating func writePair(text: ByteRun) {
        beginValue()
        escaper.append(text, to: &output)
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
