import URLSerialization

/// Finds every problem that a serializer has with a payload, by putting something harmless in the place of each that it
/// names: a text in place of a value, another key in place of a key. The content of a collection so replaced is
/// searched by itself, each of its values under a key at the top.
///
/// | payload, for a flat query | problems |
/// |---|---|
/// | `{"a": {"b": null, "c": [[1]]}, "d": null}` | `a`, `d`, `a[b]`, `a[c][0]` |
struct PayloadProblems {
    /// The problems before the rest is left out.
    static let maximumCount = 50
    /// The leaves that are serialized again before the search ends, so that a large payload costs little more than
    /// once.
    private static let maximumWork = 100_000

    /// The payload, or the values of a collection that was replaced.
    private struct Part {
        var value: ParameterValue
        /// The paths in the payload of the values `v0`, `v1`…; `nil` for the payload itself.
        let paths: [String]?
    }

    private let serialize: (ParameterValue) throws -> Void
    private let limit: Int
    private var messages: [String] = []
    private var parts: [Part]
    /// The keys that were put in the place of others.
    private var originals: [(replacement: String, key: String)] = []

    /// The messages, the error's own first.
    ///
    /// - Parameter serialize: Serializes a changed payload.
    static func messages(
        of error: any Error, in value: ParameterValue, serialize: (ParameterValue) throws -> Void
    ) -> [String] {
        withoutActuallyEscaping(serialize) { serialize in
            var problems = PayloadProblems(in: value, serialize: serialize)
            problems.search(from: error)
            return problems.messages
        }
    }

    private init(in value: ParameterValue, serialize: @escaping (ParameterValue) throws -> Void) {
        self.serialize = serialize
        limit = min(Self.maximumCount, max(1, Self.maximumWork / max(1, PayloadLeaf.all(in: value).count)))
        parts = [Part(value: value, paths: nil)]
    }

    private mutating func search(from first: any Error) {
        var next = Self.refusal(in: first)
        var position = 0
        while position < parts.count {
            while let error = next {
                guard messages.count < limit else {
                    messages.append("There may be more: the search ends after \(limit).")
                    return
                }
                messages.append(message(of: error, in: parts[position]))
                guard error.code != .beyondLimits, mend(error, in: position) else { break }
                next = refusal(of: parts[position])
            }
            position += 1
            if position < parts.count { next = refusal(of: parts[position]) }
        }
    }

    private func refusal(of part: Part) -> RequestSerializationError? {
        do {
            try serialize(part.value)
            return nil
        } catch {
            return Self.refusal(in: error)
        }
    }

    /// The refusal that an error is, or that it wraps.
    private static func refusal(in error: any Error) -> RequestSerializationError? {
        if let error = error as? RequestSerializationError { return error }
        return (error as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }

    private func message(of error: RequestSerializationError, in part: Part) -> String {
        let description =
            part.paths == nil
            ? error.description
            : RequestSerializationError(error.code, keyPath: path(of: error, in: part), reason: error.reason)
                .description
        return originals.reduce(description) { $0.replacingOccurrences(of: $1.replacement, with: $1.key) }
    }

    /// The path of an error in the payload.
    private func path(of error: RequestSerializationError, in part: Part) -> String? {
        guard let path = error.keyPath, let paths = part.paths else { return error.keyPath }
        let name = path.prefix { $0 != "[" }
        guard let number = Int(name.dropFirst()), paths.indices.contains(number) else { return path }
        return paths[number] + path.dropFirst(name.count)
    }

    /// Puts something harmless in the place of what an error names; `false` if that is not found.
    private mutating func mend(_ error: RequestSerializationError, in position: Int) -> Bool {
        guard let path = error.keyPath else { return false }
        let isKey = error.code == .unsupportedKey
        let name = "renamed\(originals.count)"
        var replaced: Entry?
        let mended = parts[position].value.changed(at: path) { entry in
            replaced = entry
            if isKey { entry.key = name } else { entry.value = "x" }
        }
        guard let mended, let replaced else { return false }
        parts[position].value = mended
        if isKey {
            originals.append((name, replaced.key))
        } else if let path = self.path(of: error, in: parts[position]) {
            addContent(of: replaced.value, at: path)
        }
        return true
    }

    /// Adds the values of a collection to what is searched.
    private mutating func addContent(of value: ParameterValue, at path: String) {
        let content = value.children
        guard !content.isEmpty else { return }
        let entries = content.enumerated().map { (key: "v\($0)", value: $1.value) }
        let paths = content.map { "\(path)[\($0.step.name)]" }
        parts.append(Part(value: .dictionary(ParameterDictionary(entries)), paths: paths))
    }
}

private typealias Entry = (key: String, value: ParameterValue)

extension ParameterValue {
    /// The value after a change of the entry at a path; `nil` if there is none.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    fileprivate func changed(
        at path: String, from place: [ParameterKeyPath.Component] = [], _ change: (inout Entry) -> Void
    ) -> ParameterValue? {
        if case .set = self { return nil }
        var entries = children.map { (key: $0.step.name, value: $0.value) }
        for (position, entry) in entries.enumerated() {
            let place = place + [.key(entry.key)]
            guard let text = ParameterKeyPath.text(of: place), path.hasPrefix(text) else { continue }
            if text == path {
                change(&entries[position])
            } else if let value = entry.value.changed(at: path, from: place, change) {
                entries[position].value = value
            } else {
                continue
            }
            return array == nil ? .dictionary(ParameterDictionary(entries)) : .array(entries.map(\.value))
        }
        return nil
    }
}
