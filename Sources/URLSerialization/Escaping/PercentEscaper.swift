/// An escaper that percent-encodes text as UTF-8, with upper-case hexadecimal digits (RFC 3986, section 2.1).
///
/// | text | escaped |
/// |---|---|
/// | `a-b._~/?` | `a-b._~/?` |
/// | `a b&c` | `a%20b%26c` |
/// | `é` | `%C3%A9` |
/// | `k[]` | `k%5B%5D` |
///
/// Any text can be escaped, of any length; nothing is split inside a character.
///
/// - Complexity: Linear in the length of the text.
public struct PercentEscaper: Sendable {
    /// The replacement of each byte: up to three bytes, lowest first, and their count in the highest.
    ///
    /// A table lookup and an unaligned store for each byte, without a branch, are several times as fast as testing it:
    /// the benchmark's *flat* payload consists of such texts.
    private let replacements: [UInt32]

    /// An escaper that leaves letters, digits and `-._~/?`, and escapes everything else
    /// (`AFPercentEscapedStringFromString`).
    public static let afNetworking = PercentEscaper(spaceAsPlus: false)

    /// An escaper as ``afNetworking``, except that a space becomes `+`, as in HTML forms.
    package static let afNetworkingWithPlus = PercentEscaper(spaceAsPlus: true)

    private init(spaceAsPlus: Bool) {
        let digits = Array("0123456789ABCDEF".utf8).map(UInt32.init)
        replacements = (0...UInt8.max).map { byte in
            if byte.isLetterOrDigit || "-._~/?".utf8.contains(byte) { return UInt32(byte) | 1 << 24 }
            if spaceAsPlus, byte == UInt8(ascii: " ") { return UInt32(UInt8(ascii: "+")) | 1 << 24 }
            return UInt32(UInt8(ascii: "%")) | digits[Int(byte >> 4)] << 8 | digits[Int(byte & 15)] << 16 | 3 << 24
        }
    }

    /// Returns a text, percent-encoded.
    public func escape(_ text: String) -> String {
        var buffer = ByteBuffer(capacity: text.utf8.count + 16)
        append(text, to: &buffer)
        return buffer.string()
    }

    /// Returns about the length of a long text once it is escaped.
    ///
    /// The estimate samples one byte in 16, at most 4096, and adds 1/32 unless all of them are replaced by as many
    /// bytes. Counting every byte would take half as long as escaping it; the benchmark's *long-ascii* payload shows
    /// it.
    func estimatedLength(of text: ByteRun) -> Int { unsafe text.withBytes(estimatedLength) }

    private func estimatedLength(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let (sampleLength, samples) = (64, min(64, bytes.count / 1024))
        guard samples > 1 else { return unsafe bytes.reduce(0) { $0 + replacementLength(of: $1) } }
        let distance = (bytes.count - sampleLength) / (samples - 1)
        var length = 0
        for sample in 0..<samples {
            length += unsafe bytes[(sample * distance)...].prefix(sampleLength).reduce(0) {
                $0 + replacementLength(of: $1)
            }
        }
        let sampled = samples * sampleLength
        let estimate = bytes.count * length / sampled
        return length == sampled || length == sampled * 3 ? estimate : estimate + estimate / 32
    }

    @inline(__always)
    private func replacementLength(of byte: UInt8) -> Int { Int(replacements[Int(byte)] >> 24) }

    /// Appends a text, percent-encoded.
    package func append(_ text: String, to bytes: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { memory in
            guard let start = memory.baseAddress else { return }
            var buffer = unsafe ByteBuffer(borrowing: start, capacity: memory.count)
            append(text, to: &buffer)
            unsafe buffer.withBytes { unsafe bytes.append(contentsOf: $0) }
        }
    }

    @inline(__always)
    func append(_ text: String, to buffer: inout ByteBuffer) {
        text.withRun { append($0, to: &buffer) }
    }

    @inline(__always)
    func append(_ text: ByteRun, to buffer: inout ByteBuffer) {
        unsafe text.withBytes { unsafe append($0, to: &buffer) }
    }

