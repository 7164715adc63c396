/// A JSON string's text.
package struct JSONString: Sendable, Equatable {
    /// The text, each unpaired surrogate replaced by U+FFFD.
    package let text: String
    /// Whether the document spelled an unpaired surrogate, which a Swift string cannot hold.
    package let hasUnpairedSurrogate: Bool

    /// A string.
    package init(text: String, hasUnpairedSurrogate: Bool = false) {
        self.text = text
        self.hasUnpairedSurrogate = hasUnpairedSurrogate
    }

    /// Whether two strings have the same Unicode scalars: unlike Swift's strings, `é` precomposed and decomposed
    /// differ.
    package static func == (left: JSONString, right: JSONString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.hasUnpairedSurrogate == right.hasUnpairedSurrogate
    }
}
