/// The scripts of random texts.
package enum Script: CaseIterable, Sendable {
    case letters, unreserved, reserved, control, latin, greek, cyrillic, kana, hangul, jamo, chinese, emoji, marks,
        privateUse, byteOrderMark

    private var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .letters: [0x61...0x7A, 0x41...0x5A, 0x30...0x39]
        case .unreserved: [0x61...0x7A, 0x2D...0x39, 0x5F...0x5F, 0x7E...0x7E, 0x3F...0x3F]
        case .reserved: [0x20...0x2C, 0x3A...0x3E, 0x40...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...0x7D]
        case .control: [0x00...0x1F, 0x7F...0x9F]
        case .latin: [0xA0...0x24F, 0x1E00...0x1EFF]
        case .greek: [0x370...0x3FF, 0x1F00...0x1FFF]
        case .cyrillic: [0x400...0x52F]
        case .kana: [0x3040...0x30FF]
        case .hangul: [0xAC00...0xD7A3]
        case .jamo: [0x1100...0x11FF]
        case .chinese: [0x4E00...0x9FFF, 0xF900...0xFAD9, 0x20000...0x2A6DF]
        case .emoji: [0x1F300...0x1FAFF, 0x200D...0x200D, 0xFE0F...0xFE0F, 0x1F1E6...0x1F1FF]
        case .marks: [0x300...0x345, 0x483...0x487, 0x5B0...0x5BD, 0x3099...0x309A]
        // Foundation's decoders drop it at the beginning of a text.
        case .byteOrderMark: [0xFEFF...0xFEFF]
        case .privateUse: [0xE000...0xF8FF, 0xFFF0...0xFFFF, 0x10FF00...0x10FFFF]
        }
    }

    package func scalar(using generator: inout SeededGenerator) -> Unicode.Scalar {
        let range = generator.element(of: ranges)
        let value = UInt32.random(in: range, using: &generator)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

extension SeededGenerator {
    package mutating func text(scalars count: Int, of scripts: [Script]) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(element(of: scripts).scalar(using: &self)) }
        return String(text)
    }
}
