/// A reader that follows the references of a binary property list and passes what it finds to a sink.
///
/// | objects | calls |
/// |---|---|
/// | `[1, 1]`, `true` | beginArray, bool true, bool true, end |
/// | `[0]` | The binary property list contains itself: the object at byte 8. |
///
/// The rules are those of Foundation's reader (CFBinaryPList.c), found by experiment, with these exceptions:
///
/// - A set that is not empty is refused, unless the sink takes sets. Foundation on Linux crashes on it; Apple's would
///   read it, but servers do not send sets.
/// - A list nested more than 512 levels deep is refused even where Foundation does not notice because it has read the
///   object before at a lesser depth.
/// - A shared object counts each time. Seen as a tree, the list may have no more values than the data has bytes, or
///   65,536 if that is more. Its strings and data together may have at most 64 MiB plus sixteen times the data's size,
///   where a key of more than 1,000 bytes that is not ASCII counts sixteen times. A list that refers to each array and
///   dictionary once is always within these limits.
/// - A length written in 256 bytes or more is refused.
struct BinaryPropertyListReader<Sink: ValueSink & ~Copyable>: ~Copyable {
    /// An array or a dictionary that is being read.
    private struct OpenContainer {
        let object: Int
        /// The offset of the next reference to a value.
        var next: Int
        var remaining: Int
        /// The distance from a reference to a value back to the one to its key, or 0 in an array.
        let keyDistance: Int
    }

    private let cursor: ByteCursor
    private var sink: Sink
    /// Whether texts that are not ASCII or UTF-16 are malformed, as for `PropertyListDecoder` if a model asks for them.
    private let isLax: Bool
    private let referenceSize: Int
    private let objectCount: Int
    private let top: Int
    /// The bytes of the objects, after which the table of their offsets begins.
    private let objects: ByteCursor
    private let offsetSize: Int
    private var open: ContiguousArray<OpenContainer> = []
    private var valuesLeft: Int
    private var bytesLeft: Int
    private var decoded = ByteBuffer(capacity: 64)
    private var needsFoundation = false

    /// Throws if the trailer contradicts itself or the data's length.
    init(_ cursor: ByteCursor, _ sink: consuming Sink, isLax: Bool) throws(ReadingError) {
        let trailer = cursor.end - 32
        guard trailer > 8 else { throw ReadingError("The binary property list is cut off in its header.", at: 0) }
        let (offsetSize, referenceSize) = (Int(cursor.byte(at: trailer + 6)), Int(cursor.byte(at: trailer + 7)))
        guard let objectCount = cursor.count(at: trailer + 8), let top = cursor.count(at: trailer + 16),
            let objectsEnd = cursor.count(at: trailer + 24), offsetSize > 0, referenceSize > 0, top < objectCount,
            // There is at least one object, so that these refuse a table that begins at the trailer or beyond it too.
            objectsEnd > 8, objectCount <= (trailer - objectsEnd) / offsetSize,
            objectCount * offsetSize == trailer - objectsEnd, Self.fits(objectCount, in: referenceSize),
            Self.fits(objectsEnd, in: offsetSize)
        else {
            throw ReadingError(
                "The binary property list is damaged or cut off: the trailer in its last 32 bytes does not match it.",
                at: max(0, trailer))
        }
        self.cursor = cursor
        self.sink = sink
        self.isLax = isLax
        (self.offsetSize, self.referenceSize, self.objectCount) = (offsetSize, referenceSize, objectCount)
        (self.top, objects) = (top, cursor.part(0..<objectsEnd))
        valuesLeft = max(cursor.end, 1 << 16) + 1
        // A buffer in memory is too small for this to overflow.
        bytesLeft = cursor.end * 16 + 64 << 20
    }

    /// Whether an integer of `size` bytes is large enough for a count.
    private static func fits(_ count: Int, in size: Int) -> Bool { size >= 8 || UInt64(count) < 1 << UInt64(8 * size) }

    /// Follows all references from the top object.
    ///
    /// - Parameter needsFoundation: Receives whether there are archivers' identifiers, empty sets or keys that are not
    ///   texts, which only Foundation reads.
    /// - Complexity: O(n) time; O(1) memory.
    consuming func read(_ needsFoundation: inout Bool) throws(ReadingError) -> Sink {
        for object in 0..<objectCount where offset(of: object) >= objects.end {
            throw ReadingError("Object \(object) of the binary property list lies outside of it.", at: objects.end)
        }
        try readValue(top)
        while let container = open.last {
            guard container.remaining > 0 else {
                open.removeLast()
                sink.end()
                continue
            }
            open[open.count - 1].remaining -= 1
            open[open.count - 1].next += referenceSize
            if container.keyDistance > 0 { try readKey(reference(at: container.next - container.keyDistance)) }
            try readValue(reference(at: container.next))
        }
        needsFoundation = self.needsFoundation
        return sink
    }

