import URLSerialization

/// Reads binary property lists, sets included.
///
/// Foundation's reader on Linux crashes on a set that is not empty and expands shared references without bound; this
/// one refuses a list that would expand beyond ``PayloadReader/maximumCount`` values or ``PayloadReader/maximumSize``
/// bytes.
struct BinaryPropertyListReader {
    /// The header and the objects, which end where the offset table begins.
    private let objects: ByteCursor
    /// The offset table.
    private let offsets: ByteCursor
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private var countLeft = PayloadReader.maximumCount
    private var bytesLeft = PayloadReader.maximumSize

    /// Reads a list.
    ///
    /// - Throws: ``PayloadError``.
    static func read(_ data: Data) throws -> ParameterValue {
        try data.withUnsafeBytes { try read(ByteCursor($0)) }
    }

    private static func read(_ bytes: ByteCursor) throws -> ParameterValue {
        guard bytes.holds(8 + 32, at: 0) else { throw truncated }
        guard bytes.byte(at: 6) == UInt8(ascii: "0") else {
            throw PayloadError(reason: "property list of unknown version")
        }
        let trailer = bytes.end - 32
        func number(at offset: Int) -> Int? { bytes.number(at: trailer + offset, size: 8).flatMap(Int.init(exactly:)) }
        let (offsetSize, referenceSize) = (Int(bytes.byte(at: trailer + 6)), Int(bytes.byte(at: trailer + 7)))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let objectCount = number(at: 8),
            let top = number(at: 16), let offsetTable = number(at: 24), offsetTable >= 8, offsetTable <= trailer
        else { throw truncated }
        let offsets = bytes.part(offsetTable..<trailer)
        guard offsets.holds(objectCount, of: offsetSize, at: 0) else { throw truncated }
        var reader = BinaryPropertyListReader(
            objects: bytes.part(0..<offsetTable), offsets: offsets, offsetSize: offsetSize,
            referenceSize: referenceSize, objectCount: objectCount)
        return try reader.value(of: top, depth: 0)
    }

    private static let truncated = PayloadError(reason: "damaged or truncated binary property list")

    private mutating func value(of object: Int, depth: Int) throws -> ParameterValue {
        countLeft -= 1
        guard countLeft >= 0 else {
            throw PayloadReader.tooManyValues
        }
        guard object < objectCount,
            let offset = offsets.number(at: object * offsetSize, size: offsetSize).flatMap(Int.init(exactly:)),
            offset >= 8, offset < objects.end
        else { throw Self.truncated }
        let marker = objects.byte(at: offset)
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0: return try singleton(marker)
        case 0x1: return try integer(at: offset + 1, size: 1 << low)
        case 0x2: return try real(at: offset + 1, size: 1 << low)
        case 0x3:
            guard low == 3, case .double(let seconds) = try real(at: offset + 1, size: 8) else { throw Self.truncated }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 0x4: return .data(Data(try content(at: offset, unit: 1)))
        case 0x5: return .string(String(decoding: try content(at: offset, unit: 1), as: UTF8.self))
        case 0x6: return .string(Self.utf16(try content(at: offset, unit: 2)))
        case 0x7: return .string(String(decoding: try content(at: offset, unit: 1), as: UTF8.self))
        case 0xA, 0xB: return .array(try values(at: offset, depth: depth))
        case 0xC: return .set(Set(try values(at: offset, depth: depth)))
        case 0xD: return .dictionary(try dictionary(at: offset, depth: depth))
        case 0x8: throw PayloadError(reason: "archive of objects, not a payload")
        default: throw Self.truncated
        }
    }

    // MARK: - Leaves

    private func singleton(_ marker: UInt8) throws -> ParameterValue {
        switch marker {
        case 0x00: return .null
        case 0x08: return .bool(false)
        case 0x09: return .bool(true)
        default: throw Self.truncated
        }
    }

    private func integer(at start: Int, size: Int) throws -> ParameterValue {
        guard size <= 16, let bits = objects.number(at: start, size: size) else { throw Self.truncated }
        switch size {
        case 1, 2, 4: return .int(Int64(bits))
        case 8: return .int(Int64(bitPattern: bits))
        default:
            guard objects.number(at: start, size: 8) == 0 else {
                throw PayloadError(reason: "an integer of more than 64 bits")
            }
            return ParameterValue(bits)
        }
    }

    private func real(at start: Int, size: Int) throws -> ParameterValue {
        guard size == 4 || size == 8, let bits = objects.number(at: start, size: size) else { throw Self.truncated }
        return size == 4
            ? .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : .double(Double(bitPattern: bits))
    }

    private mutating func content(at offset: Int, unit: Int) throws -> [UInt8] {
        let (start, count) = try count(at: offset)
        guard objects.holds(count, of: unit, at: start) else { throw Self.truncated }
        bytesLeft -= count * unit
        guard bytesLeft >= 0 else { throw PayloadReader.tooLarge }
        return objects.copy(start..<start + count * unit)
    }

    private static func utf16(_ bytes: [UInt8]) -> String {
        let units = (0..<bytes.count / 2).map { UInt16(bytes[$0 * 2]) << 8 | UInt16(bytes[$0 * 2 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    // MARK: - Collections

    private mutating func values(at offset: Int, depth: Int) throws -> [ParameterValue] {
        let (start, count) = try count(at: offset)
        return try references(at: start, count: count, depth: depth).map { try value(of: $0, depth: depth + 1) }
    }

    private mutating func dictionary(at offset: Int, depth: Int) throws -> ParameterDictionary {
        let (start, count) = try count(at: offset)
        let keys = try references(at: start, count: count, depth: depth)
        let values = try references(at: start + count * referenceSize, count: count, depth: depth)
        var pairs: [ParameterDictionary.Element] = []
        for (key, reference) in zip(keys, values) {
            guard case .string(let text) = try value(of: key, depth: depth + 1) else {
                throw PayloadError(reason: "dictionary key that is not a string")
            }
            pairs.append((text, try value(of: reference, depth: depth + 1)))
        }
        return ParameterDictionary(pairs)
    }

    private func references(at start: Int, count: Int, depth: Int) throws -> [Int] {
        // A list that contains itself ends here too.
        guard depth < PayloadReader.maximumDepth else {
            throw PayloadError(reason: "nested more than \(PayloadReader.maximumDepth) levels deep")
        }
        guard objects.holds(count, of: referenceSize, at: start) else { throw Self.truncated }
        guard count <= countLeft else { throw PayloadReader.tooManyValues }
        return try (0..<count).map { position in
            let reference = objects.number(at: start + position * referenceSize, size: referenceSize)
            guard let reference = reference.flatMap(Int.init(exactly:)) else { throw Self.truncated }
            return reference
        }
    }

    // MARK: - Bytes

    /// The number of parts of the object at an offset, and where they begin.
    private func count(at offset: Int) throws -> (start: Int, count: Int) {
        let low = Int(objects.byte(at: offset) & 0x0F)
        guard low == 0x0F else { return (offset + 1, low) }
        let size = 1 << Int(objects.byte(at: offset + 1) & 0x0F)
        guard objects.byte(at: offset + 1) >> 4 == 0x1, size <= 8,
            let count = objects.number(at: offset + 2, size: size).flatMap(Int.init(exactly:))
        else { throw Self.truncated }
        return (offset + 2 + size, count)
    }
}
