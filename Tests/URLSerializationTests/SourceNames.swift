import Foundation

/// The names of types in a Swift source file: those that it declares and those that it uses.
///
/// Comments and texts are not code, but the interpolations in a text are.
struct SourceNames: Equatable {
    /// The types declared at the top level that other files see.
    private(set) var declared: Set<String> = []
    /// The types declared within others, and those that only this file sees.
    private(set) var local: Set<String> = []
    /// The capitalized names in code that do not follow a dot.
    private(set) var used: Set<String> = []

    init(declared: Set<String> = [], local: Set<String> = [], used: Set<String> = []) {
        (self.declared, self.local, self.used) = (declared, local, used)
    }

    init(_ source: String) {
        var scanner = SourceScanner(source)
        scanner.scanCode(isInterpolation: false)
        var (depth, isPrivate, previous) = (0, false, "")
        for token in scanner.tokens {
            switch token {
            case "{": depth += 1
            case "}": depth -= 1
            case "\n": isPrivate = false
            case "private", "fileprivate": isPrivate = true
            default: break
            }
            guard token != "\n" else { continue }
            if token.first?.isUppercase == true, previous != "." {
                if !Self.keywords.contains(previous) {
                    used.insert(token)
                } else if depth == 0, !isPrivate {
                    declared.insert(token)
                } else {
                    local.insert(token)
                }
            }
            previous = token
        }
        used.subtract(local)
        used.subtract(declared)
    }

    private static let keywords: Set = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
    ]
}

/// Splits a Swift source into names, single marks and line ends.
private struct SourceScanner {
    private(set) var tokens: [String] = []
    private let bytes: [UInt8]
    private var index = 0

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// Reads code to its end, or to the parenthesis that ends an interpolation.
    mutating func scanCode(isInterpolation: Bool) {
        var parentheses = 1
        while let byte = byte() {
            if begins("//") {
                while let byte = self.byte(), byte != UInt8(ascii: "\n") { index += 1 }
            } else if begins("/*") {
                skipComment()
            } else if let marks = textMarks() {
                index += marks + 1
                skipText(marks: marks)
            } else if Self.isInName(byte) {
                let start = index
                while let byte = self.byte(), Self.isInName(byte) { index += 1 }
                tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
            } else {
                if byte == UInt8(ascii: "(") { parentheses += 1 }
                if byte == UInt8(ascii: ")") { parentheses -= 1 }
                index += 1
                if isInterpolation, parentheses == 0 { return }
                if byte != UInt8(ascii: " ") { tokens.append(String(UnicodeScalar(byte))) }
            }
        }
    }

    private mutating func skipComment() {
        var depth = 0
        while index < bytes.count {
            if begins("/*") {
                depth += 1
                index += 2
            } else if begins("*/") {
                depth -= 1
                index += 2
                if depth == 0 { return }
            } else {
                index += 1
            }
        }
    }

    /// Reads a text after its first quotation mark, and the code of its interpolations.
    private mutating func skipText(marks: Int) {
        let isLong = begins("\"\"")
        if isLong { index += 2 }
        let marks = String(repeating: "#", count: marks)
        let end = (isLong ? "\"\"\"" : "\"") + marks
        while index < bytes.count, !begins(end) {
            if begins("\\" + marks + "(") {
                index += marks.utf8.count + 2
                scanCode(isInterpolation: true)
            } else {
                index += marks.isEmpty && begins("\\") ? 2 : 1
            }
        }
        index += end.utf8.count
    }

    /// Returns the number of number signs before a quotation mark here, or `nil` if no text begins.
    private func textMarks() -> Int? {
        var position = index
        while position < bytes.count, bytes[position] == UInt8(ascii: "#") { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        return position - index
    }

    private func byte() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func begins(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
