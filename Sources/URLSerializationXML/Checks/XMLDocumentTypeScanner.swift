/// The scanner of a document type declaration (XML 1.0, section 2.8), which keeps the declarations that affect the
/// document's cost.
struct XMLDocumentTypeScanner {
    private(set) var cursor: ByteCursor
    private let limits: XMLLimits
    private var declarations = 0
    private(set) var entities: XMLEntities
    /// The default attributes declared, by the names of elements.
    private(set) var defaults: [[UInt8]: XMLAttributeDefaults] = [:]
    /// Whether part of the document type is in another file, which is never loaded.
    private(set) var hasExternalSubset = false
    /// The removal of declarations that swift-corelibs-foundation's `XMLParser` must not see. It treats identifiers and
    /// default values as text even if libxml2 passes none, and crashes.
    private(set) var edits: [XMLEdit] = []

    init(_ cursor: ByteCursor, limits: XMLLimits, maximumExpansion: Int) {
        self.cursor = cursor
        self.limits = limits
        entities = XMLEntities(limits: limits, maximumExpansion: maximumExpansion)
    }

    /// Scans the text between `<!DOCTYPE` and its `>`, which it passes.
    mutating func scan() throws(UndecodableData) {
        _ = try scanName()
        let spaced = cursor.skipSpace()
        if spaced, let identifiers = try scanExternalIdentifier() {
            hasExternalSubset = identifiers.system != nil
            cursor.skipSpace()
        }
        if cursor.take("[") {
            while try scanDeclaration() {}
        }
        try requireEnd()
    }

    /// Scans one declaration, and returns whether there was one before the closing bracket.
    private mutating func scanDeclaration() throws(UndecodableData) -> Bool {
        var misc = XMLContentScanner(cursor, limits: limits)
        try misc.scanMisc()
        cursor = misc.cursor
        edits += misc.edits
        let start = cursor.position
        if cursor.take("]") { return false }
        try countDeclaration()
        if cursor.take("<!ENTITY") {
            try scanEntity(from: start)
        } else if cursor.take("<!ATTLIST") {
            try scanAttributeList()
        } else if cursor.take("<!ELEMENT") {
            try scanElement()
        } else if cursor.take("<!NOTATION") {
            try scanNotation(from: start)
        } else if cursor.byte == UInt8(ascii: "%") {
            // XMLParser on Linux does not resolve them either. The cost of their declarations could not be bounded.
            throw cursor.error(
                .parameterEntityInInternalSubset, "it refers to a parameter entity, which is not supported")
        } else {
            throw cursor.error(.documentTypeNotFinished, "the document type is malformed or not closed")
        }
        return true
    }

    private mutating func scanEntity(from start: Int) throws(UndecodableData) {
        try requireSpace()
        let isParameter = cursor.take("%")
        let name = Array(cursor.run(try isParameter ? scanName() : cursor.requiredName(" in the document type")))
        try requireSpace()
        if let value = cursor.literal() {
            guard cursor.index(of: UInt8(ascii: "%"), from: value.lowerBound, to: value.upperBound) == nil else {
                throw cursor.error(.parameterEntityInInternalSubset, "an entity's value refers to a parameter entity")
            }
            if !isParameter { try entities.declare(name, value: cursor.part(value)) }
            return try requireEnd()
        }
        guard let identifiers = try scanExternalIdentifier() else {
            throw cursor.error(.documentTypeNotFinished, "an entity has no value")
        }
        let spaced = cursor.skipSpace()
        let isUnparsed = spaced && !isParameter && cursor.take("NDATA")
        if isUnparsed {
            _ = try scanName()
        }
        try requireEnd()
        if !isParameter { try entities.declare(name, value: nil) }
        if isUnparsed, !identifiers.isPublic { blank(start..<cursor.position) }
    }

