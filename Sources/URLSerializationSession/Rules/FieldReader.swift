/// A position in a header field's value, and the operations that move it.
///
/// | rest | call | result, rest |
/// |---|---|---|
/// | `a b;c` | `take { $0 != ";" }` | `a b`, `;c` |
/// | `"a\"b";c` | `quotedString()` | `a"b`, `;c` |
/// | ` "a;b" x;c` | `value(to: ";") { $0 != " " }` | `a;b`, `;c` |
struct FieldReader {
    /// The text that has not been read.
    var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text[...].unicodeScalars }

    /// Removes the scalars at the start that a predicate includes, and returns them.
    @discardableResult
    mutating func take(while isIncluded: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: isIncluded)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Reads a parameter's value: a quoted string, or the scalars that a predicate includes. Skips to the separator.
    mutating func value(
        to separator: Unicode.Scalar, escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in true },
        while isIncluded: (Unicode.Scalar) -> Bool
    ) -> String {
        take(while: Self.isSpace)
        let value = rest.first == "\"" ? quotedString(escaping: isEscaped) : take(while: isIncluded)
        skipElement(to: separator)
        return value
    }

    /// Skips to the next separator outside quotes.
    mutating func skipElement(to separator: Unicode.Scalar) {
        while let scalar = rest.first, scalar != separator {
            if scalar == "\"" { _ = quotedString() } else { rest.removeFirst() }
        }
    }

    /// Returns the content of the quoted string at the start, which may lack its closing quote (RFC 9110, section
    /// 5.6.4).
    ///
    /// - Parameter isEscaped: Returns whether a backslash before a scalar escapes it.
    mutating func quotedString(escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in true }) -> String {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            let escaped = scalar == "\\" ? rest.first.flatMap { isEscaped($0) ? $0 : nil } : nil
            if escaped != nil { rest.removeFirst() }
            text.append(escaped ?? scalar)
        }
        return String(text)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
