extension String {
    /// The text with escapes for every character that controls a terminal or that a reader cannot see: control
    /// characters, directional characters, and invisible ones.
    ///
    /// `a␛[2Jb` → `a\u{1B}[2Jb`, `a‮txt.exe` → `a\u{202E}txt.exe`
    package var printable: String {
        guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return self }
        return replacingScalars { $0.isPrintable ? nil : $0.escape }
    }

    /// Returns the text with other texts in place of some scalars.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }

    /// The text between quotation marks, as a Swift literal, with only ``printable`` characters.
    package var quoted: String { debugDescription.printable }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character of ASCII or Latin-1 (C0, DEL, C1).
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// The scalar as a Swift literal has it: `\u{1B}`.
    package var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

    /// Whether the scalar is visible or a space.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}

extension String {
    /// Returns the text in an encoding, or `nil` if the encoding cannot represent it or the system lacks the encoding.
    func bytes(in encoding: Encoding) -> Data? {
        if encoding == .utf8 { return Data(utf8) }
        guard Self.usableEncodings.contains(encoding) else { return nil }
        return data(using: encoding)
    }

    /// On Linux some of the other encodings crash the process.
    static let usableEncodings = Set(availableStringEncodings).union(Encoding.byLabel.values)
}
