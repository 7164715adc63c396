import Foundation

/// A checksum of 64 bits for bodies that are too large to keep, computed over pieces of any size at the speed of
/// memory.
///
/// It detects pieces that are missing, duplicated or exchanged. It is not a cryptographic hash.
package struct BodyDigest: Sendable {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var pending: UInt64 = 0
    private var pendingCount = 0
    private var length: UInt64 = 0

    package init() {}

    /// Takes in the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var index = 0
        while pendingCount != 0, index < bytes.count {
            append(bytes[index])
            index += 1
        }
        while index + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        while index < bytes.count {
            append(bytes[index])
            index += 1
        }
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The checksum of the bytes so far.
    package var value: UInt64 {
        var copy = self
        copy.mix(pending)
        copy.mix(length)
        return copy.state
    }

    private mutating func append(_ byte: UInt8) {
        pending |= UInt64(byte) << UInt64(8 * pendingCount)
        pendingCount += 1
        guard pendingCount == 8 else { return }
        mix(pending)
        pending = 0
        pendingCount = 0
    }

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x2545_F491_4F6C_DD1D
        state ^= state >> 29
    }
}
