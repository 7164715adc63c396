import URLSerialization

/// The parameters that a form spells, in the form's own spelling.
///
/// | form | parameters |
/// |---|---|
/// | `a[]=1&a[]=2&b[c]=3` | `a`: list of 1, 2; `b`: `c`: 3 |
/// | `l[][id]=1&l[][n]=2&l[][id]=3` | `l`: list of `id` 1, `n` 2 and of `id` 3 |
/// | `a[0]=1&a[1]=2`, `a=1&a=2`, `a=1,2` with commas | `a`: list of 1, 2 |
/// | `b.c=3` with dots | `b`: `c`: 3 |
struct FormTree {
    /// The spellings that a form leaves open.
    struct Spelling: OptionSet {
        let rawValue: Int

        /// A repeated key is a set, as AFNetworking writes one, instead of an array.
        static let sets = Spelling(rawValue: 1)
        /// Commas divide texts.
        static let commas = Spelling(rawValue: 2)
        /// Dots do not divide keys.
        static let dotsInNames = Spelling(rawValue: 4)
    }

    /// A text, `nil` for a bare key, with the steps to it.
    private typealias Entry = (path: ArraySlice<String>, text: String?)

    private let spelling: Spelling

    /// Returns the parameters of a form or a document, or `nil` for keys that nest too deep.
    static func value(of content: RecordedContent, _ spelling: Spelling) -> ParameterValue? {
        if case .document(let value, _) = content { return value }
        let entries = content.pairs.map { pair in
            let key = String(decoding: PercentDecoder.bytes(decoding: pair.escapedKey.utf8), as: UTF8.self)
            return (path: path(of: key, hasDots: !spelling.contains(.dotsInNames))[...], text: pair.received)
        }
        guard entries.allSatisfy({ $0.path.count <= PayloadReader.maximumDepth / 2 }) else { return nil }
        return FormTree(spelling: spelling).value(of: entries, isRoot: true)
    }

    /// Returns the steps of a key; an empty one is an element without an index.
    static func path(of key: String, hasDots: Bool) -> [String] {
        func divided(_ text: Substring) -> [String] {
            hasDots ? text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : [String(text)]
        }
        let parts = key.split(separator: "[", omittingEmptySubsequences: false)
        var path = divided(parts[0])
        for part in parts.dropFirst() {
            // A bracket that is not closed, or that text follows, is a part of a name.
            guard let end = part.firstIndex(of: "]") else { return [key] }
            let rest = part[end...].dropFirst()
            guard rest.isEmpty || hasDots && rest.first == "." else { return [key] }
            path += [String(part[..<end])] + divided(rest).dropFirst()
        }
        return path
    }

    /// Returns the value of the texts at or below a place.
    ///
    /// Recursive: deep keys are refused.
    private func value(of entries: [Entry], isRoot: Bool = false) -> ParameterValue {
        var groups: [(key: String, entries: [Entry], paths: Set<ArraySlice<String>>)] = []
        var latest: [String: Int] = [:]
        for (path, text) in entries {
            guard let step = path.first else { continue }
            let rest = path.dropFirst()
            // An element without an index ends where a key in it is repeated.
            let isNext = latest[step].map { step.isEmpty && (rest.isEmpty || groups[$0].paths.contains(rest)) } ?? true
            if isNext {
                latest[step] = groups.count
                groups.append((step, [], []))
            }
            let number = latest[step] ?? 0
            groups[number].entries.append((rest, text))
            if !rest.contains("") { groups[number].paths.insert(rest) }
        }
        if groups.isEmpty, !isRoot {
            let texts = entries.flatMap { entry -> [String?] in
                spelling.contains(.commas) ? entry.text?.splitByte(",").map { String($0) } ?? [nil] : [entry.text]
            }.map { $0.map(ParameterValue.string) ?? .null }
            let isSet = spelling.contains(.sets) && !spelling.contains(.commas)
            return texts.count == 1 ? texts[0] : isSet ? .set(Set(texts)) : .array(texts)
        }
        let values = groups.map { (key: $0.key, value: value(of: $0.entries)) }
        let isList = values.allSatisfy(\.key.isEmpty) || values.enumerated().allSatisfy { $1.key == "\($0)" }
        return isList && !isRoot ? .array(values.map(\.value)) : .dictionary(ParameterDictionary(values))
    }
}
