import URLSerialization

/// A search for every problem that a serializer has with a payload. It replaces each entry that the serializer refuses
/// with a harmless one. The values in a replaced collection, and the value under a replaced key, are searched
/// separately, each under a key at the top.
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
        let limit = min(maximumCount, max(1, maximumWork / max(1, value.leafCount)))
        var messages: [String] = []

        /// - Parameter path: The path in the payload of the value under the key `v`; `nil` for the payload itself.
        func search(_ value: ParameterValue, at path: String?, from first: RequestSerializationError?) {
            var (value, next) = (value, first)
            var parts: [(path: String, value: ParameterValue)] = []
            while let error = next, messages.count <= limit {
                if messages.count == limit {
                    return messages.append("There may be more: the search ends after \(limit).")
                }
                let place = error.keyPath.map { keyPath in path.map { $0 + keyPath.dropFirst() } ?? keyPath }
                let own = RequestSerializationError(error.code, keyPath: place, reason: error.reason)
                messages.append((path == nil ? error : own).description)
                guard error.code != .beyondLimits, let keyPath = error.keyPath, let place else { break }
                let isKey = error.code == .unsupportedKey
                let mended = value.changed(at: keyPath) { entry in
                    parts += isKey ? [(place, entry.value)] : entry.value.children.map { ("\(place)[\($0.name)]", $1) }
                    entry = (isKey ? "x" : entry.key, "x")
                }
                guard let mended else { break }
                value = mended
                next = refusal(of: value)
            }
            for (path, child) in parts where messages.count <= limit {
                let part: ParameterValue = ["v": child]
                search(part, at: path, from: refusal(of: part))
            }
        }

        func refusal(of value: ParameterValue) -> RequestSerializationError? {
            do { try serialize(value) } catch { return error.refusal }
            return nil
        }

        search(value, at: nil, from: error.refusal)
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
