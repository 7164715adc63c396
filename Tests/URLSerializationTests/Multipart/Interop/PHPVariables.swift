import URLSerialization

/// PHP's `$_POST` or `$_FILES`: an array made from the parts' names.
///
/// Leading spaces are removed. Up to the first `[`, a space or a `.` becomes `_`; so does a `[` without a `]`. `[key]`
/// is a key of the array so far, `[]` the number after its largest; any other text after a `]` is dropped. A later
/// value replaces an earlier one with the same keys.
struct PHPVariables {
    private struct Entry {
        let key: ExactText
        /// The integer that the key is, if it is one.
        let index: Int?
        var part: ReceivedPart?
        var entries: [Entry] = []
    }

    private var root: [Entry] = []

    mutating func register(_ part: ReceivedPart) {
        let keys = Self.keys(of: part.path[0].text)
        Self.insert(part, keys[...], into: &root)
    }

    /// The values in the arrays' order, each with its keys as its path.
    var parts: [ReceivedPart] { Self.parts(in: root, under: []) }

    /// Whether PHP accepts a file with that name. Its brackets must be in pairs, not nested, and a pair may be followed
    /// only by another. The first file that PHP does not accept is the last that it reads.
    static func acceptsFile(named name: String) -> Bool {
        name.wholeMatch(of: /[^\[\]]+(\[[^\[\]]*\])*/) != nil
    }

    /// Returns the keys in a name, with `nil` for `[]`.
    private static func keys(of name: String) -> [String?] {
        let name = name.unicodeScalars.drop { $0 == " " }
        let variable: (Substring.UnicodeScalarView) -> String = { text in
            String(String.UnicodeScalarView(text.map { " .[".unicodeScalars.contains($0) ? "_" : $0 }))
        }
        guard let first = name.firstIndex(of: "["), name[first...].contains("]") else { return [variable(name)] }
        var keys: [String?] = [variable(name[..<first])]
        var rest = name[first...]
        while rest.first == "[", let end = rest.firstIndex(of: "]") {
            let key = rest[..<end].dropFirst()
            keys.append(key.isEmpty ? nil : String(key))
            rest = rest[end...].dropFirst()
        }
        return keys
    }

    private static func insert(_ part: ReceivedPart, _ keys: ArraySlice<String?>, into entries: inout [Entry]) {
        guard let first = keys.first else { return }
        let key = first ?? String((entries.compactMap(\.index).max() ?? -1) + 1)
        let text = ExactText(key)
        let position =
            entries.firstIndex { $0.key == text }
            ?? {
                entries.append(Entry(key: text, index: Int(key).flatMap { String($0) == key ? $0 : nil }))
                return entries.count - 1
            }()
        if keys.count == 1 {
            entries[position].part = part
            entries[position].entries = []
        } else {
            entries[position].part = nil
            insert(part, keys.dropFirst(), into: &entries[position].entries)
        }
    }

    private static func parts(in entries: [Entry], under path: [ExactText]) -> [ReceivedPart] {
        entries.flatMap { entry in
            let path = path + [entry.key]
            guard var part = entry.part else { return parts(in: entry.entries, under: path) }
            part.path = path
            return [part]
        }
    }
}
