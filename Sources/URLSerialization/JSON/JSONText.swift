/// The text of strings in JSON (RFC 8259, section 7) as `JSONSerialization` writes it.
///
/// | text | JSON |
/// |---|---|
/// | `é` | `"é"` |
/// | `a/b` | `"a\/b"` |
/// | `"\` | `"\"\\"` |
/// | `\t` | `"\t"` |
/// | `\u{1}` | `"\u0001"` |
struct JSONText {
    private let escapesSlashes: Bool
    /// For each byte, the letter after its backslash: `u` for a hexadecimal escape, 0 for a byte that stays.
    private let escapes: [UInt8]

    static let standard = JSONText(escapesSlashes: true)
    static let withPlainSlashes = JSONText(escapesSlashes: false)

    private init(escapesSlashes: Bool) {
        self.escapesSlashes = escapesSlashes
        var escapes = [UInt8](repeating: 0, count: 256)
        for control in 0..<0x20 { escapes[control] = UInt8(ascii: "u") }
        for (byte, letter) in [(0x08, "b"), (0x09, "t"), (0x0A, "n"), (0x0C, "f"), (0x0D, "r")]
            as [(Int, Unicode.Scalar)]
        {
            escapes[byte] = UInt8(ascii: letter)
        }
        for byte in "\"\\".utf8 { escapes[Int(byte)] = byte }
        if escapesSlashes { escapes[Int(UInt8(ascii: "/"))] = UInt8(ascii: "/") }
        self.escapes = escapes
    }

    /// Returns the space that ``write(_:to:)`` needs: six bytes for each, and two quotes.
    @inline(__always)
    static func room(for count: Int) -> Int { count * 6 + 2 }

    /// The length in bytes from which unchanged runs are searched for before space is reserved.
    static let longLength = 128

    /// Appends a text in quotes.
    @inline(__always)
    func append(_ text: ByteRun, to buffer: inout ByteBuffer) {
        unsafe text.withBytes { unsafe append($0, to: &buffer) }
    }

    /// Appends a short key and a colon, after a comma unless the key is the first.
    @inline(__always)
    func appendKey(_ key: ByteRun, isFirst: Bool, to buffer: inout ByteBuffer) {
        unsafe buffer.append(maximum: Self.room(for: key.count) + 2) { target in
            var end = unsafe target
            if !isFirst {
                unsafe end[0] = UInt8(ascii: ",")
                unsafe end += 1
            }
            unsafe end += key.withBytes { unsafe write($0, to: end) }
            unsafe end[0] = UInt8(ascii: ":")
            return unsafe end + 1 - target
        }
    }

    @inline(__always)
    private func append(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        if text.count < Self.longLength {
            unsafe buffer.append(maximum: Self.room(for: text.count)) { unsafe write(text, to: $0) }
        } else {
            unsafe appendLong(text, to: &buffer)
        }
    }

    @inline(never)
    private func appendLong(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        guard let source = text.baseAddress else { return }
        // The JSON of most texts is about as long as the text. A longer one grows the buffer while it is written.
        buffer.reserve(text.count + text.count / 16 + Self.longLength)
        buffer.append(UInt8(ascii: "\""))
        var position = 0
        while position < text.count {
            let run = unsafe unchangedRun(in: text, from: position)
            unsafe buffer.append(UnsafeBufferPointer(start: source + position, count: run))
            position += run
            let block = min(text.count - position, 32)
            let rest = unsafe UnsafeBufferPointer(start: source + position, count: block)
            unsafe buffer.append(maximum: Self.room(for: block)) { unsafe writeEscaped(rest, to: $0) }
            position += block
        }
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a text in quotes and returns the number of bytes written. `target` has ``room(for:)`` it.
    @inline(__always)
    func write(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe target[0] = UInt8(ascii: "\"")
        let count = unsafe writeEscaped(text, to: target + 1)
        unsafe target[count + 1] = UInt8(ascii: "\"")
        return count + 2
    }

    @inline(__always)
    private func writeEscaped(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard var source = text.baseAddress else { return 0 }
        var end = unsafe target
        var rest = text.count
        while rest > 8 {
            unsafe writeUpTo8(source, 8, to: &end)
            unsafe source += 8
            rest -= 8
        }
        unsafe writeUpTo8(source, rest, to: &end)
        return unsafe end - target
    }

    /// Writes up to eight bytes, four or more of them as they are if none must be escaped. The words that are loaded
    /// and stored may overlap each other.
    @inline(__always)
    private func writeUpTo8(_ source: UnsafePointer<UInt8>, _ count: Int, to end: inout UnsafeMutablePointer<UInt8>) {
        if count >= 4 {
            let bytes = unsafe UnsafeRawPointer(source)
            let first = unsafe UInt64(bytes.loadUnaligned(as: UInt32.self))
            let last = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            if !mayNeedEscape(first | last << 32) {
                unsafe end.copyShort(source, count)
                unsafe end += count
                return
            }
        }
        for offset in 0..<count { unsafe store(source[offset], at: &end) }
    }

    @inline(__always)
    private func store(_ byte: UInt8, at end: inout UnsafeMutablePointer<UInt8>) {
        let letter = unsafe escapes.withUnsafeBufferPointer { unsafe $0[Int(byte)] }
        if letter == 0 {
            unsafe end[0] = byte
            unsafe end += 1
        } else {
            unsafe storeEscape(byte, letter, at: &end)
        }
    }

    private func storeEscape(_ byte: UInt8, _ letter: UInt8, at end: inout UnsafeMutablePointer<UInt8>) {
        unsafe end[0] = UInt8(ascii: "\\")
        unsafe end[1] = letter
        unsafe end += 2
        guard letter == UInt8(ascii: "u") else { return }
        unsafe end[0] = UInt8(ascii: "0")
        unsafe end[1] = UInt8(ascii: "0")
        unsafe end[2] = UInt8(ascii: "0") + (byte >> 4)
        unsafe end[3] = byte & 15 < 10 ? UInt8(ascii: "0") + (byte & 15) : UInt8(ascii: "a") + (byte & 15) - 10
        unsafe end += 4
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether the word may contain a byte that must be escaped. It is always true for a word that contains one.
    ///
    /// Subtracting `n` from a byte below 128 borrows, and sets the byte's high bit, where the byte is below `n`.
    @inline(__always)
    private func mayNeedEscape(_ word: UInt64) -> Bool {
        let controls = word &- Self.each(0x20)
        let quotes = (word ^ Self.each(UInt8(ascii: "\""))) &- Self.each(1)
        let backslashes = (word ^ Self.each(UInt8(ascii: "\\"))) &- Self.each(1)
        let slashes = escapesSlashes ? (word ^ Self.each(UInt8(ascii: "/"))) &- Self.each(1) : 0
        return (controls | quotes | backslashes | slashes) & ~word & Self.highBits != 0
    }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Returns the length of the run of unchanged bytes at a position, in whole words of 16 bytes. Without such runs
    /// the benchmark's *long-ascii* payload, as JSON, takes half as many instructions again.
    @inline(__always)
    private func unchangedRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var position = start
        while text.count - position >= 16 {
            let words = unsafe UnsafeRawPointer(base + position)
            let first = unsafe words.loadUnaligned(as: UInt64.self)
            let second = unsafe words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            if mayNeedEscape(first) || mayNeedEscape(second) { break }
            position += 16
        }
        return position - start
    }
}
