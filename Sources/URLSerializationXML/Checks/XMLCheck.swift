/// A document that has been scanned before Foundation reads it.
///
/// libxml2 decides whether it is well-formed. This check finds, in one pass, documents that would crash libxml2 or
/// Foundation, take too long, or fail only late: those with too deep nesting or entities that multiply, and truncated
/// ones.
struct XMLCheck {
    /// The text, for `XMLDocument`.
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
            // It was read for the encoding before.
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

    /// Adds a space after the name of an instruction without data. swift-corelibs-foundation takes an instruction's
    /// data for a text even if libxml2 passes none, and the process ends. With the space there are data, though empty
    /// ones.
    private static func edits(for bareInstructions: some Sequence<Int>) -> [XMLEdit] {
        bareInstructions.map(XMLEdit.space)
    }
}
