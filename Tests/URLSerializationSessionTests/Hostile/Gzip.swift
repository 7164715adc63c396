import Foundation

/// Content compressed as far as deflate can (RFC 1951), some 1,030 to 1.
enum Gzip {
    /// A gzip member of zeros without its end: each byte of it stands for 1,032 after its first 40.
    ///
    /// - Parameter count: The length of the uncompressed content in bytes, at least 258 and rounded down to 4 × 258.
    static func zeros(_ count: Int) -> Data {
        var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        data += head
        // Four matches of 258 bytes each: their code and their distance's are a zero bit each.
        data += Data(count: count / (4 * 258))
        return data
    }

    /// One block with dynamic codes: a zero and the end of two bits, a match of 258 bytes and its distance of one.
    private static let head: Data = {
        var bits = Bits()
        bits.write(1, 1)
        bits.write(2, 2)
        // 286 codes of lengths and literals, one of distances, 18 codes of code lengths.
        bits.write(29, 5)
        bits.write(0, 5)
        bits.write(14, 4)
        // In the order 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1: 18 and 1 and 2 are used.
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
            bits.write([18: 1, 1: 2, 2: 2][symbol] ?? 0, 3)
        }
        let two = { (bits: inout Bits) in bits.writeCode(0b11, 2) }
        let one = { (bits: inout Bits) in bits.writeCode(0b10, 2) }
        let none = { (bits: inout Bits, count: Int) in
            bits.writeCode(0, 1)
            bits.write(count - 11, 7)
        }
        two(&bits)
        none(&bits, 138)
        none(&bits, 117)
        two(&bits)
        none(&bits, 28)
        one(&bits)
        one(&bits)
        // The byte that the first match repeats.
        bits.writeCode(0b10, 2)
        return bits.data
    }()

    /// Bits from the lowest of each byte up.
    private struct Bits {
        private(set) var data = Data()
        private var count = 0

        mutating func write(_ value: Int, _ width: Int) {
            for bit in 0..<width { append(value >> bit & 1) }
        }

        /// A code, from its highest bit.
        mutating func writeCode(_ value: Int, _ width: Int) {
            for bit in (0..<width).reversed() { append(value >> bit & 1) }
        }

        private mutating func append(_ bit: Int) {
            if count % 8 == 0 { data.append(0) }
            if bit == 1 { data[data.count - 1] |= 1 << UInt8(count % 8) }
            count += 1
        }
    }
}
