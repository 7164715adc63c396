/// What may be in a document before it is refused.
struct XMLLimits {
    /// How many elements may be open at once. Those that entities bring count.
    let maximumDepth: Int
    /// How many bytes one run of text may have, or nil: libxml2 cuts a node of a tree off there, without an error.
    let maximumText: Int?

    init(maximumDepth: Int, maximumText: Int? = nil) {
        self.maximumDepth = max(maximumDepth, 0)
        self.maximumText = maximumText
    }

    /// How many bytes all references to entities together may expand to, and all attributes that a declaration adds.
    ///
    /// libxml2 tolerates five times the input's size once a megabyte is exceeded, from version 2.11 on. Before that it
    /// lets one long entity be repeated at will, and is stopped by nesting only after seconds.
    static func maximumExpansion(size: Int) -> Int { (1 << 20) + 4 * size }

    /// How many attributes an element may have: libxml2 compares each with all before it.
    static let maximumAttributes = 1024
    /// How many entities and attributes a document type may declare. The largest sets of entities in use, MathML's, have
    /// some 2,200.
    static let maximumDeclarations = 16_384
    /// How deep entities may be nested (libxml2's limit).
    static let maximumEntityDepth = 40
    /// How long a name may be (libxml2's `XML_MAX_NAME_LENGTH`).
    static let maximumName = 50_000
    /// How long a comment or a processing instruction may be (libxml2's `XML_MAX_TEXT_LENGTH`). After a longer one
    /// libxml2 goes on in the middle of it.
    static let maximumComment = 10_000_000
}
