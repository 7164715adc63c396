/// A replacement of some bytes, and the loops that write texts with it: unchanged runs are copied 64 or 16 bytes at a
/// time, and other bytes are looked up in a table.
///
/// | escaper | text | written |
/// |---|---|---|
/// | of queries | `a b` | `a%20b` |
/// | of JSON | `a/b` | `a\/b` |
protocol ByteEscaper {
    /// The replacement of each byte: up to seven bytes, lowest first, and their count in the highest.
    ///
    /// A table lookup and an unaligned store for each byte, without a branch, are several times as fast as testing it:
    /// the benchmark's *flat* payload consists of such texts.
    var replacements: [UInt64] { get }

    /// The greatest number of bytes that replace one.
    static var longestReplacement: Int { get }

    /// Returns the lanes whose bytes stay unchanged.
    func unchangedLanes(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
}

extension ByteEscaper {
    /// Returns the entry of a byte that is replaced by others.
    static func replacement(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | UInt64(bytes.count) << 56
    }

    /// Returns an estimate of a long text's length once it is escaped, from its first 4 KiB.
    func estimatedLength(of text: ByteRun) -> Int {
        let sample = text.prefix(4096)
        let length = sample.reduce(0) { $0 + Int(replacements[Int($1)] >> 56) }
        return length * text.count / max(1, sample.count) + text.count / 32
    }

    /// The length from which space is reserved for a block at a time.
    static var longLength: Int { 64 }

    /// Returns the space that ``write(_:to:)`` needs: the replacements, and the rest of the last store.
    @inline(__always)
    static func room(for count: Int) -> Int { count * longestReplacement + 8 }

    @inline(__always)
    func appendEscaped(_ text: ByteRun, to buffer: inout ByteBuffer) {
        unsafe text.withBytes { bytes in
            if bytes.count < Self.longLength {
                unsafe buffer.append(maximum: Self.room(for: bytes.count)) { unsafe write(bytes, to: $0) }
            } else {
                unsafe appendLong(bytes, to: &buffer)
            }
        }
    }

    @inline(never)
    private func appendLong(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        guard let source = bytes.baseAddress else { return }
        buffer.reserve(bytes.count)
        for position in stride(from: 0, to: bytes.count, by: 256) {
            let count = min(bytes.count - position, 256)
            let block = unsafe UnsafeBufferPointer(start: source + position, count: count)
            unsafe buffer.append(maximum: Self.room(for: count)) { unsafe writeBlock(block, to: $0) }
        }
    }

    /// Writes a long text, copying unchanged runs. The benchmark's *long-ascii* payload shows it.
    @inline(__always)
    private func writeBlock(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        typealias Block = (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
        guard let source = bytes.baseAddress else { return 0 }
        var end = unsafe target
        var position = 0
        while position < bytes.count {
            var stays = true
            // Each load lies within the bytes, by the condition before it.
            while bytes.count - position >= 64 {
                let block = unsafe UnsafeRawPointer(source + position).loadUnaligned(as: Block.self)
                stays = allStay(block.0)
                guard stays, allStay(block.1), allStay(block.2), allStay(block.3) else { break }
                unsafe UnsafeMutableRawPointer(end).storeBytes(of: block, as: Block.self)
                unsafe end += 64
                position += 64
            }
            while stays, bytes.count - position >= 16 {
                let vector = unsafe UnsafeRawPointer(source + position).loadUnaligned(as: SIMD16<UInt8>.self)
                guard allStay(vector) else { break }
                unsafe UnsafeMutableRawPointer(end).storeBytes(of: vector, as: SIMD16<UInt8>.self)
                unsafe end += 16
                position += 16
            }
            let count = min(bytes.count - position, 64)
            unsafe end += writeEach(source + position, count, to: end)
            position += count
        }
        return unsafe end - target
    }

    /// Writes a text and returns the number of bytes written. There must be ``room(for:)`` them.
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
        guard count >= 4, unsafe allStay(source, count) else { return unsafe writeEach(source, count, to: target) }
        unsafe target.copyShort(source, count)
        return count
    }

    @inline(__always)
    private func writeEach(
        _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        unsafe replacements.withUnsafeBufferPointer { replacements in
            var end = UnsafeMutableRawPointer(target)
            for position in 0..<count {
                let replacement = unsafe replacements[Int(source[position])]
                unsafe end.storeBytes(of: replacement.littleEndian, as: UInt64.self)
                unsafe end += Int(replacement >> 56)
            }
            return unsafe end - UnsafeMutableRawPointer(target)
        }
    }

    /// Whether 4 to 16 bytes stay unchanged. The loads may overlap.
    @inline(__always)
    private func allStay(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
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
        return unsafe allStay(unsafeBitCast(words, to: SIMD16<UInt8>.self))
    }

    @inline(__always)
    private func allStay(_ bytes: SIMD16<UInt8>) -> Bool {
        let words = unsafe unsafeBitCast(unchangedLanes(bytes), to: SIMD2<UInt64>.self)
        return words.x & words.y == .max
    }
}
