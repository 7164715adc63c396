/// The words of a key in camel case: `myURLPath` is `my`, `URL` and `Path`.
///
/// A word begins at an upper-case letter that follows another character, and in a run of capitals at the last one if a
/// lower-case letter follows. The first character always begins a word and is taken for lower case: `HTTPServer` is
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
