import URLSerialization

/// Finds every problem that a serializer has with a payload, by putting something harmless in the place of each that it
/// names: a text in place of a value, another key in place of a key. The content of a collection so replaced is searched
/// by itself, each of its values under a key at the top.
///
/// | payload, for a flat query | problems |
/// |---|---|
/// | `{"a": {"b": null, "c": [[1]]}, "d": null}` | `a`, `d`, `a[b]`, `a[c][0]` |
struct PayloadProblems {
    /// The problems before the rest is left out.
    static let maximumCount = 50
    /// The leaves that are serialized again before the search ends, so that a large payload costs little more than once.
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
        var next: (any Error)? = first
        var position = 0
        while position < parts.count {
            while let error = next.flatMap(Self.refusal(in:)) {
                guard messages.count < limit else {
                    messages.append("There may be more: the search ends after \(limit).")
                    return
                }
                messages.append(message(of: error, in: parts[position]))
                guard error.code != .beyondLimits, mend(error, in: position) else { break }
                next = self.error(in: parts[position])
            }
            position += 1
            if position < parts.count { next = self.error(in: parts[position]) }
        }
    }

    private func error(in part: Part) -> (any Error)? {
        do {
            try serialize(part.value)
            return nil
        } catch {
            return error
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
        let replacement = error.code == .unsupportedKey ? "renamed\(originals.count)" : nil
        var mending = Mending(path: path, key: replacement)
        guard let mended = mending.mended(parts[position].value, at: []) else { return false }
        parts[position].value = mended
        if let replacement, let key = mending.replacedKey { originals.append((replacement, key)) }
        if let replaced = mending.replacedValue, let path = self.path(of: error, in: parts[position]) {
            addContent(of: replaced, at: path)
        }
        return true
    }

    /// Adds the values of a collection to what is searched.
    private mutating func addContent(of value: ParameterValue, at path: String) {
        let content: [(path: String, value: ParameterValue)] =
            switch value {
            case .dictionary(let entries): entries.map { ("\(path)[\($0.key)]", $0.value) }
            case .array(let elements): elements.enumerated().map { ("\(path)[\($0)]", $1) }
            case .set(let elements): PayloadLeaf.ordered(elements).enumerated().map { ("\(path)[\($0)]", $1) }
            default: []
            }
        guard !content.isEmpty else { return }
        let entries = content.enumerated().map { (key: "v\($0)", value: $1.value) }
        parts.append(Part(value: .dictionary(ParameterDictionary(entries)), paths: content.map(\.path)))
    }
}

/// A replacement of the value, or the key, at a path.
private struct Mending {
    let path: String
    /// The key in the place of the one at the path; `nil` where a text takes the place of the value.
    let key: String?
    private(set) var replacedKey: String?
    private(set) var replacedValue: ParameterValue?

    init(path: String, key: String?) {
        (self.path, self.key) = (path, key)
    }

    /// The value after the replacement; `nil` if the path is not found.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    mutating func mended(_ value: ParameterValue, at place: [ParameterKeyPath.Component]) -> ParameterValue? {
        switch value {
        case .dictionary(let entries):
            for (position, entry) in entries.enumerated() {
                guard let changed = child(entry.value, at: place + [.key(entry.key)]) else { continue }
                var pairs = entries.map { (key: $0.key, value: $0.value) }
                pairs[position].value = changed
                if let key, ParameterKeyPath.text(of: place + [.key(entry.key)]) == path {
                    pairs[position].key = key
                    replacedKey = entry.key
                }
                return .dictionary(ParameterDictionary(pairs))
            }
        case .array(var elements):
            for (index, element) in elements.enumerated() {
                guard let changed = child(element, at: place + [.index(index)]) else { continue }
                elements[index] = changed
                return .array(elements)
            }
        default: break
        }
        return nil
    }

    private mutating func child(_ value: ParameterValue, at place: [ParameterKeyPath.Component]) -> ParameterValue? {
        guard let text = ParameterKeyPath.text(of: place), path.hasPrefix(text) else { return nil }
        guard text == path else { return mended(value, at: place) }
        guard key == nil else { return value }
        replacedValue = value
        return "x"
    }
}
