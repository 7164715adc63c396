/// The hash functions of Digest authentication: MD5 (RFC 1321) and SHA-256 (FIPS 180-4). On Linux, no library that
/// Foundation needs has a public implementation.
///
///     md5        abc    900150983cd24fb0d6963f7d28e17f72
///     sha256     abc    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
enum MessageDigest: String {
    case md5 = "md5"
    case sha256 = "sha-256"

    /// Returns the digest of a text's UTF-8 bytes in hexadecimal digits.
    func hexadecimal(_ text: String) -> String {
        digest(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    func digest(_ bytes: [UInt8]) -> [UInt8] {
        words(of: bytes).flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private func words(of message: [UInt8]) -> [UInt32] {
        let bits = UInt64(message.count) * 8
        var bytes = message + [0x80]
        bytes += repeatElement(0, count: (120 - bytes.count % 64) % 64)
        bytes += withUnsafeBytes(of: self == .md5 ? bits.littleEndian : bits.bigEndian) { Array($0) }
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            ordered((0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) })
        }
        var state: [UInt32] =
            self == .md5
            ? [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
            : Self.primes.prefix(8).map { Self.fraction($0.squareRoot()) }
        for start in stride(from: 0, to: words.count, by: 16) {
            let block = words[start..<start + 16]
            let mixed = self == .md5 ? Self.mixMD5(state, Array(block)) : Self.mixSHA256(state, Array(block))
            state = zip(state, mixed).map { $0 &+ $1 }
        }
        return state.map(ordered)
    }

    /// Converts a word from big-endian order to the function's byte order, or back.
    private func ordered(_ word: UInt32) -> UInt32 { self == .md5 ? word.byteSwapped : word }

    private static func mixMD5(_ state: [UInt32], _ block: [UInt32]) -> [UInt32] {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (mix, word) =
                switch step / 16 {
                case 0: (b & c | ~b & d, step)
                case 1: (d & b | ~d & c, 5 * step + 1)
                case 2: (b ^ c ^ d, 3 * step + 5)
                default: (c ^ (b | ~d), 7 * step)
                }
            let sum = a &+ mix &+ sines[step] &+ block[word % 16]
            (a, d, c, b) = (d, c, b, b &+ rotated(sum, right: 32 - shifts[step / 16][step % 4]))
        }
        return [a, b, c, d]
    }

    private static func mixSHA256(_ state: [UInt32], _ block: [UInt32]) -> [UInt32] {
        var words = block
        for step in 16..<64 {
            let (late, early) = (words[step - 2], words[step - 15])
            words.append(
                words[step - 16] &+ words[step - 7]
                    &+ (rotated(early, right: 7) ^ rotated(early, right: 18) ^ early >> 3)
                    &+ (rotated(late, right: 17) ^ rotated(late, right: 19) ^ late >> 10))
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in 0..<64 {
            let sum =
                h &+ (rotated(e, right: 6) ^ rotated(e, right: 11) ^ rotated(e, right: 25)) &+ (e & f ^ ~e & g)
                &+ roots[step] &+ words[step]
            let other =
                (rotated(a, right: 2) ^ rotated(a, right: 13) ^ rotated(a, right: 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum, c, b, a, sum &+ other)
        }
        return [a, b, c, d, e, f, g, h]
    }

    private static func rotated(_ word: UInt32, right count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }
    private static let roots = primes.map { fraction(cbrt($0)) }
    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }.map(
        Double.init)

    /// Returns the first 32 bits of a number's fraction.
    private static func fraction(_ number: Double) -> UInt32 { UInt32((number - number.rounded(.down)) * 0x1p32) }
}