    @inline(__always)
    private func append(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        if bytes.count < Self.longLength {
            unsafe buffer.append(maximum: Self.room(for: bytes.count)) { unsafe write(bytes, to: $0) }
        } else {
            unsafe appendLong(bytes, to: &buffer)
        }
    }

    /// The length from which allowed runs are searched for; in shorter texts the search costs more than it saves.
    static let longLength = 64
    /// The number of bytes for which space is reserved at a time.
    private static let blockLength = 256
    /// The length from which the output's length is estimated beforehand.
    private static let sampledLength = 4096

    @inline(never)
    private func appendLong(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        guard let source = bytes.baseAddress else { return }
        if bytes.count >= Self.sampledLength {
            buffer.reserve(atLeast: bytes.count) {
                unsafe estimatedLength(of: bytes) + Self.room(for: Self.blockLength)
            }
        }
        var position = 0
        while position < bytes.count {
            let count = min(bytes.count - position, Self.blockLength)
            let block = unsafe UnsafeBufferPointer(start: source + position, count: count)
            unsafe buffer.append(maximum: Self.room(for: count)) { unsafe writeBlock(block, to: $0) }
            position += count
        }
    }

    /// 64 bytes.
    private typealias Block = (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

    /// Writes bytes escaped, allowed ones 64 or 16 at a time, and returns the number of bytes written. `target` has
    /// ``room(for:)`` them. Without the 16 the benchmark's *long-ascii* payload takes twice as many instructions, and
    /// without the 64 a quarter more time in its slowest processes.
    @inline(__always)
    private func writeBlock(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard let source = bytes.baseAddress else { return 0 }
        var end = unsafe target
        var position = 0
        while position < bytes.count {
            var isAllowed = true
            // Each load lies within the bytes, by the condition before it.
            while bytes.count - position >= 64 {
                let block = unsafe UnsafeRawPointer(source + position).loadUnaligned(as: Block.self)
                isAllowed = Self.areAllowed(block.0)
                guard isAllowed, Self.areAllowed(block.1), Self.areAllowed(block.2),
                    Self.areAllowed(block.3)
                else { break }
                unsafe UnsafeMutableRawPointer(end).storeBytes(of: block, as: Block.self)
                unsafe end += 64
                position += 64
            }
            while isAllowed, bytes.count - position >= 16 {
                let vector = unsafe UnsafeRawPointer(source + position).loadUnaligned(as: SIMD16<UInt8>.self)
                guard Self.areAllowed(vector) else { break }
                unsafe UnsafeMutableRawPointer(end).storeBytes(of: vector, as: SIMD16<UInt8>.self)
                unsafe end += 16
                position += 16
            }
            let count = min(bytes.count - position, 64)
            unsafe end += writeEach(UnsafeBufferPointer(start: source + position, count: count), to: end)
            position += count
        }
        return unsafe end - target
    }

    /// Returns the space that ``write(_:to:)`` needs: a store writes up to eight bytes and advances by at most six.
    @inline(__always)
    static func room(for count: Int) -> Int { count * 3 + 8 }

    /// Writes bytes escaped and returns the number of bytes written. `target` has ``room(for:)`` them.
    ///
    /// Up to 16 bytes at a time are copied if all are allowed, as in most keys; others go through the table.
    @inline(__always)
    func write(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard var source = bytes.baseAddress else { return 0 }
        var end = unsafe target
        var rest = bytes.count
        while rest > 16 {
            unsafe end += writeUpTo16(source, 16, to: end)
            unsafe source += 16
            rest -= 16
        }
        return unsafe end - target + writeUpTo16(source, rest, to: end)
    }

    @inline(__always)
    private func writeUpTo16(
        _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard count >= 4, unsafe Self.areAllowed(source, count) else {
            return unsafe writeEach(UnsafeBufferPointer(start: source, count: count), to: target)
        }
        unsafe target.copyShort(source, count)
        return count
    }

    /// Whether all of 4 to 16 bytes are allowed. They are read as words that may overlap each other.
    @inline(__always)
    private static func areAllowed(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let bytes = unsafe UnsafeRawPointer(source)
        let words =
            if count >= 8 {
                unsafe SIMD2(
                    bytes.loadUnaligned(as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            } else {
                unsafe SIMD2(
                    repeating: UInt64(bytes.loadUnaligned(as: UInt32.self))
                        | UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) << 32)
            }
        return unsafe areAllowed(unsafeBitCast(words, to: SIMD16<UInt8>.self))
    }

    /// Writes bytes escaped, each by the table, and returns the number of bytes written. `target` has ``room(for:)``
    /// them.
    @inline(__always)
    private func writeEach(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard let source = bytes.baseAddress else { return 0 }
        return unsafe replacements.withUnsafeBufferPointer { replacements in
            var end = UnsafeMutableRawPointer(target)
            var position = 0
            while bytes.count - position >= 8 {
                let word = unsafe UnsafeRawPointer(source + position).loadUnaligned(as: UInt64.self)
                if word & Self.highBits == Self.highBits {
                    unsafe Self.storeEscaped(source + position, at: &end, replacements)
                } else {
                    for offset in 0..<8 { unsafe Self.store(replacements[Int(source[position + offset])], at: &end) }
                }
                position += 8
            }
            while position < bytes.count {
                unsafe Self.store(replacements[Int(source[position])], at: &end)
                position += 1
            }
            return unsafe end - UnsafeMutableRawPointer(target)
        }
    }

    @inline(__always)
    private static func store(_ replacement: UInt32, at end: inout UnsafeMutableRawPointer) {
        unsafe end.storeBytes(of: replacement.littleEndian, as: UInt32.self)
        unsafe end += Int(replacement >> 24)
    }

    /// Stores eight bytes, each replaced by three, two of them at a time: the benchmark's *long-cjk* payload consists
    /// of these.
    @inline(__always)
    private static func storeEscaped(
        _ source: UnsafePointer<UInt8>, at end: inout UnsafeMutableRawPointer,
        _ replacements: UnsafeBufferPointer<UInt32>
    ) {
        for offset in stride(from: 0, to: 8, by: 2) {
            let first = unsafe UInt64(replacements[Int(source[offset])]) & 0xFF_FFFF
            let second = unsafe UInt64(replacements[Int(source[offset + 1])]) & 0xFF_FFFF
            unsafe end.storeBytes(of: (first | second << 24).littleEndian, as: UInt64.self)
            unsafe end += 6
        }
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether all 16 bytes are letters, digits or `-._~/?`.
    @inline(__always)
    private static func areAllowed(_ bytes: SIMD16<UInt8>) -> Bool {
        let words = unsafe unsafeBitCast(allowedLanes(bytes), to: SIMD2<UInt64>.self)
        return words.x & words.y == .max
    }

    /// Returns a mask with ones in the lanes of bytes that are letters, digits or `-._~/?`.
    ///
    /// Each mask is bound to a constant and the masks' bits are read as words: combined in one expression, or tested
    /// by `all(_:)`, they compile to a loop over the lanes that takes three hundred times as long.
    @inline(__always)
    private static func allowedLanes(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let lowerCased = (bytes | SIMD16<UInt8>(repeating: 0x20)) &- SIMD16<UInt8>(repeating: UInt8(ascii: "a"))
        let letters = lowerCased .< SIMD16<UInt8>(repeating: 26)
        // '-', '.', '/' and the digits are neighbors.
        let digits = (bytes &- SIMD16<UInt8>(repeating: UInt8(ascii: "-"))) .< SIMD16<UInt8>(repeating: 13)
        let questions = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "?"))
        let underscores = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "_"))
        let tildes = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "~"))
        let ranges = letters .| digits
        let singles = questions .| underscores
        let allowed = ranges .| singles .| tildes
        return unsafe unsafeBitCast(allowed, to: SIMD16<UInt8>.self)
    }
}
