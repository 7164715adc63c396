import URLSerialization

/// A search for every problem that a serializer has with a payload. It replaces each problem that the serializer names
/// with something harmless: a value with a text, a key with another key. The content of a replaced collection is
/// searched separately, with each of its values under a key at the top.
///
/// | payload, for a flat query | problems |
/// |---|---|
/// | `{"a": {"b": null, "c": [[1]]}, "d": null}` | `a`, `d`, `a[b]`, `a[c][0]` |
enum PayloadProblems {
    /// The greatest number of problems to list.
    static let maximumCount = 50
    /// The number of leaves to serialize again before the search ends, so that a large payload takes little more than
    /// one serialization.
    private static let maximumWork = 100_000

    /// Returns the messages, the error's own first.
    ///
    /// - Parameter serialize: Serializes a changed payload.
    static func messages(
        of error: any Error, in value: ParameterValue, serialize: (ParameterValue) throws -> Void
    ) -> [String] {
        let limit = min(maximumCount, max(1, maximumWork / max(1, PayloadLeaf.all(in: value).count)))
        var messages: [String] = []
        /// The replacements of keys.
        var originals: [(replacement: String, key: String)] = []

        /// - Parameter paths: The paths in the payload of the values `v0`, `v1`…; `nil` for the payload itself.
        func search(_ value: ParameterValue, _ paths: [String]?, from first: RequestSerializationError?) {
            var (value, next) = (value, first)
            var replaced: [(path: String, value: ParameterValue)] = []
            while let error = next, messages.count <= limit {
                if messages.count == limit {
                    return messages.append("There may be more: the search ends after \(limit).")
                }
                let path = paths.map { error.path(below: $0) } ?? error.keyPath
                let own = RequestSerializationError(error.code, keyPath: path, reason: error.reason)
                messages.append(
                    originals.reduce((path == error.keyPath ? error : own).description) {
                        $0.replacingOccurrences(of: $1.replacement, with: $1.key)
                    })
                let isKey = error.code == .unsupportedKey
                let name = "renamed\(originals.count)"
                let mended =
                    error.code == .beyondLimits
                    ? nil
                    : error.keyPath.flatMap { keyPath in
                        value.changed(at: keyPath) { entry in
                            if isKey {
                                originals.append((name, entry.key))
                            } else {
                                replaced.append((path ?? "", entry.value))
                            }
                            if isKey { entry.key = name } else { entry.value = "x" }
                        }
                    }
                guard let mended else { break }
                value = mended
                next = refusal(of: value)
            }
            for (path, content) in replaced.map({ ($0.path, $0.value.children) }) where !content.isEmpty {
                let entries = content.enumerated().map { (key: "v\($0)", value: $1.value) }
                let part = ParameterValue.dictionary(ParameterDictionary(entries))
                search(part, content.map { "\(path)[\($0.step.name)]" }, from: refusal(of: part))
            }
        }

        func refusal(of value: ParameterValue) -> RequestSerializationError? {
            do { try serialize(value) } catch { return error.refusal }
            return nil
        }

        search(value, nil, from: error.refusal)
        return messages
    }
}

extension Error {
    /// The refusal in an error: the error itself, or the one that it wraps.
    fileprivate var refusal: RequestSerializationError? {
        self as? RequestSerializationError
            ?? (self as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }
}

extension RequestSerializationError {
    /// Returns the path in the payload; the error's path begins at a value `v0`, `v1`…
    fileprivate func path(below paths: [String]) -> String? {
        guard let keyPath else { return nil }
        let name = keyPath.prefix { $0 != "[" }
        guard let number = Int(name.dropFirst()), paths.indices.contains(number) else { return keyPath }
        return paths[number] + keyPath.dropFirst(name.count)
    }
}

extension ParameterValue {
    /// Returns the value with a changed entry at a path, or `nil` if there is no such entry.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    fileprivate func changed(
        at path: String, from place: [ParameterKeyPath.Component] = [],
        _ change: (inout ParameterDictionary.Element) -> Void
    ) -> ParameterValue? {
        if case .set = self { return nil }
        var entries = children.map { (key: $0.step.name, value: $0.value) }
        for (position, entry) in entries.enumerated() {
            let place = place + [.key(entry.key)]
            guard let text = ParameterKeyPath.text(of: place), path.hasPrefix(text) else { continue }
            if text == path {
                change(&entries[position])
            } else {
                guard let value = entry.value.changed(at: path, from: place, change) else { continue }
                entries[position].value = value
            }
            return array == nil ? .dictionary(ParameterDictionary(entries)) : .array(entries.map(\.value))
        }
        return nil
    }
}
