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
