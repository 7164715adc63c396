/// The bytes of a binary property list: its trailer, the table of offsets, and the objects at them.
///
/// Apart from the scanner that follows the references, so that reading bytes does not touch what it keeps.
///
/// Uses an unsafe buffer since a list of 100 MB is to be refused within a second. Every read goes through
/// ``unsigned(at:size:)`` or is of a byte below `objectsEnd`, which lies within the data.
struct BinaryPropertyListLayout {
    let bytes: UnsafeRawBufferPointer
    let referenceSize: Int
    let objectCount: Int
    let top: Int
    /// Where the objects end and the table of their offsets begins.
    let objectsEnd: Int
    private let offsetSize: Int

    /// Reads the trailer.
    init(_ bytes: UnsafeRawBufferPointer) throws(UndecodableData) {
        let trailer = bytes.count - 32
        guard trailer > 8 else { throw UndecodableData("The binary property list is cut off in its header.") }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard let objectCount = Self.unsigned(bytes, at: trailer + 8, size: 8),
            let top = Self.unsigned(bytes, at: trailer + 16, size: 8),
            let objectsEnd = Self.unsigned(bytes, at: trailer + 24, size: 8),
            offsetSize > 0, referenceSize > 0, top < objectCount, objectsEnd > 8, objectsEnd < trailer,
            objectCount <= (trailer - objectsEnd) / offsetSize, objectCount * offsetSize == trailer - objectsEnd,
            Self.fits(objectCount, in: referenceSize), Self.fits(objectsEnd, in: offsetSize)
        else {
            throw UndecodableData(
                "The binary property list is damaged or cut off: the trailer in its last 32 bytes describes another.")
        }
        self.objectCount = objectCount
        self.top = top
        self.objectsEnd = objectsEnd
    }

    /// Where the content of an object begins and how many units of that size it has. All of them are there.
    func content(at offset: Int, unit: Int) throws(UndecodableData) -> (start: Int, count: Int) {
        var start = offset + 1
        var count = Int(bytes[offset] & 0x0F)
        if count == 0x0F {
            guard start < objectsEnd, bytes[start] >> 4 == 0x1 else { throw damaged(offset) }
            let size = 1 << Int(bytes[start] & 0x0F)
            guard size < 256, hasBytes(size, at: start + 1), let long = Self.unsigned(bytes, at: start + 1, size: size)
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
        guard let reference = Self.unsigned(bytes, at: position, size: referenceSize), reference < objectCount else {
            throw UndecodableData("The binary property list is damaged: at byte \(position) it refers to no object.")
        }
        return reference
    }

    /// The offset of an object below `objectCount`; one that is too large for an `Int` is as far away as can be.
    func offset(of object: Int) -> Int {
        Self.unsigned(bytes, at: objectsEnd + object * offsetSize, size: offsetSize) ?? Int.max
    }

    /// A number of so many bytes, of which the last eight count; nil if it is too large for an `Int` or not in the data.
    private static func unsigned(_ bytes: UnsafeRawBufferPointer, at start: Int, size: Int) -> Int? {
        guard start >= 0, size >= 0, start <= bytes.count, size <= bytes.count - start else { return nil }
        // References and offsets of nearly all lists, which is where the time goes.
        if size == 1 { return Int(bytes[start]) }
        if size == 2 { return Int(bytes[start]) << 8 | Int(bytes[start + 1]) }
        var value: UInt64 = 0
        var position = start + max(0, size - 8)
        while position < start + size {
            value = value << 8 | UInt64(bytes[position])
            position += 1
        }
        return Int(exactly: value)
    }

    /// Whether numbers of so many bytes go beyond a count.
    private static func fits(_ count: Int, in size: Int) -> Bool {
        size >= 8 || UInt64(count) < 1 << UInt64(8 * size)
    }

    func damaged(_ offset: Int) -> UndecodableData {
        UndecodableData("The binary property list is damaged: there is no whole object at byte \(offset).")
    }

    /// A number of so many bytes; nil if it is too large for an `Int` or not in the data.
    func unsigned(at start: Int, size: Int) -> Int? {
        Self.unsigned(bytes, at: start, size: size)
    }
}