    // MARK: - Objects

    private mutating func readKey(_ object: Int) throws(ReadingError) {
        let offset = try enter(object)
        sink.willRead(at: offset)
        switch cursor.byte(at: offset) >> 4 {
        case 0x5, 0x6:
            let (text, isMalformed) = try readText(at: offset)
            // Hashing a long text may take much longer than reading it.
            if text.count > 1000, !text.hasOnlyASCII { try take(text.count * 15) }
            _ = try sink.key(text, isMalformed: isMalformed, at: offset)
        case 0xA, 0xC, 0xD:
            throw ReadingError(
                "The key at byte \(offset) of the binary property list is not a plain value.", at: offset)
        default:
            _ = try readLeaf(at: offset)
            needsFoundation = true
            _ = sink.key(ByteRun(), isMalformed: true)
        }
    }

    private mutating func readValue(_ object: Int) throws(ReadingError) {
        let offset = try enter(object)
        sink.willRead(at: offset)
        switch cursor.byte(at: offset) >> 4 {
        case 0x5, 0x6:
            let (text, isMalformed) = try readText(at: offset)
            if isMalformed { sink.malformed(text, .text) } else { _ = sink.text(text) }
        case 0xB where Sink.readsSets: try begin(object, at: offset)
        case 0xA, 0xC, 0xD: try begin(object, at: offset)
        default:
            switch try readLeaf(at: offset) {
            case .null: sink.null()
            case .bool(let value): sink.bool(value)
            case .string(let description): sink.object(description)
            case let leaf: sink.leaf(leaf, text: ByteRun())
            }
        }
    }

    /// Counts a value and returns its offset.
    private mutating func enter(_ object: Int) throws(ReadingError) -> Int {
        valuesLeft -= 1
        let offset = offset(of: object)
        guard offset >= 8 else { throw damaged(offset) }
        guard valuesLeft >= 0 else { throw Self.tooLarge }
        return offset
    }

    private mutating func begin(_ object: Int, at offset: Int) throws(ReadingError) {
        let kind = cursor.byte(at: offset) >> 4
        guard open.count < JSONRules.greatestDepth else {
            let isCyclic = Set(open.map(\.object)).count < open.count
            throw ReadingError(
                isCyclic
                    ? "The binary property list contains itself: the object at byte \(offset)."
                    : "The binary property list nests more than \(JSONRules.greatestDepth) levels deep.", at: offset)
        }
        let (start, count) = try content(at: offset, unit: kind == 0xD ? referenceSize * 2 : referenceSize)
        if kind == 0xC, !Sink.readsSets {
            guard count == 0 else {
                throw ReadingError(
                    "The binary property list contains a set at byte \(offset), which is not supported.", at: offset)
            }
            needsFoundation = true
        }
        switch kind {
        case 0xC where Sink.readsSets: sink.beginSet()
        case 0xD: sink.beginDictionary()
        default: sink.beginArray()
        }
        let keyDistance = kind == 0xD ? count * referenceSize : 0
        open.append(
            OpenContainer(object: object, next: start + keyDistance, remaining: count, keyDistance: keyDistance))
    }

