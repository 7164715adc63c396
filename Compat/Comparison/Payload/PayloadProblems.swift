import URLSerialization

/// Finds every problem that a serializer has with a payload, by putting something harmless in the place of each that it
/// names: a text in place of a value, another key in place of a key.
struct PayloadProblems {
    /// The problems before the rest is left out.
    static let maximumCount = 50
    /// The leaves that are serialized again before the search ends, so that a large payload costs little more than once.
    private static let maximumWork = 100_000

    private var value: ParameterValue
    /// The keys that were put in the place of others.
    private var originals: [(replacement: String, key: String)] = []

    /// The messages, the error's own first.
    ///
    /// - Parameter serialize: Serializes a changed payload.
    static func messages(
        of error: any Error, in value: ParameterValue, serialize: (ParameterValue) throws -> Void
    ) -> [String] {
        var problems = PayloadProblems(value: value)
        var messages: [String] = []
        var next: (any Error)? = error
        let limit = min(maximumCount, max(1, maximumWork / max(1, PayloadLeaf.all(in: value).count)))
        while let error = next.flatMap(refusal(in:)) {
            guard messages.count < limit else {
                messages.append("There may be more: the search ends after \(limit).")
                break
            }
            messages.append(problems.message(of: error))
            guard let path = error.keyPath, error.code != .beyondLimits, problems.mend(path, error.code) else { break }
            do {
                try serialize(problems.value)
                next = nil
            } catch {
                next = error
            }
        }
        return messages
    }

    /// The refusal that an error is, or that it wraps.
    private static func refusal(in error: any Error) -> RequestSerializationError? {
        if let error = error as? RequestSerializationError { return error }
        return (error as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }

    private func message(of error: RequestSerializationError) -> String {
        originals.reduce(error.description) { $0.replacingOccurrences(of: $1.replacement, with: $1.key) }
    }

    /// Puts something harmless at a path; `false` if the path is not found.
    private mutating func mend(_ path: String, _ code: RequestSerializationError.Code) -> Bool {
        let replacement = code == .unsupportedKey ? "renamed\(originals.count)" : nil
        var renamed: String?
        guard let mended = Self.mended(value, at: [], path, replacement, &renamed) else { return false }
        value = mended
        if let replacement, let renamed { originals.append((replacement, renamed)) }
        return true
    }

    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    private static func mended(
        _ value: ParameterValue, at place: [ParameterKeyPath.Component], _ path: String, _ key: String?,
        _ renamed: inout String?
    ) -> ParameterValue? {
        func child(_ component: ParameterKeyPath.Component, _ child: ParameterValue) -> ParameterValue? {
            let place = place + [component]
            guard let text = ParameterKeyPath.text(of: place), path.hasPrefix(text) else { return nil }
            return text == path ? key == nil ? "x" : child : mended(child, at: place, path, key, &renamed)
        }
        switch value {
        case .dictionary(let entries):
            for (position, entry) in entries.enumerated() {
                guard let changed = child(.key(entry.key), entry.value) else { continue }
                var pairs = entries.map { (key: $0.key, value: $0.value) }
                pairs[position].value = changed
                if let key, ParameterKeyPath.text(of: place + [.key(entry.key)]) == path {
                    pairs[position].key = key
                    renamed = entry.key
                }
                return .dictionary(ParameterDictionary(pairs))
            }
        case .array(var elements):
            for (index, element) in elements.enumerated() {
                guard let changed = child(.index(index), element) else { continue }
                elements[index] = changed
                return .array(elements)
            }
        default: break
        }
        return nil
    }
}
