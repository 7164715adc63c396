import URLSerialization

/// Reads binary property lists, sets included.
///
/// Foundation's reader on Linux crashes on a set that is not empty and expands shared references without bound; this
/// one refuses a list that would expand beyond ``PayloadReader/maximumCount`` values or ``PayloadReader/maximumSize`` bytes.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let offsetTable: Int
    private var countLeft = PayloadReader.maximumCount
    private var bytesLeft = PayloadReader.maximumSize

    /// Reads a list.
    ///
    /// - Throws: ``PayloadError``.
    static func read(_ data: Data) throws -> ParameterValue {
        let bytes = [UInt8](data)
        guard bytes.count >= 8 + 32 else { throw truncated }
        guard bytes[6] == UInt8(ascii: "0") else { throw PayloadError(reason: "property list of unknown version") }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = unsigned(bytes[trailer + 8..<trailer + 16]),
            let top = unsigned(bytes[trailer + 16..<trailer + 24]),
            let offsetTable = unsigned(bytes[trailer + 24..<trailer + 32]),
            offsetTable >= 8, offsetTable <= trailer, objectCount <= (trailer - offsetTable) / offsetSize
        else { throw truncated }
        var reader = BinaryPropertyListReader(
            bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: objectCount,
            offsetTable: offsetTable)
        return try reader.value(of: top, depth: 0)
    }

    private static let truncated = PayloadError(reason: "damaged or truncated binary property list")

    private mutating func value(of object: Int, depth: Int) throws -> ParameterValue {
        countLeft -= 1
        guard countLeft >= 0 else {
            throw PayloadReader.tooManyValues
        }
        guard object < objectCount else { throw Self.truncated }
        let entry = offsetTable + object * offsetSize
        guard let offset = Self.unsigned(bytes[entry..<entry + offsetSize]), offset >= 8, offset < offsetTable
        else { throw Self.truncated }
        let marker = bytes[offset]
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
        let content = try range(at: start, count: size)
        switch size {
        case 1, 2, 4:
            guard let value = Self.unsigned(content) else { throw Self.truncated }
            return .int(Int64(value))
        case 8: return .int(Int64(bitPattern: Self.bits(content)))
        case 16:
            guard Self.bits(content.prefix(8)) == 0 else {
                throw PayloadError(reason: "an integer of more than 64 bits")
            }
            return ParameterValue(Self.bits(content.suffix(8)))
        default: throw Self.truncated
        }
    }

    private func real(at start: Int, size: Int) throws -> ParameterValue {
        let bits = Self.bits(try range(at: start, count: size))
        switch size {
        case 4: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return .double(Double(bitPattern: bits))
        default: throw Self.truncated
        }
    }

    private mutating func content(at offset: Int, unit: Int) throws -> ArraySlice<UInt8> {
        let (start, count) = try count(at: offset)
        let (size, isOverflow) = count.multipliedReportingOverflow(by: unit)
        guard !isOverflow else { throw Self.truncated }
        let content = try range(at: start, count: size)
        bytesLeft -= size
        guard bytesLeft >= 0 else { throw PayloadReader.tooLarge }
        return content
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.startIndex
        let units = (0..<bytes.count / 2).map { UInt16(bytes[start + $0 * 2]) << 8 | UInt16(bytes[start + $0 * 2 + 1]) }
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
        guard count <= countLeft else {
            throw count <= bytes.count
                ? PayloadReader.tooManyValues : Self.truncated
        }
        let content = try range(at: start, count: count * referenceSize)
        return try (0..<count).map { position in
            let first = content.startIndex + position * referenceSize
            guard let reference = Self.unsigned(content[first..<first + referenceSize]) else { throw Self.truncated }
            return reference
        }
    }

    // MARK: - Bytes

    /// The number of parts of the object at an offset, and where they begin.
    private func count(at offset: Int) throws -> (start: Int, count: Int) {
        let low = Int(bytes[offset] & 0x0F)
        guard low == 0x0F else { return (offset + 1, low) }
        guard offset + 1 < offsetTable, bytes[offset + 1] >> 4 == 0x1 else { throw Self.truncated }
        let size = 1 << Int(bytes[offset + 1] & 0x0F)
        guard size <= 8, let count = Self.unsigned(try range(at: offset + 2, count: size)) else { throw Self.truncated }
        return (offset + 2 + size, count)
    }

    private func range(at start: Int, count: Int) throws -> ArraySlice<UInt8> {
        guard start <= offsetTable, count <= offsetTable - start else { throw Self.truncated }
        return bytes[start..<start + count]
    }

    private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func unsigned(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(exactly: bits(bytes))
    }
}
