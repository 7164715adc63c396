/// A position in a header field's value, and the operations that move it.
///
/// | rest | call | result, rest |
/// |---|---|---|
/// | `a b;c` | `take { $0 != ";" }` | `a b`, `;c` |
/// | `"a\"b";c` | `value(to: ";") { $0 != " " }` | `a"b`, `;c` |
/// | ` "a;b" x;c` | `value(to: ";") { $0 != " " }` | `a;b`, `;c` |
/// | `"a b;c` | `value(to: ";") { $0 != ";" }` | `a b`, `;c` |
package struct FieldReader {
    /// The text that has not been read.
    package var rest: Substring.UnicodeScalarView

    package init(_ text: some StringProtocol) { rest = Substring(text).unicodeScalars }

    /// Removes the scalars at the start that a predicate includes, and returns them.
    @discardableResult
    package mutating func take(while isIncluded: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: isIncluded)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Reads a parameter's value: a quoted string, or the scalars that a predicate includes, without spaces at the
    /// ends. Skips to the separator. A quote that is not closed is dropped, and then ends nothing.
    package mutating func value(
        to separator: Unicode.Scalar, escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in true },
        while isIncluded: (Unicode.Scalar) -> Bool
    ) -> String {
        take(while: Self.isSpace)
        let start = rest
        if rest.first == "\"", let text = quotedString(escaping: isEscaped) {
            // Some senders do not escape a quote in it, and further strings would then begin at the wrong quotes.
            take { $0 != separator }
            return text
        }
        rest = start.first == "\"" ? start.dropFirst() : start
        let value = take(while: isIncluded).trimmingCharacters(in: .whitespaces)
        skipElement(to: separator)
        return value
    }

    /// Skips to the next separator outside quotes.
    package mutating func skipElement(to separator: Unicode.Scalar) {
        while let scalar = rest.first, scalar != separator {
            if scalar == "\"" { _ = quotedString() } else { rest.removeFirst() }
        }
    }

    /// Returns the content of the quoted string at the start (RFC 9110, section 5.6.4), or `nil` if no quote closes it.
    ///
    /// - Parameter isEscaped: Returns whether a backslash before a scalar escapes it.
    private mutating func quotedString(escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in true }) -> String? {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            let escaped = scalar == "\\" ? rest.first.flatMap { isEscaped($0) ? $0 : nil } : nil
            if escaped != nil { rest.removeFirst() }
            text.append(escaped ?? scalar)
        }
        return nil
    }

    /// Returns the token after a scheme, or `nil` if the word there is a parameter's name.
    package mutating func token() -> String? {
        let start = rest
        // RFC 9110, section 11.2.
        let word = take { $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._~+/".contains(Character($0))) }
        let padding = take { $0 == "=" }
        take(while: Self.isSpace)
        if !word.isEmpty, rest.isEmpty || rest.first == "," { return word + padding }
        rest = start
        return nil
    }

    package static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

extension HTTPSyntax {
    /// Returns the parameters of a field such as `Content-Type` or `Content-Disposition` (RFC 9110, section 5.6.6), or
    /// of a link, by their names in lower case. If a name repeats, the first value counts.
    ///
    /// Text that is not a parameter is skipped, as is the type at the start, which some senders omit.
    package static func parameters(of field: some StringProtocol) -> [String: String] {
        var (parameters, reader) = ([String: String](), FieldReader(field))
        repeat {
            let name = reader.take { $0 != "=" && $0 != ";" }
            guard reader.rest.first == "=" else { continue }
            reader.rest.removeFirst()
            // Some senders do not escape backslashes, as in a Windows path, so only these two count as escapes.
            let text = reader.value(to: ";", escaping: { $0 == "\"" || $0 == "\\" }, while: { $0 != ";" })
            let key = name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            if parameters[key] == nil { parameters[key] = text }
        } while reader.rest.popFirst() != nil
        return parameters
    }
}
