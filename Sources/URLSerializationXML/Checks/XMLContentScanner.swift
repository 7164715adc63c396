/// The scanner of the markup of a document, or of an entity's replacement text, from tag to tag.
///
/// It is not a validator, but it finds the errors that are common at the end of a large document, at less cost than
/// libxml2. It never treats a byte as part of a tag, a comment, a CDATA section or a processing instruction unless
/// libxml2 does: uncertain markup is refused.
struct XMLContentScanner {
    var cursor: ByteCursor
    let limits: XMLLimits
    /// The number of elements that references to entities may open anywhere.
    var depthOfEntities = 0
    /// The bytes of default attributes that each element of a name receives.
    var defaults: [[UInt8]: XMLAttributeDefaults] = [:]

    /// Whether the document may have entities that this scanner does not know.
    var hasDocumentType = false

    /// The names of the open elements, never more than the limit.
    private var open: [Range<Int>] = []
    /// The greatest number of elements that were open at once.
    private(set) var greatestDepth = 0
    /// The bytes of default attributes that all elements received.
    private(set) var defaultedBytes = 0
    /// The spaces to add after instructions without data.
    var edits: [XMLEdit] = []

    init(_ cursor: ByteCursor, limits: XMLLimits) {
        self.cursor = cursor
        self.limits = limits
    }

    /// Scans one root element with the markup before and after it.
    mutating func scanDocument() throws(UndecodableData) {
        try scanMisc()
        guard cursor.byte == UInt8(ascii: "<"), cursor.next.startsXMLName else {
            throw cursor.error(cursor.isAtEnd ? .documentEnd : .documentEmpty, "there is no element")
        }
        repeat {
            try scanMarkup()
            guard !open.isEmpty else { break }
        } while try seekMarkup()
        guard open.isEmpty else {
            throw cursor.error(
                .tagNotFinished, open.count == 1 ? "an element is not closed" : "\(open.count) elements are not closed")
        }
        try scanMisc()
        guard cursor.isAtEnd else { throw cursor.error(.documentEnd, "the root element is followed by other content") }
    }

    /// Scans an entity's replacement text, whose elements must be closed in it.
    mutating func scanFragment() throws(UndecodableData) {
        while try seekMarkup() { try scanMarkup() }
        guard open.isEmpty else { throw cursor.error(.tagNotFinished, "an entity does not close what it opens") }
    }

    /// Scans white space, comments and processing instructions.
    mutating func scanMisc() throws(UndecodableData) {
        while true {
            cursor.skipSpace()
            guard cursor.byte == UInt8(ascii: "<") else { return }
            if cursor.next == UInt8(ascii: "?") {
                try scanInstruction()
            } else if cursor.take("<!--") {
                try scanComment()
            } else {
                return
            }
        }
    }

    /// Moves past text to the next markup, and returns whether there is any.
    private mutating func seekMarkup() throws(UndecodableData) -> Bool {
        let start = cursor.position
        let found = cursor.seek(UInt8(ascii: "<"))
        try checkText(from: start)
        try checkReferences(in: start..<cursor.position)
        return found
    }

    /// Throws unless every `&` begins a reference to a character, to a predefined entity or to one that may be
    /// declared.
    private func checkReferences(in range: Range<Int>) throws(UndecodableData) {
        var position = range.lowerBound
        while let found = cursor.index(of: UInt8(ascii: "&"), from: position, to: range.upperBound) {
            position = found + 1
            var reference = ByteCursor(cursor.bytes, from: position)
            // libxml2 decides which numbers are characters.
            if reference.byte == UInt8(ascii: "#") || reference.takePredefinedEntity() { continue }
            guard reference.name() != nil, reference.byte == UInt8(ascii: ";") else {
                throw cursor.error(.nameRequired, "a & does not begin a reference")
            }
            guard hasDocumentType else { throw cursor.error(.undeclaredEntity, "an entity is not declared") }
        }
    }

    private func checkText(from start: Int) throws(UndecodableData) {
        if let maximum = limits.maximumText, cursor.position - start > maximum {
            throw cursor.error(.internalError, "a text has more than \(maximum) bytes")
        }
    }

