/// Something of the payload that a server cannot get back from what was sent.
public struct Loss: Sendable, Codable, Equatable {
    /// What kind of thing is lost.
    public enum Kind: String, Sendable, Codable {
        /// That there was an empty collection.
        case emptyCollection = "empty-collection"
        /// Everything nested below a key.
        case nested
        /// Which pairs belong to one element of an array.
        case elementBoundaries = "element-boundaries"
        /// What a collection holds, but for what its description says.
        case described
        /// In which order an array's elements are.
        case elementOrder = "element-order"
        /// A key that is an integer.
        case key
        /// Digits of a number: its text reads back as another.
        case precision
        /// Which values were numbers, Booleans or dates.
        case types
        /// That an array was a set.
        case set
        /// That a value was null.
        case null
        /// Bytes.
        case bytes
        /// A value under a key.
        case value
        /// A text that arrives as another.
        case text
    }

    /// Where it stood in the payload; nil for what concerns all of it.
    public let key: String?
    /// What kind of thing is lost.
    public let kind: Kind
    /// What is lost, in a sentence.
    public let text: String
}
