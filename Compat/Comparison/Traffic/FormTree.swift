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
    struct Spelling: Hashable, Sendable {
        /// Whether dots divide keys.
        var hasDots = false
        /// Whether commas divide texts.
        var hasCommas = false
        /// Whether a repeated key is a set, as AFNetworking writes one, instead of an array.
        var repeatsSets = false
    }

    private final class Node {
        var children: [(key: String, node: Node)] = []
        /// The latest child with each key.
        var latest: [String: Node] = [:]
        /// The texts, several of a key that is repeated; `nil` for a bare key.
        var texts: [String?] = []

        /// Whether a path below the node has a text already, so that the next one belongs to another element.
        func has(_ path: ArraySlice<String>) -> Bool {
            guard let step = path.first else { return !texts.isEmpty }
            return step.isEmpty ? false : latest[step]?.has(path.dropFirst()) ?? false
        }
    }

    private let root = Node()
    private let spelling: Spelling

    /// Returns the parameters, or `nil` for keys that nest too deep.
    static func value(of pairs: [SentPair], _ spelling: Spelling) -> ParameterValue? {
        let tree = FormTree(spelling: spelling)
        for pair in pairs {
            let key = String(decoding: PercentDecoder.bytes(decoding: pair.escapedKey.utf8), as: UTF8.self)
            let path = path(of: key, hasDots: spelling.hasDots)
            guard path.count <= PayloadReader.maximumDepth / 2 else { return nil }
            tree.insert(pair.received, path[...])
        }
        return tree.value(tree.root)
    }

    /// Returns the steps of a key; an empty one is an element without an index.
    static func path(of key: String, hasDots: Bool) -> [String] {
        var (path, rest) = ([String](), key[...])
        func take(until isEnd: (Character) -> Bool) -> String {
            let part = rest.prefix { !isEnd($0) }
            rest = rest[part.endIndex...]
            return String(part)
        }
        path.append(take { $0 == "[" || hasDots && $0 == "." })
        while let first = rest.first {
            rest.removeFirst()
            let part = take { first == "[" ? $0 == "]" : $0 == "[" || $0 == "." }
            if first == "[" {
                // Not a key in brackets: a part of the name.
                guard rest.first == "]" else { return [key] }
                rest.removeFirst()
                if let next = rest.first, next != "[", !(hasDots && next == ".") { return [key] }
            }
            path.append(part)
        }
        return path
    }

    private func insert(_ text: String?, _ path: ArraySlice<String>) {
        var (node, rest) = (root, path)
        while let step = rest.popFirst() {
            let last = node.latest[step]
            let isOther = step.isEmpty && (rest.isEmpty || last?.has(rest) == true)
            if let last, !isOther {
                node = last
            } else {
                let next = Node()
                node.children.append((step, next))
                node.latest[step] = next
                node = next
            }
        }
        let parts = spelling.hasCommas ? text?.splitByte(",").map { String($0) } : nil
        node.texts += parts ?? [text]
    }

    /// Recursive: deep keys are refused.
    private func value(_ node: Node) -> ParameterValue {
        if node.children.isEmpty, node !== root {
            let texts = node.texts.map { $0.map { ParameterValue.string($0) } ?? .null }
            let isSet = spelling.repeatsSets && !spelling.hasCommas
            return texts.count == 1 ? texts[0] : isSet ? .set(Set(texts)) : .array(texts)
        }
        let entries = node.children.map { (key: $0.key, value: value($0.node)) }
        let isList = entries.allSatisfy(\.key.isEmpty) || entries.enumerated().allSatisfy { $1.key == "\($0)" }
        if node !== root, isList { return .array(entries.map(\.value)) }
        return .dictionary(ParameterDictionary(entries))
    }
}
