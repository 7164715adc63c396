import TestSupport

extension [UInt8] {
    /// Returns the bytes with some of them changed, removed, inserted or duplicated, or with the end cut off.
    func mutated(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
            case 4: bytes.insert(generator.element(of: Array("\"\\{}[],:<>/&;0e.-ut \u{80}".utf8)), at: index)
            case 5: bytes.insert(contentsOf: bytes[index...].prefix(4), at: index)
            default: bytes.removeSubrange((bytes.count - Swift.min(bytes.count, index % 8))...)
            }
        }
        return bytes
    }
}
