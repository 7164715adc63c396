import URLSerialization

/// The checksum of zlib and PHP's `crc32b`, with which 64 MiB are compared with a server's reading. It detects
/// accidental changes, and is fast without optimization.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { bits, _ in bits & 1 == 0 ? bits >> 1 : bits >> 1 ^ 0xEDB8_8320 }
    }

    private var bits = UInt32.max

    mutating func update(_ data: Data) {
        var bits = bits
        Self.table.withUnsafeBufferPointer { table in
            data.withUnsafeBytes { bytes in
                for byte in bytes { bits = table[Int(truncatingIfNeeded: (bits ^ UInt32(byte)) & 0xFF)] ^ bits >> 8 }
            }
        }
        self.bits = bits
    }

    /// Eight hexadecimal digits.
    var text: String { String(format: "%08x", ~bits) }
}
