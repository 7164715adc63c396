/// The limits beyond which a document is refused.
struct XMLLimits {
    /// The greatest number of elements that may be open at once, including those from entities.
    let maximumDepth: Int
    /// The greatest length of one run of text in bytes, or `nil` for none. libxml2 truncates a tree's node there,
    /// without an error.
    let maximumText: Int?

    init(maximumDepth: Int, maximumText: Int? = nil) {
        self.maximumDepth = max(maximumDepth, 0)
        self.maximumText = maximumText
    }

    /// Returns the bytes to which all references to entities, and all attributes that a declaration adds, may expand
    /// together.
    ///
    /// From version 2.11 on, libxml2 tolerates five times the input's size once a megabyte is exceeded. Earlier
    /// versions allow one long entity to be repeated without limit, and stop nested ones only after seconds.
    static func maximumExpansion(size: Int) -> Int { (1 << 20) + 4 * size }

    /// The greatest number of attributes of an element. libxml2 compares each with all before it.
    static let maximumAttributes = 1024
    /// The greatest number of entities and attributes that a document type may declare. The largest sets of entities in
    /// use, MathML's, have some 2,200.
    static let maximumDeclarations = 16_384
    /// The greatest nesting of entities (libxml2's limit).
    static let maximumEntityDepth = 40
    /// The greatest length of a name in bytes (libxml2's `XML_MAX_NAME_LENGTH`).
    static let maximumName = 50_000
    /// The greatest length of a comment or a processing instruction in bytes (libxml2's `XML_MAX_TEXT_LENGTH`). libxml2
    /// continues in the middle of a longer one.
    static let maximumComment = 10_000_000
}