    private mutating func scanMarkup() throws(UndecodableData) {
        switch cursor.next {
        case UInt8(ascii: "/"):
            try scanEndTag()
        case UInt8(ascii: "?"):
            try scanInstruction()
        case UInt8(ascii: "!"):
            if cursor.take("<!--") {
                try scanComment()
            } else if cursor.take("<![CDATA[") {
                let start = cursor.position
                guard cursor.seek(past: "]]>") else {
                    throw cursor.error(.cdataNotFinished, "a CDATA section is not closed")
                }
                try checkText(from: start)
            } else {
                throw cursor.error(.documentStart, "there is a declaration among the content")
            }
        default:
            try scanStartTag()
        }
    }

    private mutating func scanStartTag() throws(UndecodableData) {
        cursor.advance()
        let name = try cursor.requiredName()
        if !defaults.isEmpty, let added = defaults[Array(cursor.run(name))] {
            defaultedBytes += added.bytes
            guard defaultedBytes <= XMLLimits.maximumExpansion(size: cursor.end) else {
                throw cursor.error(.entityLoop, "default attributes expand beyond the limit")
            }
        }
        guard open.count < limits.maximumDepth - depthOfEntities else {
            throw cursor.error(.internalError, "more than \(limits.maximumDepth) elements are nested")
        }
        greatestDepth = max(greatestDepth, open.count + 1)
        var attributes = 0
        while true {
            let followsSpace = cursor.skipSpace()
            if cursor.byte == UInt8(ascii: ">") {
                cursor.advance()
                open.append(name)
                return
            }
            if cursor.take("/>") { return }
            guard followsSpace else { throw cursor.error(.gtRequired, "a tag is malformed or cut off") }
            attributes += 1
            guard attributes <= XMLLimits.maximumAttributes else {
                throw cursor.error(.internalError, "an element has more than \(XMLLimits.maximumAttributes) attributes")
            }
            _ = try cursor.requiredName()
            cursor.skipSpace()
            guard cursor.take("=") else { throw cursor.error(.attributeNotStarted, "an attribute has no value") }
            cursor.skipSpace()
            guard cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") else {
                throw cursor.error(.attributeNotStarted, "an attribute's value has no quotes")
            }
            guard let value = cursor.literal() else {
                throw cursor.error(.attributeNotFinished, "an attribute is not closed")
            }
            // This also detects an unclosed quote before the rest of the document is taken for a value.
            guard cursor.index(of: UInt8(ascii: "<"), from: value.lowerBound, to: value.upperBound) == nil else {
                throw cursor.error(.ltInAttribute, "there is a < in an attribute")
            }
            try checkReferences(in: value)
        }
    }

    private mutating func scanEndTag() throws(UndecodableData) {
        cursor.advance(2)
        let name = try cursor.requiredName()
        cursor.skipSpace()
        guard cursor.take(">") else { throw cursor.error(.gtRequired, "an end tag is not closed") }
        guard let opened = open.popLast(), cursor.run(opened).hasSameBytes(as: cursor.run(name)) else {
            throw cursor.error(.tagNameMismatch, "an end tag does not match the last open element")
        }
    }

    private mutating func scanComment() throws(UndecodableData) {
        let start = cursor.position
        guard cursor.seek(past: "-->") else { throw cursor.error(.commentNotFinished, "a comment is not closed") }
        guard cursor.position - start < XMLLimits.maximumComment else {
            throw cursor.error(.commentNotFinished, "a comment has more than \(XMLLimits.maximumComment) bytes")
        }
    }

    private mutating func scanInstruction() throws(UndecodableData) {
        cursor.advance(2)
        let start = cursor.position
        _ = try cursor.requiredName()
        if cursor.byte == UInt8(ascii: "?"), cursor.next == UInt8(ascii: ">") {
            edits.append(.space(at: cursor.position))
            cursor.advance(2)
            return
        }
        guard cursor.skipSpace(), cursor.seek(past: "?>"), cursor.position - start < XMLLimits.maximumComment else {
            throw cursor.error(.processingInstructionNotFinished, "a processing instruction is malformed or not closed")
        }
    }
}
