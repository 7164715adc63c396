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
            let types = HTTPSyntax.parameters(of: Substring(parameters[..<reader.rest.startIndex]))["rel"] ?? ""
            for type in types.lowercased().split(separator: " ").map(String.init) where links[type] == nil {
                links[type] = target
            }
        }
        return links
    }
}
