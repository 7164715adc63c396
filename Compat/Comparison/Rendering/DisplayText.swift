/// Text made safe for a terminal.
package enum DisplayText {
    /// The text with control characters, invisible and direction-changing ones as escapes, and where the terminal is
    /// not known to read UTF-8 all but ASCII as well: `\n`, `\u{1B}`.
    package static func escaped(_ text: String, isUnicode: Bool) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var result = ""
        for character in text {
            // Joiners and selectors inside a visible character are part of it; alone they are invisible.
            let isCluster =
                character.unicodeScalars.count > 1 && character.unicodeScalars.first.map(isPrintable) == true
            for scalar in character.unicodeScalars {
                let isKept =
                    isPrintable(scalar) || (isCluster && [0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value))
                if isKept, isUnicode || scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += escape(scalar)
                }
            }
        }
        return result
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        // A mark is printable only on what precedes it; Swift joins those into one character.
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
