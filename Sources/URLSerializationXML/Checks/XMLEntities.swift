/// The entities that a document declares, and the expansion of references to them.
struct XMLEntities {
    /// The size of an entity with everything in it expanded.
    struct Measure {
        /// The number of bytes; larger than any limit for an endless expansion.
        var size = 0
        /// The greatest number of elements that are open at once in it.
        var depth = 0
        /// The greatest number of entities that are open at once in it.
        var nesting = 0
    }

    private enum Entity {
        case declared([UInt8])
        case measuring
        case measured(Measure)
        case external
    }

    /// The entities by name. Names are compared byte by byte, since Swift's strings are equal even if only their normal
    /// forms are.
    private var entities: [[UInt8]: Entity] = [:]
    private let limits: XMLLimits
    private let maximumExpansion: Int

    init(limits: XMLLimits, maximumExpansion: Int) {
        self.limits = limits
        self.maximumExpansion = maximumExpansion
    }

    var isEmpty: Bool { entities.isEmpty }

    /// Declares an entity. If a name is declared several times, the first declaration is used.
    ///
    /// - Parameter value: The value as it is written, or `nil` if it is in another file.
    /// - Throws: For a malformed reference in the value.
    mutating func declare(_ name: [UInt8], value: ByteCursor?) throws(UndecodableData) {
        let entity: Entity
        if let value { entity = .declared(try XMLEntities.replacement(of: value)) } else { entity = .external }
        if entities[name] == nil { entities[name] = entity }
    }

    /// Sums up the expansion of all references in a text. Those in a comment are counted too although they are not
    /// expanded, since documents do not have thousands there, and libxml2 might not take the text for a comment.
    mutating func measure(_ text: ByteCursor) throws(UndecodableData) -> Measure {
        try measure(text, nesting: 0)
    }

    private mutating func measure(_ text: ByteCursor, nesting: Int) throws(UndecodableData) -> Measure {
        var cursor = text
        var total = Measure()
        while cursor.seek(UInt8(ascii: "&")) {
            cursor.advance()
            guard let name = cursor.name(), cursor.byte == UInt8(ascii: ";") else { continue }
            let found = try measure(entity: Array(cursor.run(name)), nesting: nesting)
            total.size = min(total.size + found.size, maximumExpansion + 1)
            total.depth = max(total.depth, found.depth)
            total.nesting = max(total.nesting, found.nesting)
            guard total.size <= maximumExpansion else {
                throw XMLError.error(.entityLoop, "its entities expand to more than \(maximumExpansion) bytes")
            }
        }
        return total
    }

    private mutating func measure(entity name: [UInt8], nesting: Int) throws(UndecodableData) -> Measure {
        switch entities[name] {
        case nil, .external:
            return Measure()
        case .measured(let measure):
            return measure
        case .measuring:
            throw XMLError.error(.entityLoop, "an entity contains itself")
        case .declared(let replacement):
            guard nesting < XMLLimits.maximumEntityDepth else {
                throw XMLError.error(.entityLoop, "entities are nested too deep")
            }
            entities[name] = .measuring
            var measured = try measure(replacement: replacement, nesting: nesting)
            measured.nesting += 1
            guard measured.nesting <= XMLLimits.maximumEntityDepth else {
                throw XMLError.error(.entityLoop, "entities are nested too deep")
            }
            entities[name] = .measured(measured)
            return measured
        }
    }

    private mutating func measure(replacement: [UInt8], nesting: Int) throws(UndecodableData) -> Measure {
        try replacement.withUnsafeBufferPointer { (bytes) throws(UndecodableData) -> Measure in
            var total = try measure(ByteCursor(bytes), nesting: nesting + 1)
            var scanner = XMLContentScanner(ByteCursor(bytes), limits: limits)
            scanner.hasDocumentType = true
            try scanner.scanFragment()
            guard scanner.edits.isEmpty else {
                throw XMLError.error(
                    .processingInstructionNotFinished, "an entity holds a processing instruction without data")
            }
            total.depth = min(total.depth, limits.maximumDepth) + scanner.greatestDepth
            // The cost of a reference beyond its bytes: libxml2 creates a separate parser if there is markup.
            let overhead = scanner.greatestDepth > 0 ? 64 : 0
            total.size = min(total.size + bytes.count + overhead, maximumExpansion + 1)
            return total
        }
    }

    /// Returns the replacement text: the value with its references to characters replaced (XML 1.0, section 4.5).
    private static func replacement(of value: ByteCursor) throws(UndecodableData) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(value.end)
        var cursor = value
        while true {
            let start = cursor.position
            let found = cursor.seek(UInt8(ascii: "&"))
            result += cursor.bytes[start..<cursor.position]
            guard found else { return result }
            let reference = cursor.position
            cursor.advance()
            if cursor.take("#") {
                result += try character(&cursor).utf8
            } else {
                guard cursor.name() != nil else {
                    throw XMLError.error(.nameRequired, "a & in an entity does not begin a reference")
                }
                result += cursor.bytes[reference..<cursor.position]
            }
        }
    }

    /// Reads the part of a reference such as `&#38;` or `&#x26;` after `&#`, including leading zeros.
    private static func character(_ cursor: inout ByteCursor) throws(UndecodableData) -> Character {
        let radix: UInt32 = cursor.take("x") ? 16 : 10
        var number: UInt32 = 0
        while let digit = Character(Unicode.Scalar(cursor.byte)).hexDigitValue, digit < radix {
            // A number beyond all scalars stays beyond them.
            number = min(number, 0x11_0000) * radix + UInt32(digit)
            cursor.advance()
        }
        let isControl = number < 0x20 && !UInt8(truncatingIfNeeded: number).isXMLSpace
        guard cursor.take(";"), !isControl, number & 0xFFFF_FFFE != 0xFFFE, let scalar = Unicode.Scalar(number) else {
            throw XMLError.error(.invalidCharacter, "an entity refers to an invalid character")
        }
        return Character(scalar)
    }
}
