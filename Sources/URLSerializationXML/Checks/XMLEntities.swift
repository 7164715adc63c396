/// The entities that a document declares, and what references to them expand to.
struct XMLEntities {
    /// What an entity expands to, everything in it included.
    struct Measure {
        /// How many bytes; larger than any limit where there is no end to it.
        var size = 0
        /// How many elements are open at once in it.
        var depth = 0
        /// How many entities are open at once in it.
        var nesting = 0
    }

    private enum Entity {
        case declared([UInt8])
        case measuring
        case measured(Measure)
        case external
    }

    /// Names are compared byte by byte: texts would be equal where only their normal forms are.
    private var entities: [[UInt8]: Entity] = [:]
    private let limits: XMLLimits
    private let maximumExpansion: Int

    init(limits: XMLLimits, maximumExpansion: Int) {
        self.limits = limits
        self.maximumExpansion = maximumExpansion
    }

    var isEmpty: Bool { entities.isEmpty }

    /// Of several declarations of a name the first counts.
    ///
    /// - Parameter value: The value as it is written, or nil if it is elsewhere.
    /// - Throws: If what looks like a reference in the value is none.
    mutating func declare(_ name: [UInt8], value: ByteCursor?) throws(UndecodableData) {
        let entity: Entity
        if let value { entity = .declared(try XMLEntities.replacement(of: value)) } else { entity = .external }
        if entities[name] == nil { entities[name] = entity }
    }

    /// Sums up what all references in a text expand to, wherever they stand. In a comment none is expanded, but then
    /// nobody writes thousands there, and libxml2 is not asked whether it takes that for a comment as well.
    mutating func measure(_ text: ByteCursor) throws(UndecodableData) -> Measure {
        try measure(text, nesting: 0)
    }

    private mutating func measure(_ text: ByteCursor, nesting: Int) throws(UndecodableData) -> Measure {
        var cursor = text
        var total = Measure()
        while cursor.seek(UInt8(ascii: "&")) {
            cursor.advance()
            guard let name = cursor.name(), cursor.byte == UInt8(ascii: ";") else { continue }
            let found = try measure(entity: cursor.copy(name), nesting: nesting)
            total.size = min(total.size + found.size, maximumExpansion + 1)
            total.depth = max(total.depth, found.depth)
            total.nesting = max(total.nesting, found.nesting)
            guard total.size <= maximumExpansion else {
                throw XMLFault.fault(.entityLoop, "its entities expand to more than \(maximumExpansion) bytes")
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
            throw XMLFault.fault(.entityLoop, "an entity contains itself")
        case .declared(let replacement):
            guard nesting < XMLLimits.maximumEntityDepth else {
                throw XMLFault.fault(.entityLoop, "entities are nested too deep")
            }
            entities[name] = .measuring
            var measured = try measure(replacement: replacement, nesting: nesting)
            measured.nesting += 1
            guard measured.nesting <= XMLLimits.maximumEntityDepth else {
                throw XMLFault.fault(.entityLoop, "entities are nested too deep")
            }
            entities[name] = .measured(measured)
            return measured
        }
    }

    private mutating func measure(replacement: [UInt8], nesting: Int) throws(UndecodableData) -> Measure {
        var total = try replacement.withUnsafeBufferPointer { (bytes) throws(UndecodableData) -> Measure in
            try measure(ByteCursor(bytes), nesting: nesting + 1)
        }
        let limits = limits
        let ownDepth = try replacement.withUnsafeBufferPointer { (bytes) throws(UndecodableData) -> Int in
            var scanner = XMLContentScanner(ByteCursor(bytes), limits: limits)
            scanner.hasDocumentType = true
            try scanner.scanFragment()
            guard scanner.bareInstructions.isEmpty else {
                throw XMLFault.fault(
                    .processingInstructionNotFinished, "an entity holds a processing instruction without data")
            }
            return scanner.greatestDepth
        }
        total.depth = min(total.depth, limits.maximumDepth) + ownDepth
        // What a reference costs beside its bytes: a parser of its own, if there is markup.
        let overhead = ownDepth > 0 ? 64 : 0
        total.size = min(total.size + replacement.count + overhead, maximumExpansion + 1)
        return total
    }

    /// The replacement text: the value with its references to characters replaced (XML 1.0, section 4.5).
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
                    throw XMLFault.fault(.nameRequired, "there is a & in an entity that begins no reference")
                }
                result += cursor.bytes[reference..<cursor.position]
            }
        }
    }

    /// Reads what follows the `&#` of a reference such as `&#38;` or `&#x26;`, zeros in front included.
    private static func character(_ cursor: inout ByteCursor) throws(UndecodableData) -> Character {
        let radix: UInt32 = cursor.take("x") ? 16 : 10
        var number: UInt32 = 0
        while let digit = Character(Unicode.Scalar(cursor.byte)).hexDigitValue, digit < radix {
            // More than any scalar's number stays more.
            number = min(number, 0x11_0000) * radix + UInt32(digit)
            cursor.advance()
        }
        let isControl = number < 0x20 && !UInt8(truncatingIfNeeded: number).isXMLSpace
        guard cursor.take(";"), !isControl, number & 0xFFFF_FFFE != 0xFFFE, let scalar = Unicode.Scalar(number) else {
            throw XMLFault.fault(.invalidCharacter, "an entity refers to something that is no character")
        }
        return Character(scalar)
    }
}
