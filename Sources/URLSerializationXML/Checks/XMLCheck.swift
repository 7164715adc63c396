/// A document that has been scanned before Foundation reads it.
///
/// libxml2 decides whether it is well-formed. This check finds, in one pass, documents that would crash libxml2 or
/// Foundation, take too long, or fail only late: those that are nested too deeply, have entities that multiply, or are
/// truncated.
struct XMLCheck {
    /// The text that `XMLDocument` reads, without the edits.
    let text: XMLText
    /// The changes to the text for swift-corelibs-foundation's `XMLParser`.
    let edits: [XMLEdit]
    /// Whether part of the document type is in another file.
    let hasExternalSubset: Bool

    /// - Throws: The problem, with libxml2's code for it.
    /// - Complexity: Linear time in the number of bytes. The memory is constant, except for a copy of a text in an
    ///   encoding other than UTF-8, and for the declarations of a document type.
    init(_ source: Data, limits: XMLLimits) throws(UndecodableData) {
        text = try XMLText(source)
        (edits, hasExternalSubset) = try text.data.withCursor { bytes throws(UndecodableData) in
            try XMLCheck.look(through: bytes, limits: limits)
        }
    }

    private static func look(
        through bytes: ByteCursor, limits: XMLLimits
    ) throws(UndecodableData) -> (edits: [XMLEdit], hasExternalSubset: Bool) {
        var content = XMLContentScanner(bytes, limits: limits)
        var hasExternalSubset = false
        if content.cursor.take("<?xml"), content.cursor.byte.isXMLSpace {
            // The declaration has already been read for the encoding.
            _ = content.cursor.seek(past: "?>")
        } else {
            content.cursor = bytes
        }
        try content.scanMisc()
        if content.cursor.take("<!DOCTYPE") {
            let maximumExpansion = XMLLimits.maximumExpansion(size: bytes.end)
            var type = XMLDocumentTypeScanner(content.cursor, limits: limits, maximumExpansion: maximumExpansion)
            try type.scan()
            hasExternalSubset = type.hasExternalSubset
            var entities = type.entities
            if !entities.isEmpty { content.depthOfEntities = try entities.measure(bytes).depth }
            content.cursor = type.cursor
            content.edits += type.edits
            content.hasDocumentType = true
            content.defaults = type.defaults
        }
        try content.scanDocument()
        return (content.edits, hasExternalSubset)
    }
}

/// A change to a document's text that keeps its meaning but avoids a crash of Foundation.
struct XMLEdit {
    let range: Range<Int>
    /// The bytes in place of the range.
    let replacement: [UInt8]

    /// Adds a space after the name of an instruction without data. swift-corelibs-foundation treats an instruction's
    /// data as text even if libxml2 passes none, and crashes. With the space there is data, though it is empty.
    static func space(at position: Int) -> XMLEdit {
        XMLEdit(range: position..<position, replacement: [0x20])
    }

    /// Returns the text with these changes, which are in order and do not overlap.
    static func apply(_ edits: [XMLEdit], to data: Data) -> Data {
        guard !edits.isEmpty else { return data }
        var result = Data(capacity: data.count + edits.count)
        var position = 0
        for edit in edits where edit.range.lowerBound >= position && edit.range.upperBound <= data.count {
            result.append(data[(data.startIndex + position)..<(data.startIndex + edit.range.lowerBound)])
            result.append(contentsOf: edit.replacement)
            position = edit.range.upperBound
        }
        result.append(data[(data.startIndex + position)...])
        return result
    }
}

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

    /// Returns the number of bytes to which all references to entities, and all attributes that a declaration adds, may
    /// expand together.
    ///
    /// From version 2.11 on, libxml2 tolerates five times the input's size once a megabyte is exceeded. Earlier
    /// versions allow one long entity to be repeated without limit, and stop nested ones only after seconds.
    static func maximumExpansion(size: Int) -> Int { (1 << 20) + 4 * size }

    /// The greatest number of attributes of an element. libxml2 compares each with all before it.
    static let maximumAttributes = 1024
    /// The greatest number of entities and attributes that a document type may declare. The largest sets of entities in
    /// use, MathML's, have about 2,200.
    static let maximumDeclarations = 16_384
    /// The greatest nesting of entities (libxml2's limit).
    static let maximumEntityDepth = 40
    /// The greatest length of a name in bytes (libxml2's `XML_MAX_NAME_LENGTH`).
    static let maximumName = 50_000
    /// The greatest length of a comment or a processing instruction in bytes (libxml2's `XML_MAX_TEXT_LENGTH`). libxml2
    /// continues in the middle of a longer one.
    static let maximumComment = 10_000_000
}