    private mutating func readLeaf(at offset: Int) throws(ReadingError) -> ParameterValue {
        let marker = cursor.byte(at: offset)
        let low = Int(marker & 0x0F)
        switch marker {
        case 0x00: return .null
        case 0x08: return .bool(false)
        case 0x09: return .bool(true)
        case 0x10...0x14:
            let bits = try number(1 << low, after: offset)
            // Integers of 16 bytes are unsigned here, and only their last eight bytes are used.
            return low == 4 ? .uint(bits) : .int(Int64(bitPattern: bits))
        case 0x22:
            return .float(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4, after: offset))))
        case 0x23:
            return .double(Double(bitPattern: try number(8, after: offset)))
        case 0x33:
            return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(8, after: offset))))
        case 0x40...0x4F:
            let (start, count) = try content(at: offset, unit: 1)
            try take(count)
            return .data(Sink.usesTexts ? cursor.run(start..<(start + count)).data : Data())
        case 0x80...0x8F:
            guard let value = objects.count(at: offset + 1, size: low + 1), value <= UInt32.max else {
                throw damaged(offset)
            }
            needsFoundation = true
            return .string("UID \(value)")
        default:
            throw damaged(offset)
        }
    }

    private func number(_ size: Int, after offset: Int) throws(ReadingError) -> UInt64 {
        guard let number = objects.number(at: offset + 1, size: size) else { throw damaged(offset) }
        return number
    }

    /// Returns a text in UTF-8, or unchanged if it is malformed under the lax rules. Texts are in Latin-1 or UTF-16.
    private mutating func readText(at offset: Int) throws(ReadingError) -> (ByteRun, isMalformed: Bool) {
        let isWide = cursor.byte(at: offset) >> 4 == 0x6
        let (start, count) = try content(at: offset, unit: isWide ? 2 : 1)
        // Foundation refuses an empty text in UTF-16, except for a model.
        guard count > 0 || !isWide || isLax else { throw damaged(offset) }
        let range = start..<(start + count * (isWide ? 2 : 1))
        try take(range.count)
        if !Sink.usesTexts { return (ByteRun(), false) }
        if !isWide, cursor.run(range).hasOnlyASCII { return (cursor.run(range, isASCII: true), false) }
        decoded.truncate(to: 0)
        let isText = isWide ? cursor.appendUTF16(range, to: &decoded) : !isLax
        if isLax, !isText { return (cursor.run(range), true) }
        if !isWide { for byte in cursor.run(range) { decoded.append(Unicode.Scalar(byte)) } }
        return (decoded.run(), false)
    }

    private mutating func take(_ bytes: Int) throws(ReadingError) {
        bytesLeft -= bytes
        guard bytesLeft >= 0 else { throw Self.tooLarge }
    }

    private static var tooLarge: ReadingError {
        ReadingError(
            "The binary property list shares values, and expanded it would be many times as large as its data.", at: 0)
    }

    // MARK: - Layout

    /// Returns the start of an object's content and the number of its units, all of which lie within the objects.
    private func content(at offset: Int, unit: Int) throws(ReadingError) -> (start: Int, count: Int) {
        var start = offset + 1
        var count = Int(cursor.byte(at: offset) & 0x0F)
        if count == 0x0F {
            let size = 1 << Int(objects.byte(at: start) & 0x0F)
            guard objects.byte(at: start) >> 4 == 0x1, size < 256, let long = objects.count(at: start + 1, size: size)
            else { throw damaged(offset) }
            start += 1 + size
            count = long
        }
        guard objects.holds(count, of: unit, at: start) else { throw damaged(offset) }
        return (start, count)
    }

    private func reference(at position: Int) throws(ReadingError) -> Int {
        guard let reference = cursor.count(at: position, size: referenceSize), reference < objectCount else {
            throw ReadingError(
                "The binary property list is damaged: the reference at byte \(position) is invalid.", at: position)
        }
        return reference
    }

    /// Returns the offset of an object below `objectCount`, or `Int.max` for one that is too large for an `Int`.
    private func offset(of object: Int) -> Int {
        cursor.count(at: objects.end + object * offsetSize, size: offsetSize) ?? Int.max
    }

    private func damaged(_ offset: Int) -> ReadingError {
        ReadingError("The binary property list is damaged: the object at byte \(offset) is incomplete.", at: offset)
    }
}

extension ByteCursor {
    /// Returns an unsigned integer, or `nil` if it is too large for an `Int` or beyond the bytes.
    fileprivate func count(at offset: Int, size: Int = 8) -> Int? {
        number(at: offset, size: size).flatMap { Int(exactly: $0) }
    }

    /// Appends UTF-16 as UTF-8. Unpaired surrogates become U+FFFD.
    ///
    /// - Returns: Whether there are none.
    fileprivate func appendUTF16(_ range: Range<Int>, to buffer: inout ByteBuffer) -> Bool {
        var isValid = true
        var index = range.lowerBound
        // A pair that the end of the text cuts off is not a pair.
        let text = part(0..<range.upperBound)
        while index < range.upperBound {
            let scalar = text.scalar(at: &index, unit: 2)
            buffer.append(scalar ?? "\u{FFFD}")
            if scalar == nil { isValid = false }
        }
        return isValid
    }
}
