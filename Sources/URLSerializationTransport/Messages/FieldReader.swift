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

    /// Returns the token after a scheme, or `nil` if the word there is a parameter's name.
    mutating func token() -> String? {
        let start = rest
        // RFC 9110, section 11.2.
        let word = take { $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._~+/".contains(Character($0))) }
        let padding = take { $0 == "=" }
        take(while: Self.isSpace)
        if !word.isEmpty, rest.isEmpty || rest.first == "," { return word + padding }
        rest = start
        return nil
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

/// The parameters of a `Content-Disposition` field and its names (RFC 6266, section 4.1), or those of a `Content-Type`
/// or a link.
package struct ContentDisposition {
    /// The values by the names in lower case.
    package private(set) var parameters: [String: String] = [:]

    /// Reads a field's value. Text that is not a parameter is skipped, as is the type, which some senders omit.
    package init(_ value: String) {
        var reader = FieldReader(value)
        repeat {
            let name = reader.take { $0 != "=" && $0 != ";" }
            guard reader.rest.first == "=" else { continue }
            reader.rest.removeFirst()
            // Some senders do not escape backslashes, as in a Windows path, so only these two count as escapes.
            let text = reader.value(to: ";", escaping: { $0 == "\"" || $0 == "\\" }, while: { $0 != ";" })
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if parameters[key] == nil { parameters[key] = text.trimmingCharacters(in: .whitespaces) }
        } while reader.rest.popFirst() != nil
    }

    /// The value of `filename`, unescaped, or `nil` for none.
    ///
    /// Foundation on Apple's systems reads a name that was sent in UTF-8 as Latin-1, so a name whose Latin-1 bytes are
    /// valid UTF-8 is read as UTF-8.
    var filename: String? { parameters["filename"].map { $0.readingLatin1AsUTF8 ?? $0 } }

    /// The decoded value of `filename*`, like `UTF-8''na%C3%AFve` (RFC 8187, section 3.2.1), or `nil` if it is not of
    /// that form.
    var extendedFilename: String? {
        let parts = parameters["filename*"]?.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false) ?? []
        guard parts.count == 3 else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return PercentDecoder.text(decoding: parts[2])
        case "iso-8859-1": return Self.decodedLatin1(parts[2])
        default: return nil
        }
    }

    private static func decodedLatin1(_ text: Substring) -> String? {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        var decoded = String(parts[0])
        for part in parts.dropFirst() {
            guard part.count >= 2, let byte = UInt8(part.prefix(2), radix: 16) else { return nil }
            decoded.unicodeScalars.append(Unicode.Scalar(byte))
            decoded += part.dropFirst(2)
        }
        return decoded
    }
}

extension String {
    /// The text of a field's value that was sent in UTF-8 and read as Latin-1, as Foundation on Apple's systems does,
    /// or `nil` if its bytes are not UTF-8. On Linux fields are read as UTF-8.
    package var readingLatin1AsUTF8: String? { data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) } }
}

extension HTTPURLResponse {
    /// The targets of the `Link` fields by relation type in lower case (RFC 8288, section 3). The first of a type
    /// counts.
    ///
    /// | `Link` of `https://a.example/list` | links |
    /// |---|---|
    /// | `<?page=2>; rel="next", <?page=9>; rel=last` | `next`: `…/list?page=2`, `last`: `…/list?page=9` |
    /// | `</a>; title="a, b"; rel="First up"` | `first`: `https://a.example/a`, `up`: the same |
    package var links: [String: URL] {
        var (links, reader) = ([String: URL](), FieldReader(value(forHTTPHeaderField: "Link") ?? ""))
        while !reader.rest.isEmpty {
            reader.take { $0 != "<" }
            _ = reader.rest.popFirst()
            let target = URL(string: reader.take { $0 != ">" }, relativeTo: url)?.absoluteURL
            let parameters = reader.rest
            reader.skipElement(to: ",")
            let types = ContentDisposition(String(parameters[..<reader.rest.startIndex])).parameters["rel"] ?? ""
            for type in types.lowercased().split(separator: " ").map(String.init) where links[type] == nil {
                links[type] = target
            }
        }
        return links
    }
}
