/// A document that has been looked through before Foundation reads it.
///
/// libxml2 decides whether it is well-formed. This finds, in one pass of its own, what libxml2 or Foundation would not
/// survive, would take too long over, or would find out late: too deep nesting, entities that multiply, what is cut off.
struct XMLCheck {
    /// The text, for `XMLDocument`.
    let text: XMLText
    /// What must be changed in the text for swift-corelibs-foundation's `XMLParser`.
    let edits: [XMLEdit]
    /// Whether the document type has a part elsewhere.
    let hasExternalSubset: Bool

    /// - Throws: What is wrong, with libxml2's code for it.
    /// - Complexity: Linear in the number of bytes; in memory constant, but for the text itself where it comes in
    ///   another encoding than UTF-8, and for what a document type declares.
    init(_ source: Data, limits: XMLLimits) throws(UndecodableData) {
        text = try XMLText(source)
        let found = text.data.withUnsafeBytes { bytes -> Result<Found, UndecodableData> in
            do throws(UndecodableData) {
                return .success(try XMLCheck.look(through: ByteCursor(bytes), limits: limits))
            } catch {
                return .failure(error)
            }
        }
        switch found {
        case .success(let found): (edits, hasExternalSubset) = (found.edits, found.hasExternalSubset)
        case .failure(let error): throw error
        }
    }

    private struct Found {
        var edits: [XMLEdit] = []
        var hasExternalSubset = false
    }

    private static func look(through bytes: ByteCursor, limits: XMLLimits) throws(UndecodableData) -> Found {
        var found = Found()
        var content = XMLContentScanner(bytes, limits: limits)
        if content.cursor.take("<?xml"), content.cursor.byte.isXMLSpace {
            // It has been read for the encoding.
            _ = content.cursor.seek(past: "?>")
        } else {
            content.cursor = bytes
        }
        try content.scanMisc()
        guard content.cursor.take("<!DOCTYPE") else {
            try content.scanDocument()
            found.edits = edits(for: content.bareInstructions)
            return found
        }
        let maximumExpansion = XMLLimits.maximumExpansion(size: bytes.end)
        var type = XMLDocumentTypeScanner(content.cursor, limits: limits, maximumExpansion: maximumExpansion)
        try type.scan()
        found.hasExternalSubset = type.hasExternalSubset
        var entities = type.entities
        if !entities.isEmpty {
            let measure = try entities.measure(bytes)
            content.depthOfEntities = measure.depth
        }
        let before = content.bareInstructions.count
        content.cursor = type.cursor
        content.hasDocumentType = true
        content.defaults = type.defaults
        try content.scanDocument()
        found.edits =
            edits(for: content.bareInstructions.prefix(before)) + type.edits
            + edits(for: content.bareInstructions.dropFirst(before))
        return found
    }

    /// swift-corelibs-foundation takes an instruction's data for a text even where libxml2 passes none, and the process
    /// ends. After a space there are data, though empty ones.
    private static func edits(for bareInstructions: some Sequence<Int>) -> [XMLEdit] {
        bareInstructions.map(XMLEdit.space)
    }
}
