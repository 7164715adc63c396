import SerializerComparison
import URLSerialization

/// Bytes as ASCII that is safe for a terminal: bytes that are not printable ASCII are written as escapes.
///
/// A character beyond ASCII becomes `\u{65E5}`, a byte that is not UTF-8 `\xFF`, a backslash `\\`.
struct PrintableBytes {
    /// The text.
    private(set) var text = ""
    /// The first byte of each scalar, and the column of its text.
    private var places: [(byte: Int, column: Int)] = []

    init(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            places.append((position, text.utf8.count))
            let length =
                bytes[position] < 0x80
                ? 1 : bytes.withUnsafeBufferPointer { ByteCursor($0).lengthOfCharacter(at: position) }
            if let length {
                let character = String(decoding: bytes[position..<position + length], as: UTF8.self)
                text += character.unicodeScalars.map(Self.text).joined()
                position += length
            } else {
                text += "\\x" + Self.hexadecimal(UInt32(bytes[position]), digits: 2)
                position += 1
            }
        }
        places.append((position, text.utf8.count))
    }

    /// Returns the column of the scalar to which a byte belongs, or the end for a byte past the last.
    func column(ofByte byte: Int) -> Int {
        // Most comparisons end in the first few hundred bytes; a binary search would be no shorter to read.
        places.last { $0.byte <= byte }?.column ?? 0
    }

    private static func text(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case " "..."~": String(scalar)
        default: "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