    private mutating func scanAttributeList() throws(UndecodableData) {
        let element = Array(cursor.run(try scanName()))
        while true {
            let spaced = cursor.skipSpace()
            if cursor.take(">") { return }
            let start = cursor.position
            guard spaced, let name = cursor.name() else {
                throw cursor.error(.documentTypeNotFinished, "an attribute's declaration is malformed")
            }
            try cursor.checkMarks(of: name)
            try countDeclaration()
            try requireSpace()
            try scanAttributeType()
            if cursor.take("#REQUIRED") || cursor.take("#IMPLIED") {
                blank(start..<cursor.position)
                continue
            }
            if cursor.take("#FIXED") { try requireSpace() }
            guard let value = cursor.literal(),
                cursor.index(of: UInt8(ascii: "<"), from: value.lowerBound, to: value.upperBound) == nil
            else {
                throw cursor.error(.documentTypeNotFinished, "an attribute's default value is malformed")
            }
            let expansion = try entities.measure(cursor.part(value)).size
            var known = defaults[element] ?? XMLAttributeDefaults()
            known.count += 1
            known.bytes += name.count + value.count + expansion
            guard known.count <= XMLLimits.maximumAttributes else {
                throw cursor.error(.internalError, "an element has more than \(XMLLimits.maximumAttributes) attributes")
            }
            defaults[element] = known
        }
    }

    private mutating func scanAttributeType() throws(UndecodableData) {
        if cursor.byte != UInt8(ascii: "(") {
            _ = try cursor.requiredName(" in the document type")
            try requireSpace()
        }
        guard cursor.byte == UInt8(ascii: "(") else { return }
        try skip(past: ")", allowing: "(|", "an attribute's type is malformed")
        try requireSpace()
    }

    private mutating func scanElement() throws(UndecodableData) {
        _ = try scanName()
        try skip(past: ">", allowing: "(|),?*+#", "an element's declaration is malformed")
    }

    private mutating func skip(
        past end: Unicode.Scalar, allowing others: String, _ reason: String
    ) throws(UndecodableData) {
        while cursor.byte != UInt8(ascii: end) {
            guard cursor.byte.isInXMLName || cursor.byte.isXMLSpace || others.utf8.contains(cursor.byte) else {
                throw cursor.error(.documentTypeNotFinished, reason)
            }
            cursor.advance()
        }
        cursor.advance()
    }

    private mutating func scanNotation(from start: Int) throws(UndecodableData) {
        _ = try scanName()
        try requireSpace()
        guard let identifiers = try scanExternalIdentifier(allowingPublicAlone: true) else {
            throw cursor.error(.documentTypeNotFinished, "a notation's declaration is malformed")
        }
        try requireEnd()
        if !identifiers.isPublic || identifiers.system == nil { blank(start..<cursor.position) }
    }

    /// Scans `SYSTEM "…"` or `PUBLIC "…" "…"`.
    private mutating func scanExternalIdentifier(
        allowingPublicAlone: Bool = false
    ) throws(UndecodableData) -> (system: Range<Int>?, isPublic: Bool)? {
        let isPublic = cursor.take("PUBLIC")
        guard isPublic || cursor.take("SYSTEM") else { return nil }
        if isPublic {
            try requireSpace()
            guard cursor.literal() != nil else {
                throw cursor.error(.documentTypeNotFinished, "an identifier is malformed")
            }
        }
        let spaced = cursor.skipSpace()
        if allowingPublicAlone, isPublic, cursor.byte == UInt8(ascii: ">") { return (nil, true) }
        guard spaced, let system = cursor.literal() else {
            throw cursor.error(.documentTypeNotFinished, "an identifier is malformed")
        }
        return (system, isPublic)
    }

    /// Replaces a declaration with spaces, so that lines and columns do not change.
    private mutating func blank(_ range: Range<Int>) {
        let spaces = cursor.run(range).map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
        edits.append(XMLEdit(range: range, replacement: spaces))
    }

    private mutating func countDeclaration() throws(UndecodableData) {
        declarations += 1
        guard declarations <= XMLLimits.maximumDeclarations else {
            throw cursor.error(
                .internalError, "the document type has more than \(XMLLimits.maximumDeclarations) declarations")
        }
    }

    /// Returns the range of the name after a required space.
    private mutating func scanName() throws(UndecodableData) -> Range<Int> {
        try requireSpace()
        return try cursor.requiredName(" in the document type")
    }

    private mutating func requireSpace() throws(UndecodableData) {
        guard cursor.skipSpace() else {
            throw cursor.error(.documentTypeNotFinished, "the document type lacks a space")
        }
    }

    private mutating func requireEnd() throws(UndecodableData) {
        cursor.skipSpace()
        guard cursor.take(">") else {
            throw cursor.error(.documentTypeNotFinished, "a declaration is malformed or not closed")
        }
    }
}

/// The attributes that a document type adds to every element of a name.
struct XMLAttributeDefaults {
    var count = 0
    /// The bytes of their names and values, with entities expanded.
    var bytes = 0
}
