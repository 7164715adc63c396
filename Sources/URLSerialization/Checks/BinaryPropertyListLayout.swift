/// The bytes of a binary property list: its trailer, the table of offsets, and the objects at them.
///
/// It is apart from the scanner that follows the references, so that reading bytes does not touch the scanner's state.
struct BinaryPropertyListLayout {
    let cursor: ByteCursor
    let referenceSize: Int
    let objectCount: Int
    let top: Int
    /// The offset at which the objects end and the table of their offsets begins.
    let objectsEnd: Int
    private let offsetSize: Int

    /// Reads the trailer.
    init(_ bytes: UnsafeRawBufferPointer) throws(UndecodableData) {
        let trailer = bytes.count - 32
        guard trailer > 8 else { throw UndecodableData("The binary property list is cut off in its header.") }
        let cursor = ByteCursor(bytes)
        self.cursor = cursor
        offsetSize = Int(cursor.byte(at: trailer + 6))
        referenceSize = Int(cursor.byte(at: trailer + 7))
        guard let objectCount = cursor.number(at: trailer + 8, size: 8).flatMap({ Int(exactly: $0) }),
            let top = cursor.number(at: trailer + 16, size: 8).flatMap({ Int(exactly: $0) }),
            let objectsEnd = cursor.number(at: trailer + 24, size: 8).flatMap({ Int(exactly: $0) }),
            offsetSize > 0, referenceSize > 0, top < objectCount, objectsEnd > 8, objectsEnd < trailer,
            objectCount <= (trailer - objectsEnd) / offsetSize, objectCount * offsetSize == trailer - objectsEnd,
            Self.fits(objectCount, in: referenceSize), Self.fits(objectsEnd, in: offsetSize)
        else {
            throw UndecodableData(
                "The binary property list is damaged or cut off: the trailer in its last 32 bytes does not match it.")
        }
        self.objectCount = objectCount
        self.top = top
        self.objectsEnd = objectsEnd
    }

    /// Returns the start of an object's content and the number of its units, all of which lie within the data.
    func content(at offset: Int, unit: Int) throws(UndecodableData) -> (start: Int, count: Int) {
        var start = offset + 1
        var count = Int(cursor.byte(at: offset) & 0x0F)
        if count == 0x0F {
            guard start < objectsEnd, cursor.byte(at: start) >> 4 == 0x1 else { throw damaged(offset) }
            let size = 1 << Int(cursor.byte(at: start) & 0x0F)
            guard size < 256, hasBytes(size, at: start + 1), let long = unsigned(at: start + 1, size: size)
            else { throw damaged(offset) }
            start += 1 + size
            count = long
        }
        guard start <= objectsEnd, count <= (objectsEnd - start) / unit else { throw damaged(offset) }
        return (start, count)
    }

    func hasBytes(_ count: Int, at start: Int) -> Bool {
        start <= objectsEnd && count <= objectsEnd - start
    }

    func reference(at position: Int) throws(UndecodableData) -> Int {
        guard let reference = unsigned(at: position, size: referenceSize), reference < objectCount else {
            throw UndecodableData("The binary property list is damaged: the reference at byte \(position) is invalid.")
        }
        return reference
    }

    /// Returns the offset of an object below `objectCount`, or `Int.max` for one that is too large for an `Int`.
    func offset(of object: Int) -> Int {
        unsigned(at: objectsEnd + object * offsetSize, size: offsetSize) ?? Int.max
    }

    /// Whether an integer of `size` bytes is large enough for a count.
    private static func fits(_ count: Int, in size: Int) -> Bool {
        size >= 8 || UInt64(count) < 1 << UInt64(8 * size)
    }

    func damaged(_ offset: Int) -> UndecodableData {
        UndecodableData("The binary property list is damaged: the object at byte \(offset) is incomplete.")
    }

    /// Returns the unsigned integer of `size` bytes, or `nil` if it is too large for an `Int` or beyond the data.
    func unsigned(at start: Int, size: Int) -> Int? {
        cursor.number(at: start, size: size).flatMap { Int(exactly: $0) }
    }
}