/// The errors of the checks, with libxml2's codes and Foundation's domain.
enum XMLError {
    /// libxml2's codes (`xmlParserErrors`), which `XMLParser.ErrorCode` repeats in part.
    enum Code: Int {
        case internalError = 1
        case documentStart = 3
        case documentEmpty = 4
        case documentEnd = 5
        case invalidCharacter = 9
        case parameterEntityInInternalSubset = 21
        case undeclaredEntity = 26
        case unsupportedEncoding = 32
        case ltInAttribute = 38
        case attributeNotStarted = 39
        case attributeNotFinished = 40
        case commentNotFinished = 45
        case processingInstructionNotFinished = 47
        case declarationNotFinished = 57
        case documentTypeNotFinished = 61
        case cdataNotFinished = 63
        case nameRequired = 68
        case gtRequired = 73
        case tagNameMismatch = 76
        case tagNotFinished = 77
        case invalidEncoding = 81
        case entityLoop = 89
    }

    /// Foundation's domain, which is `NSXMLParserErrorDomain` on every platform.
    static let domain = XMLParser.errorDomain

    static func error(_ code: Code, _ reason: String, at position: Int? = nil) -> UndecodableData {
        let place = position.map { " at byte \($0) of the text" } ?? ""
        return UndecodableData(
            "The data is not XML that can be read: \(reason)\(place).", domain: domain, code: code.rawValue)
    }

    /// Whether a document is well-formed despite an error that libxml2 reports. Such errors are warnings, violations of
    /// the rules for namespaces, such as an undeclared prefix (200 to 205), and violations of a document type (500 to
    /// 541). libxml2 continues to parse after them.
    static func isTolerable(code: Int) -> Bool {
        switch code {
        case 27, 93, 97...100, 102, 106, 107, 200...205, 500...541: true
        default: false
        }
    }
}

extension ByteCursor {
    /// Moves past the name and the semicolon of an entity that XML predefines (XML 1.0, section 4.6), if there is one.
    mutating func takePredefinedEntity() -> Bool {
        take("amp;") || take("lt;") || take("gt;") || take("quot;") || take("apos;")
    }

    /// Moves past a name, if there is one.
    ///
    /// ASCII characters are accepted only if they are allowed in a name; other characters are left to the parser.
    ///
    /// - Returns: Its range, or `nil` if there is none.
    mutating func name() -> Range<Int>? {
        guard byte.startsXMLName else { return nil }
        let start = position
        skip { $0.isInXMLName }
        return start..<position
    }

    /// Returns the range of a name, which must not be missing.
    mutating func requiredName(_ place: String = "") throws(UndecodableData) -> Range<Int> {
        guard let name = name(), name.count <= XMLLimits.maximumName else {
            throw error(.nameRequired, "a name\(place) is missing or malformed")
        }
        try checkMarks(of: name)
        return name
    }

    /// Throws for a name that takes quadratic time as a key, as an attribute's is.
    func checkMarks(of name: Range<Int>) throws(UndecodableData) {
        guard run(name).hasTooManyMarks else { return }
        throw XMLError.error(
            .nameRequired, "a name has more than 1,000 combining marks in a row; send one with fewer",
            at: name.lowerBound)
    }

    /// Returns the error at the position.
    func error(_ code: XMLError.Code, _ reason: String) -> UndecodableData {
        XMLError.error(code, reason, at: position)
    }
}

extension UInt8 {
    var startsXMLName: Bool { self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon) >> (self & 63) & 1 == 1 }

    var isInXMLName: Bool {
        self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon | UInt8.digits) >> (self & 63) & 1 == 1
    }

    // A bit for each character of ASCII, the lower or the upper 64.
    private static var letters: UInt64 { 0x07FF_FFFE_87FF_FFFE }
    private static var colon: UInt64 { 1 << 58 }
    private static var digits: UInt64 { 0x03FF_6000_0000_0000 }
}
