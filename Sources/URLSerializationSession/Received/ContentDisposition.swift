/// The names in a `Content-Disposition` field (RFC 6266, section 4.1).
struct ContentDisposition {
    private var parameters: [String: String] = [:]

    /// Reads a field's value. What is no parameter is passed over.
    init(_ value: String) {
        var rest = value.unicodeScalars[...]
        Self.skipElement(&rest)
        while rest.popFirst() != nil {
            let name = String(rest.prefix { $0 != "=" && $0 != ";" })
            rest = rest.dropFirst(name.unicodeScalars.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let text = rest.first == "\"" ? Self.quotedString(&rest) : String(rest.prefix { $0 != ";" })
            Self.skipElement(&rest)
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if parameters[key] == nil { parameters[key] = text.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// What `filename` is, escapes undone.
    ///
    /// Names that are sent as they are in UTF-8 are read as Latin-1 on Apple's systems, so what is UTF-8 if read as
    /// Latin-1 is taken to be that.
    var filename: String? {
        parameters["filename"].map { $0.readingLatin1AsUTF8 ?? $0 }
    }

    /// What `filename*` is: `UTF-8''na%C3%AFve` (RFC 8187, section 3.2.1). Nil if it is not of that form.
    var extendedFilename: String? {
        guard
            let parts = parameters["filename*"]?.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false),
            parts.count == 3
        else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return parts[2].removingPercentEncoding
        case "iso-8859-1": return Self.decodedLatin1(parts[2])
        default: return nil
        }
    }

    private static func decodedLatin1(_ text: Substring) -> String? {
        var scalars = String.UnicodeScalarView()
        var rest = text.unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                scalars.append(scalar)
                continue
            }
            guard rest.count >= 2, let byte = UInt8(String(rest.prefix(2)), radix: 16) else { return nil }
            scalars.append(Unicode.Scalar(byte))
            rest = rest.dropFirst(2)
        }
        return String(scalars)
    }

    /// The content of the quoted string at the start, which may lack its end.
    private static func quotedString(_ rest: inout Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            // Some senders escape no backslash, as in a path of Windows, so only these two are escaped in earnest.
            if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
                rest.removeFirst()
                text.append(next)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// Passes over what is left before the next semicolon that stands in no quotes.
    private static func skipElement(_ rest: inout Substring.UnicodeScalarView) {
        while let scalar = rest.first, scalar != ";" {
            if scalar == "\"" { _ = quotedString(&rest) } else { rest.removeFirst() }
        }
    }
}
