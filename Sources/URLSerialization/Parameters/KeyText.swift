/// The text of a dictionary's key as AFNetworking prints it in a key path.
struct KeyText {
    let text: String
    /// Whether the key is a string or a wrapper of one.
    let isString: Bool

    /// Creates the text of a key.
    ///
    /// - Throws: ``ParameterError`` for a collection or data, which have no stable text.
    init(of key: Any, _ readings: inout ParameterReadings) throws(ParameterError) {
        guard let node = try? readings.node(of: key) else {
            throw ParameterError(.unsupportedKey, "A key of type \(type(of: key)) has no text. Use a string.")
        }
        switch node {
        case .leaf(.string(let text)): (self.text, isString) = (text, true)
        case .leaf(let leaf): (text, isString) = (try Self.text(of: leaf, type(of: key)), false)
        case .object(let description, _): (text, isString) = (description, false)
        case .array, .set, .dictionary, .model:
            throw ParameterError(.unsupportedKey, "A collection as a key has no stable text. Use a string.")
        }
    }

    /// Returns the text of a leaf as a key.
    ///
    /// - Throws: ``ParameterError`` for data, and for a date without text.
    static func text(of leaf: ParameterValue, _ type: Any.Type) throws(ParameterError) -> String {
        if case .data = leaf {
            throw ParameterError(.unsupportedKey, "Data as a key has no stable text. Use a string.")
        }
        guard let text = try? LeafText.description(of: leaf, style: .afNetworking) else {
            throw ParameterError(.unsupportedKey, "A key of type \(type) has no text here. Use a string.")
        }
        return text
    }
}

/// The words of a key in camel case: `myURLPath` is `my`, `URL` and `Path`.
///
/// A word begins at an upper-case letter that follows another character, and in a run of capitals at the last one if a
/// lower-case letter follows. The first character always begins a word and is treated as lower case: `HTTPServer` is
/// `H`, `TTP` and `Server`. These are the words of `JSONEncoder`'s `convertToSnakeCase` and of Alamofire's key
/// encodings.
package enum KeyWords {
    /// Returns the words in lower case, with a separator between them.
    package static func joined(_ key: String, by separator: String) -> String {
        words(of: key).map { $0.lowercased() }.joined(separator: separator)
    }

    private static func words(of key: String) -> [Substring] {
        guard !key.isEmpty else { return [] }
        var words: [Substring] = []
        var start = key.startIndex
        var rest = key.index(after: start)
        while let capital = key.unicodeScalars[rest...].firstIndex(where: CharacterSet.uppercaseLetters.contains) {
            words.append(key[start..<capital])
            start = capital
            guard let small = key.unicodeScalars[capital...].firstIndex(where: CharacterSet.lowercaseLetters.contains)
            else { break }
            // The character before may begin with a scalar that precedes the capital.
            let last = key.index(before: small)
            if small != key.index(after: capital), last > capital {
                // Several capitals: the last of them begins the next word.
                start = last
                words.append(key[capital..<start])
            }
            rest = key.unicodeScalars.index(after: small)
        }
        words.append(key[start...])
        return words
    }
}

extension KeyStrategy {
    /// Returns a key as it is written.
    package func text(of key: String) -> String {
        switch self {
        case .asGiven: key
        case .snakeCase: KeyWords.joined(key, by: "_")
        case .kebabCase: KeyWords.joined(key, by: "-")
        case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
        case .uppercased: key.uppercased()
        case .lowercased: key.lowercased()
        case .custom(let text): text(key)
        }
    }
}

/// The place of a value among the parameters, as errors name it: `user[tags][3]`.
package enum ParameterKeyPath {
    /// A key or an index on the path.
    package enum Component {
        case key(String)
        case index(Int)
    }

    private static let longest = 16

    /// Returns the path's text, or `nil` at the top. A path of many components, such as a cycle's, is cut in the
    /// middle.
    package static func text(of components: [Component]) -> String? {
        guard let first = components.first else { return nil }
        let isCut = components.count > longest
        let head = components.dropFirst().prefix(isCut ? longest / 2 : longest).map(bracketed)
        let tail = isCut ? ["…"] + components.suffix(longest / 4).map(bracketed) : []
        let start = if case .key(let key) = first { key } else { bracketed(first) }
        return start + head.joined() + tail.joined()
    }

    private static func bracketed(_ component: Component) -> String {
        switch component {
        case .key(let key): "[\(key)]"
        case .index(let index): "[\(index)]"
        }
    }
}
